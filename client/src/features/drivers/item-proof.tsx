import { Button, Stack, Text } from '@mantine/core';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/order-status';
import type { Order } from '@quickfleet/shared/orders';
import { isImageFile } from '../../lib/upload.ts';
import styles from './driver.module.css';
import { notifyPhotoFailed, record } from './drivers-mutations.ts';
import type { Entry, EntryOf, Stage } from './outbox/entries.ts';
import { portal, type ShownItem } from './outbox/use-portal.ts';
import { PhotoButtons } from './photo-buttons.tsx';
import { ProofPhotos } from './proof-photos.tsx';

export const photosWaiting = (entries: readonly Entry[], item: ShownItem, stage?: Stage): EntryOf<'photo'>[] =>
  entries
    .filter((entry) => entry.kind === 'photo')
    .filter((photo) => portal.itemIdOf(photo.itemId) === item.id && (!stage || photo.stage === stage));

const words = {
  pickup: {
    title: 'Pickup Documentation',
    add: 'Add Pickup Photos',
    mark: 'Picked up without a photo',
    undo: 'Not picked up after all',
    photo: 'pickup photo',
  },
  delivery: {
    title: 'Delivery Documentation',
    add: 'Add Delivery Photos',
    mark: 'Delivered without a photo',
    undo: 'Not delivered after all',
    photo: 'delivery photo',
  },
} as const;

interface ItemProofProps {
  order: Order;
  item: ShownItem;
  stage: Stage;
  entries: readonly Entry[];
}

/**
 * The proof of one stage: photos mark their item, and only that one; a slip can be taken back until the order moves on.
 */
export function ItemProof({ order, item, stage, entries }: ItemProofProps) {
  const { title, add, mark, undo, photo } = words[stage];
  const isMarked = stage === 'pickup' ? item.isPickedUp : item.isDelivered;
  const urls = stage === 'pickup' ? item.pickupImageUrls : item.deliveryImageUrls;
  const waiting = photosWaiting(entries, item, stage);
  const isOpen = isOpenOrder(order.status);
  const canMark = isOpen && !isMarked && (stage === 'pickup' || order.status === 'in_transit');
  const canUndo = isOpen && isMarked && waiting.length === 0 && (stage === 'delivery' || isBeforePickup(order.status));

  const keepPhotos = async (files: readonly File[]) => {
    for (const file of files) {
      if (!isImageFile(file)) {
        notifyPhotoFailed(stage);
        continue;
      }
      try {
        // The bytes themselves: what a file chooser hands out may be gone after the app was closed.
        const blob = new Blob([await file.arrayBuffer()], { type: file.type });
        await record(order.id, {
          kind: 'photo',
          stage,
          itemId: item.id,
          photo: { blob, name: file.name, isShrunk: false },
        });
      } catch {
        notifyPhotoFailed(stage);
      }
    }
  };
  const setFlag = (value: boolean) => void record(order.id, { kind: 'flag', stage, itemId: item.id, value });

  return (
    <fieldset className={styles.proof}>
      <Text component="legend" fw={600} mb="xs">
        {title}
      </Text>
      <Stack gap="sm">
        <ProofPhotos label={`${item.name}, ${photo}`} urls={urls} waiting={waiting} />
        {!isOpen && urls.length + waiting.length === 0 && <Text c="dimmed">No photos</Text>}
        {isOpen && (
          <>
            <Text c="dimmed" component="span">
              {add}
            </Text>
            <PhotoButtons label={`${add}, ${item.name}`} onFiles={(files) => void keepPhotos(files)} />
          </>
        )}
        {canMark && (
          <Button
            variant="subtle"
            color="gray"
            size="md"
            mih={48}
            fw={500}
            onClick={() => setFlag(true)}
            aria-label={`${mark}: ${item.name}`}
          >
            {mark}
          </Button>
        )}
        {canUndo && (
          <Button
            variant="subtle"
            color="gray"
            size="md"
            mih={48}
            fw={500}
            onClick={() => setFlag(false)}
            aria-label={`${undo}: ${item.name}`}
          >
            {undo}
          </Button>
        )}
      </Stack>
    </fieldset>
  );
}
