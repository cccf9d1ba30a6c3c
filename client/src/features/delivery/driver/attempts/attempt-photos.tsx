import { CloseButton, Text } from '@mantine/core';
import { ATTEMPT_PHOTOS_MAX } from '@quickfleet/shared/limits';
import { useEffect, useState } from 'react';
import { PhotoButtons } from '../items/photo-buttons.tsx';
import type { KeptPhoto } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';

function TakenPhoto({ photo, name, onRemove }: { photo: KeptPhoto; name: string; onRemove: () => void }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(photo.blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo.blob]);
  return (
    <li className={styles.taken}>
      {url && <img src={url} alt={name} />}
      <CloseButton
        className={styles.removeTaken ?? ''}
        size={48}
        iconSize={28}
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      />
    </li>
  );
}

interface AttemptPhotosProps {
  /** What the photos belong to: 'Can’t deliver'. */
  label: string;
  isNeeded: boolean;
  photos: readonly KeptPhoto[];
  onFiles: (files: readonly File[]) => void;
  onRemove: (photo: KeptPhoto) => void;
}

/** The photos of an attempt before it is saved, each with a remove button. */
export function AttemptPhotos({ label, isNeeded, photos, onFiles, onRemove }: AttemptPhotosProps) {
  return (
    <div>
      <Text mb={6} aria-live="polite">
        {isNeeded ? 'A photo is needed' : 'Photos'}
        {photos.length > 0 && `: ${photos.length} taken`}
      </Text>
      {photos.length > 0 && (
        <ul className={styles.photos} data-large>
          {photos.map((photo, at) => (
            <TakenPhoto
              key={`${photo.name} ${at}`}
              photo={photo}
              name={`photo ${at + 1}`}
              onRemove={() => onRemove(photo)}
            />
          ))}
        </ul>
      )}
      <PhotoButtons label={label} onFiles={onFiles} disabled={photos.length >= ATTEMPT_PHOTOS_MAX} />
    </div>
  );
}
