import { Button, FileButton } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import { isBeforePickup, signatureKindFor } from '@quickfleet/shared/delivery/orders/order-status';
import { t } from '@quickfleet/shared/words/t';
import { IconNavigation, IconPhone } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCallLinks } from '../../../../components/text/phone-link.tsx';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import styles from '../portal/driver.module.css';
import { takeStopPhoto } from '../stop/take-photo.ts';
import { loadDialogs } from './load-dialogs.ts';
import { photoButton, type StopPhotoProps, stopPhotos, tool } from './photo-button.tsx';
import { leaveFor, mapUrl } from './way-links.tsx';

/** By the phone's own camera, until the one in the page is loaded. */
function PlainPhoto({ order, orders, stage, entries, isNeeded }: StopPhotoProps) {
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
      {(props) => <Button {...props} {...photoButton(stage, taken, isNeeded)} disabled={!hasRoom} />}
    </FileButton>
  );
}
function StopPhoto(props: StopPhotoProps) {
  const dialogs = useLater(loadDialogs, false, () => undefined);
  return dialogs ? <dialogs.StopPhoto {...props} /> : <PlainPhoto {...props} />;
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
