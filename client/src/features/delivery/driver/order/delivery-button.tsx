import { Group, Text } from '@mantine/core';
import { isBeforePickup } from '@quickfleet/shared/delivery/orders/order-status';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle } from '@tabler/icons-react';
import { OrderStatusBadge } from '../../../../components/text/status-badge.tsx';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatDate } from '../../../../lib/words/format.ts';
import styles from '../portal/driver.module.css';

interface DeliveryButtonProps {
  row: OrderRow;
  isDisabled?: boolean;
  onOpen: () => void;
}

function failedWordsOf({ status, outcome }: OrderRow): string {
  if (outcome === 'partial') return t('Only some items were handed over. The office will decide what to do next');
  if (outcome !== 'failed') return '';
  return isBeforePickup(status)
    ? t('Pickup failed. The office will decide what to do next')
    : t('Delivery failed. The office will decide what to do next');
}

export function DeliveryButton({ row, isDisabled = false, onOpen }: DeliveryButtonProps) {
  const failedWords = failedWordsOf(row);
  return (
    <button type="button" className={styles.delivery} onClick={onOpen} disabled={isDisabled}>
      <Group justify="space-between" gap="xs" component="span">
        <Text component="span" fw={650} className="mono">
          {formatTracking(row.trackingNumber)}
        </Text>
        <OrderStatusBadge status={row.status} hasDriver={row.driverId !== null} outcome={row.outcome} />
      </Group>
      {failedWords && (
        <Text component="span" c="var(--mantine-color-amber-text)" className={styles.dayState ?? ''}>
          <IconAlertTriangle size={20} aria-hidden /> {failedWords}
        </Text>
      )}
      <Text component="span" display="block" mt={6}>
        {oneLine(row.pickupAddress)}
      </Text>
      <Text component="span" display="block" fw={550}>
        → {oneLine(row.deliveryAddress)}
      </Text>
      <Text component="span" display="block" c="dimmed" size="sm" mt={4}>
        {t('{count, plural, one {# item} other {# items}}', { count: row.items.length })}
        {row.deliveryDate && ` · ${formatDate(row.deliveryDate)}`} · {row.customerName}
      </Text>
    </button>
  );
}
