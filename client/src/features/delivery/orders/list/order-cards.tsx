import { Box, Card, Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { Marked } from '../../../../components/lists/marked.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { OrderStatusBadge } from '../../../../components/text/status-badge.tsx';
import { DriverCell } from '../cells/driver-cell.tsx';
import { PlannedCell } from '../cells/planned.tsx';
import { RouteCell } from '../cells/route-cell.tsx';
import { InPlaceEdit } from '../change/in-place-edit.tsx';
import { OrderActions } from '../change/order-actions.tsx';
import { FailureNote } from '../details/failure-note.tsx';
import styles from './orders.module.css';
import type { OrderListProps } from './use-orders.ts';

export function OrderCards({
  role,
  orders,
  drivers,
  pendingId,
  selected,
  onSelect,
  onSelectAll: _,
  isCompact: _isCompact,
  ...actions
}: OrderListProps) {
  const isDriver = role === 'driver';
  const maySelect = can(role, 'orders.assign');
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {orders.map((order) => {
        const number = formatTracking(order.trackingNumber);
        return (
          <Card
            component="li"
            key={order.id}
            padding="md"
            data-selected={selected.has(order.id) || undefined}
            className={styles.card}
          >
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Group gap={2} wrap="nowrap">
                {maySelect && (
                  <Checkbox
                    mr={8}
                    aria-label={t('Select {number}', { number })}
                    checked={selected.has(order.id)}
                    onChange={() => onSelect(order, false)}
                  />
                )}
                <UnstyledButton
                  className={styles.open}
                  data-roomy={isDriver || undefined}
                  onClick={() => actions.onView(order)}
                  aria-haspopup="dialog"
                  data-row-open
                >
                  <Marked>{number}</Marked>
                </UnstyledButton>
                {!isDriver && <CopyButton value={order.trackingNumber} what={t('tracking number (to copy)')} />}
              </Group>
              <Group gap={2} wrap="nowrap">
                <Text className="tabular">
                  {order.quotePrice ? formatAmount(order.quotePrice, order.currency) : '—'}
                </Text>
                <InPlaceEdit part="price" order={order} />
              </Group>
            </Group>
            <Group justify="space-between" wrap="nowrap" mt={4}>
              <Text size="xs" c="dimmed" className="tabular">
                <Marked>{`#${order.id}`}</Marked> · <RelativeTime value={order.createdAt} />
              </Text>
              <OrderStatusBadge
                status={order.status}
                hasDriver={order.driverId !== null}
                outcome={order.outcome}
                className={styles.badge}
              />
            </Group>
            <FailureNote order={order} />
            <Text fw={500} mt="sm" style={{ overflowWrap: 'anywhere' }}>
              <Marked>{order.customerName}</Marked>
            </Text>
            <Box my={8}>
              <RouteCell order={order} isCompact={false} />
            </Box>
            <Group gap={4} wrap="nowrap" align="flex-start" justify="space-between">
              <PlannedCell order={order} isCompact={false} />
              <Group gap={2} wrap="nowrap">
                <InPlaceEdit part="window" order={order} />
                <InPlaceEdit part="notes" order={order} />
              </Group>
            </Group>
            <Group justify={isDriver ? 'flex-end' : 'space-between'} mt="sm" wrap="nowrap">
              {!isDriver && (
                <div style={{ flex: 1, minWidth: 0 }}>
                  <DriverCell
                    role={role}
                    order={order}
                    drivers={drivers}
                    onAssign={actions.onAssign}
                    onReassign={actions.onReassign}
                  />
                </div>
              )}
              <OrderActions
                role={role}
                order={order}
                isPending={pendingId === order.id}
                isRoomy={isDriver}
                {...actions}
              />
            </Group>
          </Card>
        );
      })}
    </Stack>
  );
}
