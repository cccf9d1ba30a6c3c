import { Group, Text } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/orders';
import { formatTracking } from '@quickfleet/shared/tracking-number';
import { OrderStatusBadge } from '../../components/status-badge.tsx';
import { oneLine } from '../../lib/contact-words.ts';
import { formatCount, formatDate } from '../../lib/format.ts';
import styles from './driver.module.css';

interface DeliveryButtonProps {
  row: OrderRow;
  isDisabled?: boolean;
  onOpen: () => void;
}

/** One order in a list: number, state and way; the whole of it opens the order. */
export function DeliveryButton({ row, isDisabled = false, onOpen }: DeliveryButtonProps) {
  return (
    <button type="button" className={styles.delivery} onClick={onOpen} disabled={isDisabled}>
      <Group justify="space-between" gap="xs" component="span">
        <Text component="span" fw={650} className="mono">
          {formatTracking(row.trackingNumber)}
        </Text>
        <OrderStatusBadge status={row.status} hasDriver={row.driverId !== null} outcome={row.outcome} />
      </Group>
      <Text component="span" display="block" mt={6}>
        {oneLine(row.pickupAddress)}
      </Text>
      <Text component="span" display="block" fw={550}>
        → {oneLine(row.deliveryAddress)}
      </Text>
      <Text component="span" display="block" c="dimmed" size="sm" mt={4}>
        {formatCount(row.items.length, 'item')}
        {row.deliveryDate && ` · ${formatDate(row.deliveryDate)}`} · {row.customerName}
      </Text>
    </button>
  );
}
