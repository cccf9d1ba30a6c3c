import { ActionIcon, Checkbox, CloseButton, Input, Stack, Text, TextInput } from '@mantine/core';
import type { OrderItem } from '@quickfleet/shared/delivery/orders/orders';
import { ATTEMPT_PHOTOS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type RefObject, useId } from 'react';
import { plainNumber } from '../../../../lib/words/typed-number.ts';
import { BlobImage } from '../items/blob-image.tsx';
import { PhotoButtons } from '../items/photo-buttons.tsx';
import type { KeptPhoto } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';

export interface ItemResult {
  itemId: number;
  delivered: number;
  damaged: boolean;
}

function ItemRow({
  item,
  result,
  onChange,
}: {
  item: OrderItem;
  result: ItemResult;
  onChange: (all: ItemResult) => void;
}) {
  const { name, quantity } = item;
  const { delivered } = result;
  const inputId = useId();
  const count = (to: number) => onChange({ ...result, delivered: Math.min(quantity, Math.max(0, to)) });
  return (
    <div>
      <Input.Label htmlFor={inputId} size="lg" mb={4}>
        {t('{name}: handed over, of {quantity}', { name, quantity })}
      </Input.Label>
      <div className={styles.quantity}>
        <ActionIcon
          variant="default"
          size={50}
          aria-label={t('{name}: one less', { name })}
          disabled={delivered <= 0}
          onClick={() => count(delivered - 1)}
        >
          <IconMinus size={22} aria-hidden />
        </ActionIcon>
        <TextInput
          id={inputId}
          inputMode="numeric"
          autoComplete="off"
          value={delivered}
          onChange={(event) => count(Math.trunc(Number(plainNumber(event.currentTarget.value))) || 0)}
        />
        <ActionIcon
          variant="default"
          size={50}
          aria-label={t('{name}: one more', { name })}
          disabled={delivered >= quantity}
          onClick={() => count(delivered + 1)}
        >
          <IconPlus size={22} aria-hidden />
        </ActionIcon>
      </div>
      <Checkbox
        mih={48}
        style={{ display: 'flex', alignItems: 'center' }}
        size="md"
        label={t('{name} is damaged', { name })}
        checked={result.damaged}
        onChange={(event) => onChange({ ...result, damaged: event.currentTarget.checked })}
      />
    </div>
  );
}

interface AttemptItemsProps {
  items: readonly OrderItem[];
  results: readonly ItemResult[];
  onChange: (results: ItemResult[]) => void;
}

export function AttemptItems({ items, results, onChange }: AttemptItemsProps) {
  return (
    <Stack gap="md">
      {items.map((item) => {
        const result = results.find(({ itemId }) => itemId === item.id);
        return (
          result && (
            <ItemRow
              key={item.id}
              item={item}
              result={result}
              onChange={(next) => onChange(results.map((one) => (one === result ? next : one)))}
            />
          )
        );
      })}
    </Stack>
  );
}

interface AttemptPhotosProps {
  label: string;
  isNeeded: boolean;
  camera: RefObject<HTMLButtonElement | null>;
  photos: readonly KeptPhoto[];
  onFiles: (files: readonly File[]) => void;
  onRemove: (photo: KeptPhoto) => void;
}

const photosTaken = (isNeeded: boolean, count: number): string => {
  if (count === 0) return isNeeded ? t('A photo is needed') : t('Photos');
  return isNeeded ? t('A photo is needed: {count} taken', { count }) : t('Photos: {count} taken', { count });
};

export function AttemptPhotos({ label, isNeeded, camera, photos, onFiles, onRemove }: AttemptPhotosProps) {
  return (
    <div>
      <Text mb={6} aria-live="polite">
        {photosTaken(isNeeded, photos.length)}
      </Text>
      {photos.length > 0 && (
        <ul className={styles.photos} data-large>
          {photos.map((photo, at) => (
            <li key={`${photo.name} ${at}`} className={styles.taken}>
              <BlobImage blob={photo.blob} alt={t('photo {number}', { number: at + 1 })} />
              <CloseButton
                className={styles.removeTaken ?? ''}
                size={48}
                iconSize={28}
                aria-label={t('Remove photo {number}', { number: at + 1 })}
                onClick={() => onRemove(photo)}
              />
            </li>
          ))}
        </ul>
      )}
      <PhotoButtons label={label} camera={camera} onFiles={onFiles} disabled={photos.length >= ATTEMPT_PHOTOS_MAX} />
    </div>
  );
}
