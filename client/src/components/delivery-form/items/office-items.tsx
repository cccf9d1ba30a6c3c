import { Alert } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { t } from '@quickfleet/shared/words/t';
import { ImageDropzone } from '../../photos/image-dropzone.tsx';
import type { ItemForm, newItem } from '../delivery-values.ts';
import type { PendingPhotos } from '../draft/use-pending-photos.ts';
import { uploadToasts } from '../form-toasts.ts';
import { ItemList } from './item-list.tsx';
import { QuantityAndValue } from './quantity-and-value.tsx';

interface OfficeItemsProps {
  form: ItemForm;
  photos: PendingPhotos;
  start: Parameters<typeof newItem>[0];
}
/** Items as the office enters them: with a value, and with photos. */
export function OfficeItems({ form, photos, start }: OfficeItemsProps) {
  // On a phone a drop area would hide the camera.
  const canDrop = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false });
  return (
    <ItemList
      form={form}
      photos={photos}
      addText={t('Add Item')}
      start={start}
      Figures={QuantityAndValue}
      picker={{ canDrop, DropArea: ImageDropzone, ...uploadToasts }}
    />
  );
}

/** Why a form that was sent waits for its photos. */
export function PhotoObstacle({ photos, wasStopped }: { photos: PendingPhotos; wasStopped: boolean }) {
  if (!wasStopped || !photos.obstacle) return null;
  return (
    <Alert color="amber" role="alert" mb="sm" p="xs">
      {photos.obstacle.text}
    </Alert>
  );
}
