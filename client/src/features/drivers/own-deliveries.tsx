import { Group, Stack, Text, Title } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/order-status';
import type { OrderRow } from '@quickfleet/shared/orders';
import { formatTracking } from '@quickfleet/shared/tracking-number';
import type { User } from '@quickfleet/shared/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { OrderStatusBadge } from '../../components/status-badge.tsx';
import { formatCount, formatDate } from '../../lib/format.ts';
import styles from './driver.module.css';
import { openOwnOrder } from './drivers-mutations.ts';
import { listOwn } from './outbox/calls.ts';
import { portal, usePortal } from './outbox/use-portal.ts';

const oneLine = (address: string): string => address.replace(/\s*\n\s*/g, ', ');

function Delivery({ row, isDisabled, onOpen }: { row: OrderRow; isDisabled: boolean; onOpen: () => void }) {
  return (
    <button type="button" className={styles.delivery} onClick={onOpen} disabled={isDisabled}>
      <Group justify="space-between" gap="xs" component="span">
        <Text component="span" fw={650} className="mono">
          {formatTracking(row.trackingNumber)}
        </Text>
        <OrderStatusBadge status={row.status} hasDriver={row.driverId !== null} />
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

function Deliveries({
  title,
  rows,
  empty,
  opening,
  onOpen,
}: {
  title: string;
  rows: OrderRow[];
  empty?: string;
  opening: number | undefined;
  onOpen: (row: OrderRow) => void;
}) {
  if (rows.length === 0 && !empty) return null;
  return (
    <section aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {rows.length === 0 && empty && (
        <div className={styles.card}>
          <EmptyState title={empty} text="Orders appear here as soon as dispatch assigns them to you." />
        </div>
      )}
      <Stack gap="sm">
        {rows.map((row) => (
          <Delivery key={row.id} row={row} isDisabled={opening !== undefined} onOpen={() => onOpen(row)} />
        ))}
      </Stack>
    </section>
  );
}

/** A signed-in driver's own orders, without any code; the last list stays readable without a network. */
export function OwnDeliveries({ user }: { user: User }) {
  const { notes } = usePortal();
  const [opening, setOpening] = useState<number>();
  const list = useQuery({
    queryKey: ['driver', 'deliveries', user.id],
    queryFn: async () => {
      const rows = await listOwn(user.id);
      await portal.keepDeliveries(user.id, rows);
      return rows;
    },
    staleTime: 0,
    networkMode: 'always',
  });
  const kept = notes.deliveries?.driverId === user.id ? notes.deliveries.rows : undefined;
  const rows = list.data ?? kept;
  const open = async (row: OrderRow) => {
    setOpening(row.id);
    await openOwnOrder(row);
    setOpening(undefined);
  };
  if (!rows && list.isError)
    return (
      <ErrorState
        title="Your deliveries could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  if (!rows) return <SkeletonRows rows={3} height={132} />;
  return (
    <Stack gap="lg">
      <Deliveries
        title="Your deliveries"
        rows={rows.filter((row) => isOpenOrder(row.status))}
        empty="No orders assigned to you yet."
        opening={opening}
        onOpen={(row) => void open(row)}
      />
      <Deliveries
        title="Done"
        rows={rows.filter((row) => !isOpenOrder(row.status)).slice(0, 10)}
        opening={opening}
        onOpen={(row) => void open(row)}
      />
    </Stack>
  );
}
