import { Card, Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { can } from '@quickfleet/shared/permissions';
import { formatTracking } from '@quickfleet/shared/tracking';
import { CopyButton } from '../../components/copy-button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { OrderStatusBadge } from '../../components/status-badge.tsx';
import { formatMoney } from '../../lib/format.ts';
import { DriverCell } from './driver-cell.tsx';
import { OrderActions } from './order-actions.tsx';
import type { OrderListProps } from './order-row-props.ts';
import styles from './orders.module.css';
import { PlannedCell } from './planned-words.tsx';
import { RouteCell } from './route-cell.tsx';
import { TroubleNote } from './trouble-note.tsx';

/** The same rows where a table does not fit: one card an order. */
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
                    aria-label={`Select ${number}`}
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
                  {number}
                </UnstyledButton>
                {!isDriver && <CopyButton value={order.trackingNumber} what="tracking number" />}
              </Group>
              <Text className="tabular">{formatMoney(order.quotePrice, '—')}</Text>
            </Group>
            <Group justify="space-between" wrap="nowrap" mt={4}>
              <Text size="xs" c="dimmed" className="tabular">
                #{order.id} · <RelativeTime value={order.createdAt} />
              </Text>
              <OrderStatusBadge
                status={order.status}
                hasDriver={order.driverId !== null}
                outcome={order.outcome}
                className={styles.badge}
              />
            </Group>
            <TroubleNote order={order} />
            <Text fw={500} mt="sm" style={{ overflowWrap: 'anywhere' }}>
              {order.customerName}
            </Text>
            <div className={styles.cardRoute}>
              <RouteCell order={order} isCompact={false} />
            </div>
            <div className={styles.cardPlanned}>
              <PlannedCell order={order} isCompact={false} />
            </div>
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
