import { Box, Text } from '@mantine/core';
import { drawingOf, type Strokes } from '@quickfleet/shared/delivery/proof/strokes';
import { t } from '@quickfleet/shared/words/t';
import { formatDateTime } from '../../lib/words/format.ts';
import styles from './signature-image.module.css';

interface SignatureImageProps {
  title: string;
  url: string;
  signer: string | null;
  signedAt: string | null;
  strokes?: Strokes | null | undefined;
}

/** From its strokes, sharp at any size. */
function Drawing({ strokes, label }: { strokes: Strokes; label: string }) {
  const { paths, x, y, width, height } = drawingOf(strokes);
  return (
    <svg viewBox={`${x} ${y} ${width} ${height}`} role="img" aria-label={label}>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** A signature on a white plate, in dark mode too: the ink of the drawing is dark. */
export function SignatureImage({ title, url, signer, signedAt, strokes }: SignatureImageProps) {
  const label = signer ? t('{title}, signed by {signer}', { title, signer }) : title;
  return (
    <Box component="figure" m={0} maw={360}>
      <Text size="sm" fw={600} mb={6}>
        {title}
      </Text>
      <div className={styles.plate}>
        {strokes ? <Drawing strokes={strokes} label={label} /> : <img src={url} alt={label} loading="lazy" />}
      </div>
      <Text component="figcaption" size="sm" c="dimmed" mt={6}>
        {t('Signed by {signer}', { signer: signer ?? t('Unknown') })}
        {signedAt && (
          <>
            {' · '}
            <time dateTime={signedAt} className="tabular">
              {formatDateTime(signedAt)}
            </time>
          </>
        )}
      </Text>
    </Box>
  );
}
