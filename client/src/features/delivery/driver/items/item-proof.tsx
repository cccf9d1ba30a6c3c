import { Box, Button, Stack, Text } from '@mantine/core';
import { isBeforePickup, isOpenOrder, signatureKindFor } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { portal, type ShownItem } from '../outbox/portal.ts';
import type { Entry, Stage, WaitingPhoto } from '../outbox/storing/entries.ts';
import { notifyPhotoFailed, record } from '../portal/drivers-mutations.ts';
import { keepPhoto, overflowText, reasonOf, roomFor, roomText } from './item-photos.ts';
import { PhotoButtons } from './photo-buttons.tsx';
import { ProofPhotos } from './proof-photos.tsx';

/** The photos of an item that are still on this phone, those of its whole stop included. */
export const photosWaiting = (entries: readonly Entry[], item: ShownItem, stage?: Stage): WaitingPhoto[] =>
  entries
    .filter((entry) => entry.kind === 'photo' || entry.kind === 'stopPhoto')
    .filter((photo) => photo.kind === 'stopPhoto' || portal.itemIdOf(photo.itemId) === item.id)
    .filter((photo) => !stage || photo.stage === stage);

const words = {
  pickup: {
    title: t('Pickup Documentation'),
    add: t('Add Pickup Photos'),
    mark: t('Picked up without a photo'),
    undo: t('Undo pickup'),
    photosOf: (name: string) => t('{name}, pickup photo', { name }),
  },
  delivery: {
    title: t('Delivery Documentation'),
    add: t('Add Delivery Photos'),
    mark: t('Delivered without a photo'),
    undo: t('Undo delivery'),
    photosOf: (name: string) => t('{name}, delivery photo', { name }),
  },
} as const;

interface ItemProofProps {
  order: Order;
  item: ShownItem;
  stage: Stage;
  entries: readonly Entry[];
}

/** The photos of one stop: each marks its item, and a mistake can be undone until the order moves on. */
export function ItemProof({ order, item, stage, entries }: ItemProofProps) {
  const { title, add, mark, undo, photosOf } = words[stage];
  const isMarked = stage === 'pickup' ? item.isPickedUp : item.isDelivered;
  const urls = stage === 'pickup' ? item.pickupImageUrls : item.deliveryImageUrls;
  const waiting = photosWaiting(entries, item, stage);
  const [problem, setProblem] = useState('');
  const count = urls.length + waiting.length;
  const isOpen = isOpenOrder(order.status);
  // Before the order has left with the driver one wrong tap would mark the item as delivered.
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = stage === 'delivery' && isBeforePickup(order.status) && !isUnfolded;
  const canMark = isOpen && !isMarked && (stage === 'pickup' || signatureKindFor(order.status) === 'delivery');
  const canUndo = isOpen && isMarked && waiting.length === 0 && (stage === 'delivery' || isBeforePickup(order.status));

  const keepPhotos = async (files: readonly File[]) => {
    const overflow = overflowText(files.length, count);
    const reasons: string[] = overflow ? [overflow] : [];
    setProblem('');
    for (const file of files.slice(0, roomFor(count))) {
      try {
        await record(order.id, { kind: 'photo', stage, itemId: item.id, photo: await keepPhoto(file) });
      } catch (error) {
        const reason = reasonOf(error);
        notifyPhotoFailed(stage, reason);
        if (reason) reasons.push(reason);
      }
    }
    setProblem(reasons.join(' '));
  };
  const setFlag = (value: boolean) => void record(order.id, { kind: 'flag', stage, itemId: item.id, value });

  return (
    <Box component="fieldset" miw={0} m={0} p={0} pt={4} bd={0}>
      <Text component="legend" fw={600} mb="xs">
        {title}
      </Text>
      <Stack gap="sm">
        <ProofPhotos label={photosOf(item.name)} urls={urls} waiting={waiting} />
        {!isOpen && count === 0 && <Text c="dimmed">{t('No photos')}</Text>}
        {isOpen && isFolded && (
          <>
            <Text c="dimmed">{t('Available after pickup.')}</Text>
            <Button
              variant="default"
              size="md"
              mih={48}
              aria-expanded={false}
              aria-label={`${add}, ${item.name}`}
              onClick={() => setUnfolded(true)}
            >
              {add}
            </Button>
          </>
        )}
        {isOpen && !isFolded && (
          <>
            <Text c="dimmed" component="span">
              {add} · {roomText(count)}
            </Text>
            <PhotoButtons
              label={`${add}, ${item.name}`}
              onFiles={(files) => void keepPhotos(files)}
              disabled={roomFor(count) === 0}
            />
            {problem && (
              <Text c="var(--mantine-color-error)" role="alert">
                {problem}
              </Text>
            )}
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
    </Box>
  );
}
