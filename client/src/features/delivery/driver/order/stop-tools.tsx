import { Button } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import { isBeforePickup, signatureKindFor } from '@quickfleet/shared/delivery/orders/order-status';
import { t } from '@quickfleet/shared/words/t';
import { IconNavigation, IconPhone } from '@tabler/icons-react';
import { useCallLinks } from '../../../../components/text/phone-link.tsx';
import { StopPhoto, type StopPhotoProps } from '../camera/stop-photo.tsx';
import styles from '../portal/driver.module.css';
import { leaveFor, mapUrl } from './way-links.tsx';

const tool = { variant: 'default', mih: 48, px: 4 } as const;

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
  isCovered,
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
      {due && <StopPhoto key={due} {...{ order, orders, entries, isCovered }} stage={due} isNeeded={isPhotoMissing} />}
    </div>
  );
}
