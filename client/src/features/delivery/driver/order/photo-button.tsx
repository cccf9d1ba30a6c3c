import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconCamera } from '@tabler/icons-react';
import { roomFor } from '../items/item-photos.ts';
import type { Entry, Stage } from '../outbox/storing/entries.ts';

export const tool = { variant: 'default', mih: 48, px: 4 } as const;

export interface StopPhotoProps {
  order: Order;
  /** Those of the stop that the photo shows, the order among them. */
  orders: readonly Order[];
  stage: Stage;
  entries: readonly Entry[];
  isNeeded: boolean;
}

/** How many photos show the whole stop: those that every item has, and those that wait. */
export function stopPhotos({ items }: Order, stage: Stage, entries: readonly Entry[]) {
  const list = stage === 'pickup' ? 'pickupImageUrls' : 'deliveryImageUrls';
  const waiting = entries.filter((entry) => entry.kind === 'stopPhoto' && entry.stage === stage).length;
  const [first, ...others] = items;
  const shared = first?.[list].filter((url) => others.every((item) => item[list].includes(url))) ?? [];
  const fullest = Math.max(0, ...items.map((item) => item[list].length));
  return { taken: shared.length + waiting, hasRoom: roomFor(fullest + waiting) > 0 };
}

function photoLabel(stage: Stage, count: number): string {
  if (count === 0) return stage === 'pickup' ? t('Photo of the whole pickup') : t('Photo of the whole delivery');
  return stage === 'pickup'
    ? t('Photo of the whole pickup, {count} taken', { count })
    : t('Photo of the whole delivery, {count} taken', { count });
}

/** The look of the button that takes a photo of the whole stop. */
export const photoButton = (stage: Stage, taken: number, isNeeded: boolean) => ({
  ...tool,
  variant: isNeeded ? 'filled' : 'default',
  leftSection: <IconCamera size={20} aria-hidden />,
  'aria-label': photoLabel(stage, taken),
  children: taken > 0 ? `${t('Photo')} · ${taken}` : t('Photo'),
});
