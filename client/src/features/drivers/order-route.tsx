import { Button, Group, Text, Title } from '@mantine/core';
import type { Order } from '@quickfleet/shared/orders';
import { IconMapPinFilled, IconNavigation } from '@tabler/icons-react';
import { CopyButton } from '../../components/copy-button.tsx';
import styles from './driver.module.css';

const isApple = typeof navigator !== 'undefined' && /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** The phone's own map: each kind of phone follows one of these addresses into its app. */
const mapUrl = (address: string): string => {
  const place = encodeURIComponent(address.replace(/\s*\n\s*/g, ', '));
  return isApple
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
};

function Stop({
  label,
  address,
  isNext,
  isLast = false,
}: {
  label: string;
  address: string;
  isNext: boolean;
  isLast?: boolean;
}) {
  return (
    <>
      <div className={styles.rail} aria-hidden>
        {isLast ? (
          <IconMapPinFilled size={24} color="var(--qf-pin)" />
        ) : (
          <svg width="18" height="18" viewBox="0 0 18 18">
            <circle cx="9" cy="9" r="8" fill="var(--qf-route)" opacity="0.2" />
            <circle cx="9" cy="9" r="4.5" fill="var(--qf-route)" />
          </svg>
        )}
        {!isLast && <span className={styles.way} />}
      </div>
      <div className={styles.stop} data-last={isLast || undefined}>
        <Title order={2} size="h4" c="dimmed">
          {label}
        </Title>
        <Text className="as-written" fw={550} size="lg" mt={2}>
          {address}
        </Text>
        <Group mt="xs" gap="xs" wrap="nowrap">
          <Button
            component="a"
            href={mapUrl(address)}
            target="_blank"
            rel="noopener noreferrer"
            variant={isNext ? 'filled' : 'default'}
            leftSection={<IconNavigation size={20} aria-hidden />}
            aria-label={`Navigate to the ${label.toLowerCase()}`}
          >
            Navigate
          </Button>
          <CopyButton value={address} what={label.toLowerCase()} />
        </Group>
      </div>
    </>
  );
}

/** From where to where, as it was written; the next stop is emphasised. */
export function OrderRoute({ order: { status, pickupAddress, deliveryAddress } }: { order: Order }) {
  const isBefore = status === 'pending' || status === 'assigned';
  const isOnTheWay = status === 'picked_up' || status === 'in_transit';
  return (
    <section className={styles.card} aria-label="Route">
      <div className={styles.stops}>
        <Stop label="Pickup address" address={pickupAddress} isNext={isBefore} />
        <Stop label="Delivery address" address={deliveryAddress} isNext={isOnTheWay} isLast />
      </div>
    </section>
  );
}
