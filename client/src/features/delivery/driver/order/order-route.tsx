import { Group, Text, Title } from '@mantine/core';
import { isBeforePickup, isCarried } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { IconMapPinFilled } from '@tabler/icons-react';
import { CopyButton } from '../../../../components/text/copy-button.tsx';
import { brand } from '../../../../lib/words/brand.ts';
import styles from '../portal/driver.module.css';
import { NavigateLink } from './way-links.tsx';

function Stop({
  label,
  address,
  window,
  isNext,
  isLast = false,
}: {
  label: string;
  address: string;
  window: Order['pickupWindow'];
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
        {window && <Text mt={2}>{windowInWords(window, brand.timeZone)}</Text>}
        <Group mt="xs" gap="xs" wrap="nowrap">
          <NavigateLink address={address} to={`the ${label.toLowerCase()}`} isNext={isNext} />
          <CopyButton value={address} what={label.toLowerCase()} />
        </Group>
      </div>
    </>
  );
}

/** From where to where, as it was written; the next stop is emphasised. */
export function OrderRoute({ order }: { order: Order }) {
  const { status, pickupAddress, deliveryAddress, pickupWindow, deliveryWindow } = order;
  const isBefore = isBeforePickup(status);
  const isOnTheWay = isCarried(status);
  return (
    <section className={styles.card} aria-label="Route">
      <div className={styles.stops}>
        <Stop label="Pickup address" address={pickupAddress} window={pickupWindow ?? null} isNext={isBefore} />
        <Stop
          label="Delivery address"
          address={deliveryAddress}
          window={deliveryWindow ?? null}
          isNext={isOnTheWay}
          isLast
        />
      </div>
    </section>
  );
}
