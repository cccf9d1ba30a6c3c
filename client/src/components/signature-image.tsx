import { Box, Text } from '@mantine/core';
import { formatDateTime, formatZoned } from '../lib/format.ts';
import styles from './signature-image.module.css';

interface SignatureImageProps {
  title: string;
  url: string;
  signer: string | null;
  signedAt: string | null;
}

/** A signature on a white plate, in dark mode too: the ink of the drawing is dark. */
export function SignatureImage({ title, url, signer, signedAt }: SignatureImageProps) {
  return (
    <Box component="figure" m={0} maw={360}>
      <Text size="sm" fw={600} mb={6}>
        {title}
      </Text>
      <div className={styles.plate}>
        <img src={url} alt={`${title}${signer ? `, signed by ${signer}` : ''}`} loading="lazy" />
      </div>
      <Text component="figcaption" size="sm" c="dimmed" mt={6}>
        Signed by {signer ?? 'Unknown'}
        {signedAt && (
          <>
            {' · '}
            <time dateTime={signedAt} title={formatZoned(signedAt)} className="tabular">
              {formatDateTime(signedAt)}
            </time>
          </>
        )}
      </Text>
    </Box>
  );
}
