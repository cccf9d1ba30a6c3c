import { Group, Text, Title } from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { CopyButton } from '../../../../components/text/copy-button.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { OrderStatusBadge } from '../../../../components/text/status-badge.tsx';
import { formatCount } from '../../../../lib/words/format.ts';
import { type ShownOrder, usePortal } from '../outbox/use-portal.ts';
import styles from '../portal/driver.module.css';
import { useStatusPulse } from '../portal/use-flash.ts';

/** The next step, in one sentence. */
function nextStep({ status, items }: ShownOrder['order']): string {
  const all = formatCount(items.length, 'item');
  switch (status) {
    case 'pending':
    case 'assigned':
      return `Next: pick up ${all}, then get the pickup signature.`;
    case 'picked_up':
      return 'Next: leave for the delivery address.';
    case 'in_transit':
      return `Next: deliver ${all}, then get the delivery signature.`;
    case 'delivered':
      return 'This order is delivered. Nothing is left to do.';
    case 'cancelled':
      return 'Stop here: this order was cancelled.';
  }
}

export function OrderHead({ order, readAt, isCodeDead }: Pick<ShownOrder, 'order' | 'readAt' | 'isCodeDead'>) {
  const { isReachable } = usePortal();
  const isPulsing = useStatusPulse(order.id, order.status);
  return (
    <section className={styles.card} aria-labelledby="order-title">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text c="dimmed">Order</Text>
        <span data-pulse={isPulsing || undefined} data-testid="order-status">
          <OrderStatusBadge
            status={order.status}
            hasDriver={order.driverId !== null}
            outcome={order.outcome}
            size="lg"
            {...(isPulsing && styles.pulse ? { className: styles.pulse } : {})}
          />
        </span>
      </Group>
      <Title order={1} size="h3" mt={4} id="order-title" className="mono">
        {formatTracking(order.trackingNumber)}
      </Title>
      <Text mt={4} fw={550} role="status">
        {nextStep(order)}
      </Text>
      {!isReachable && (
        <Text size="sm" c="dimmed" mt={4}>
          <RelativeTime value={readAt} prefix="Last updated " />
        </Text>
      )}
      {order.accessCode && !isCodeDead && (
        <Group gap={4} wrap="nowrap" mb={-12}>
          <Text c="dimmed">Access code</Text>
          <Text className="mono" fw={600} ml={4}>
            {order.accessCode}
          </Text>
          <CopyButton value={order.accessCode} what="access code" />
        </Group>
      )}
    </section>
  );
}
