import { ActionIcon, Button, Progress, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconPhotoOff, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { smallImage } from '../../lib/files/small-image.ts';
import styles from './image-picker.module.css';
import type { PendingImage } from './use-image-uploads.ts';

function CornerButton({ label, removes, onClick }: { label: string; removes: boolean; onClick: () => void }) {
  return (
    <ActionIcon
      className={styles.corner}
      variant="filled"
      color="dark"
      size="md"
      aria-label={label}
      data-remove={removes || undefined}
      onClick={onClick}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  );
}

/** A stored photo: opens full size, can be removed. */
export function StoredTile({
  url,
  name,
  onView,
  onRemove,
}: {
  url: string;
  name: string;
  onView: () => void;
  onRemove: () => void;
}) {
  return (
    <li className={styles.tile}>
      <button
        type="button"
        className={styles.view}
        onClick={onView}
        aria-label={t('View {name} full size', { name })}
        aria-haspopup="dialog"
      >
        <img src={smallImage(url)} alt={name} />
      </button>
      <CornerButton label={t('Remove {what}', { what: name })} removes onClick={onRemove} />
    </li>
  );
}

/** A photo that is uploading or failed: its progress, or the reason and the button for it (a refused file is removed, not retried). */
export function PendingTile({
  image,
  onRetry,
  onCancel,
}: {
  image: PendingImage;
  onRetry: () => void;
  onCancel: () => void;
}) {
  const { file, preview, progress, error, isRefused } = image;
  const [isBroken, setBroken] = useState(false);
  const percent = Math.round(progress * 100);
  return (
    <li className={styles.tile} data-pending data-refused={isRefused || undefined}>
      {isBroken ? (
        <span className={styles.broken}>
          <IconPhotoOff size={28} aria-hidden />
          {file.name}
        </span>
      ) : (
        <img src={preview} alt={file.name} onError={() => setBroken(true)} />
      )}
      <CornerButton
        label={error === undefined ? t('Cancel {what}', { what: file.name }) : t('Remove {what}', { what: file.name })}
        removes={error !== undefined}
        onClick={onCancel}
      />
      <div className={styles.foot}>
        {error === undefined ? (
          <>
            <Text size="xs" className="tabular" c="black">
              {percent} %
            </Text>
            <Progress value={percent} size="sm" aria-label={t('Uploading {name}', { name: file.name })} />
          </>
        ) : isRefused ? (
          <>
            <Text size="xs" mb={4} role="status">
              {error}
            </Text>
            <Button
              size="compact-xs"
              color="red"
              fullWidth
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={onCancel}
            >
              {t('Remove')}
            </Button>
          </>
        ) : (
          <Button
            size="compact-xs"
            color="red"
            fullWidth
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={onRetry}
            title={error}
          >
            {t('Try again')}
          </Button>
        )}
      </div>
    </li>
  );
}
