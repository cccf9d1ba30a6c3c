import { Stack, Title } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../../../components/feedback/error-state.tsx';
import { SkeletonRows } from '../../../../components/feedback/skeleton-rows.tsx';
import { DeliveryButton } from '../order/delivery-button.tsx';
import { portal, usePortal } from '../outbox/use-portal.ts';
import styles from './driver.module.css';
import { openOwnOrder } from './drivers-mutations.ts';

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
          <DeliveryButton key={row.id} row={row} isDisabled={opening !== undefined} onOpen={() => onOpen(row)} />
        ))}
      </Stack>
    </section>
  );
}

/** How soon a list that could not be read is asked for again. */
const RETRY_MS = 10_000;

/** A signed-in driver's own orders, without any code; the last list stays readable without a network. */
export function OwnDeliveries({ driverId }: { driverId: number }) {
  const { deliveries } = usePortal().notes;
  const [opening, setOpening] = useState<number>();
  const list = useQuery({
    queryKey: ['driver', 'deliveries', driverId],
    queryFn: () => portal.readDeliveries(driverId),
    staleTime: 0,
    networkMode: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  });
  const rows = deliveries?.driverId === driverId ? deliveries.rows : undefined;
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
