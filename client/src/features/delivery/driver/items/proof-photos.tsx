import { Center } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconCheck, IconClock, IconLoader2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { usePortal } from '../outbox/portal.ts';
import type { WaitingPhoto } from '../outbox/storing/entries.ts';
import { fullSizeUrl, previewOf, thumbnailUrl } from '../outbox/storing/pictures.ts';
import styles from '../portal/driver.module.css';
import { notifyNotLoaded } from '../portal/drivers-mutations.ts';

const loadLightbox = () => import('../../../../components/photos/lightbox.tsx');
const FULL = 100;

type State = 'sent' | 'waiting' | 'sending' | 'refused';

function Mark({ state, percent }: { state: State; percent: number }) {
  if (state === 'sent')
    return (
      <span className={styles.sent}>
        <IconCheck size={18} stroke={3} aria-hidden />
        <span className="visually-hidden">{t('Sent')}</span>
      </span>
    );
  const [MarkIcon, text] = {
    waiting: [IconClock, t('Waiting (to be sent)')] as const,
    sending: [IconLoader2, t('{percent} %', { percent })] as const,
    refused: [IconAlertTriangle, t('Not sent')] as const,
  }[state];
  return (
    <span className={styles.mark} data-state={state}>
      <MarkIcon size={16} aria-hidden />
      <span className="tabular">
        {state === 'sending' && <span className="visually-hidden">{t('Sending')} </span>}
        {text}
      </span>
    </span>
  );
}

/** A photo from another phone is not stored here: offline, a sentence takes its place. */
function Thumbnail({ src, alt }: { src: string; alt: string }) {
  const [isMissing, setMissing] = useState(false);
  if (!isMissing) return <img src={src} alt={alt} onError={() => setMissing(true)} />;
  return (
    <Center component="span" h="100%" p={4} fz="1rem" ta="center">
      <span className="visually-hidden">{alt}</span>
      {t('Needs a network')}
    </Center>
  );
}

interface ProofPhotosProps {
  /** Names the photos to readers: 'Desk, pickup photo'. */
  label: string;
  urls: readonly string[];
  /** Photos that are still on this phone; when given, every photo shows its state. */
  waiting?: readonly WaitingPhoto[];
}

/** Sent and waiting photos in one row of thumbnails; each opens full size. */
export function ProofPhotos({ label, urls, waiting }: ProofPhotosProps) {
  const { sending, pictures, isReachable } = usePortal();
  const [openAt, setOpenAt] = useState<number>();
  const photos = [
    ...urls.map((url) => {
      const copy = pictures.get(url)?.blob;
      const large = fullSizeUrl(url, copy, isReachable);
      return { key: url, src: thumbnailUrl(url, copy), large, state: 'sent' as State, percent: 0 };
    }),
    ...(waiting ?? []).map((entry) => {
      const isSending = sending?.seq === entry.seq;
      const state: State = entry.refusal ? 'refused' : isSending ? 'sending' : 'waiting';
      const src = previewOf(String(entry.seq), entry.photo.blob);
      return {
        key: String(entry.seq),
        src,
        large: src,
        state,
        percent: isSending ? Math.round(sending.progress * FULL) : 0,
      };
    }),
  ];
  const lightbox = useLater(loadLightbox, openAt !== undefined, () => notifyNotLoaded(() => setOpenAt(undefined)));
  if (photos.length === 0) return null;
  const altOf = (at: number) => `${label} ${at + 1}`;

  return (
    <>
      <ul className={styles.photos}>
        {photos.map(({ key, src, state, percent }, at) => (
          <li key={key}>
            <button
              type="button"
              className={styles.photo}
              data-state={state}
              onClick={() => setOpenAt(at)}
              aria-haspopup="dialog"
            >
              <Thumbnail key={src} src={src} alt={altOf(at)} />
              {waiting && <Mark state={state} percent={percent} />}
              {state === 'sending' && <span className={styles.progress} style={{ width: `${percent}%` }} />}
            </button>
          </li>
        ))}
      </ul>
      {openAt !== undefined && lightbox && (
        <lightbox.Lightbox
          slides={photos.map(({ large }, at) => ({ src: large, alt: altOf(at) }))}
          index={openAt}
          onClose={() => setOpenAt(undefined)}
        />
      )}
    </>
  );
}
