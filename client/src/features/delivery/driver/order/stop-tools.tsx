import { Button, FileButton } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import { isBeforePickup, signatureKindFor } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconCamera, IconNavigation, IconPhone } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCallLinks } from '../../../../components/text/phone-link.tsx';
import { roomFor } from '../items/item-photos.ts';
import type { Entry, Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { takeStopPhoto } from '../stop/take-photo.ts';
import { leaveFor, mapUrl } from './way-links.tsx';

const tool = { variant: 'default', mih: 48, px: 4 } as const;

/** How many photos show the whole stop: those that every item has, and those that wait. */
function stopPhotos({ items }: Order, stage: Stage, entries: readonly Entry[]) {
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

function StopPhoto({ order, orders, stage, entries, isNeeded }: StopPhotoProps) {
  const reset = useRef<() => void>(null);
  const { taken, hasRoom } = stopPhotos(order, stage, entries);
  const keep = async (file: File | null) => {
    await takeStopPhoto(orders, stage, file);
    // The next shot of the camera may have the very same file name.
    reset.current?.();
  };
  return (
    <FileButton
      resetRef={reset}
      accept="image/*"
      capture="environment"
      onChange={(file) => void keep(file)}
      disabled={!hasRoom}
    >
      {(props) => (
        <Button
          {...props}
          {...tool}
          variant={isNeeded ? 'filled' : 'default'}
          disabled={!hasRoom}
          leftSection={<IconCamera size={20} aria-hidden />}
          aria-label={photoLabel(stage, taken)}
        >
          {t('Photo')}
          {taken > 0 && ` · ${taken}`}
        </Button>
      )}
    </FileButton>
  );
}
interface StopPhotoProps {
  order: Order;
  /** Those of the stop that the photo shows, the order among them. */
  orders: readonly Order[];
  stage: Stage;
  entries: readonly Entry[];
  isNeeded: boolean;
}

function Call({ phone, who }: { phone: string; who: string }) {
  const links = useCallLinks(phone);
  if (!links) return null;
  return (
    <Button
      component="a"
      href={links.tel}
      {...tool}
      leftSection={<IconPhone size={20} aria-hidden />}
      aria-label={t('Call {who} now', { who })}
    >
      {t('Call (verb)')}
    </Button>
  );
}

/** The way to the stop that is next, the person there, and one photo for all of it: always in the bar. */
export function StopTools({
  order,
  orders,
  entries,
  isPhotoMissing,
}: Omit<StopPhotoProps, 'stage' | 'isNeeded'> & { isPhotoMissing: boolean }) {
  const isReturning = order.outcome === 'returning';
  const stop = isReturning || isBeforePickup(order.status) ? 'pickup' : 'delivery';
  const address = stop === 'pickup' ? order.pickupAddress : order.deliveryAddress;
  const { name, phone } = personAt(order, stop);
  const due = isReturning ? undefined : signatureKindFor(order.status);
  const stopLabel = stop === 'pickup' ? t('Navigate to pickup') : t('Navigate to delivery');
  const goLabel = isReturning ? t('Navigate to the sender') : stopLabel;
  return (
    <div className={styles.tools}>
      <Button
        component="a"
        href={mapUrl(address)}
        target="_blank"
        rel="noopener noreferrer"
        {...tool}
        leftSection={<IconNavigation size={20} aria-hidden />}
        aria-label={goLabel}
        onClick={() => void leaveFor(orders)}
      >
        {t('Navigate')}
      </Button>
      {phone && <Call phone={phone} who={name} />}
      {due && <StopPhoto order={order} orders={orders} stage={due} entries={entries} isNeeded={isPhotoMissing} />}
    </div>
  );
}
