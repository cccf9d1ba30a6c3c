import { ActionIcon, Group, Stack, Title } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../../../components/feedback/error-state.tsx';
import { SkeletonRows } from '../../../../components/feedback/skeleton-rows.tsx';
import { todayInZone } from '../../../../lib/words/format.ts';
import { DeliveryButton } from '../order/delivery-button.tsx';
import { shownOrder } from '../outbox/apply-entries.ts';
import { portal, usePortal } from '../outbox/portal.ts';
import { holdsEvidence, isFor } from '../outbox/storing/entries.ts';
import { isKept, withProof } from '../outbox/storing/stored-order.ts';
import styles from './driver.module.css';
import { openOwnOrder } from './drivers-mutations.ts';

/** Orders that are stored on this phone: they open without a network. Those of a driver's own list are not repeated. */
export function HeldOrders({ listed }: { listed: readonly number[] }) {
  const { orders, entries, drafts, itemIds } = usePortal();
  const isWaitedFor = ({ id }: Order) => entries.some((entry) => isFor(entry, id));
  const hasEvidence = ({ id }: Order) =>
    entries.some((entry) => isFor(entry, id) && holdsEvidence(entry)) ||
    [...drafts.values()].some((draft) => isFor(draft, id));
  const held = [...orders.values()]
    .filter((stored) => isKept(stored) || hasEvidence(stored.order))
    .map(({ order }) => shownOrder(withProof(order), { entries, itemIds }))
    .filter(({ id }) => !listed.includes(id));
  if (held.length === 0) return null;
  return (
    <section aria-label={t('On this phone')}>
      <Title order={2} size="h3" mb="sm">
        {t('On this phone')}
      </Title>
      <Stack gap="sm">
        {held.map((order) => (
          <Group key={order.id} gap="xs" wrap="nowrap">
            <DeliveryButton row={order} onOpen={() => void portal.orders.openHeld(order.id)} />
            {!isWaitedFor(order) && (
              <ActionIcon
                aria-label={t('Remove {number} from this phone', { number: formatTracking(order.trackingNumber) })}
                onClick={() => void portal.orders.forget(order.id)}
              >
                <IconX size={22} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
      </Stack>
    </section>
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
          <EmptyState title={empty} text={t('Orders appear here as soon as dispatch assigns them to you.')} />
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

const RETRY_MS = 10_000;

/** A signed-in driver's own orders, without any code; the last list stays readable without a network. */
export function OwnDeliveries({ driverId }: { driverId: number }) {
  const { deliveries, myDay } = usePortal().notes;
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
        title={t('Your deliveries could not be loaded')}
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  if (!rows) return <SkeletonRows rows={3} height={132} />;
  // Those of the day are its stops.
  const ofDay = myDay?.driverId === driverId ? myDay.day.stops.map(({ orderId }) => orderId) : [];
  const others = rows.filter(({ id }) => !ofDay.includes(id));
  const today = todayInZone();
  const isOfToday = ({ deliveredAt, updatedAt }: OrderRow) => todayInZone(new Date(deliveredAt ?? updatedAt)) === today;
  return (
    <Stack gap="lg">
      <Deliveries
        title={t('Your deliveries')}
        rows={others.filter((row) => isOpenOrder(row.status))}
        {...(ofDay.length === 0 && { empty: t('No orders assigned to you yet.') })}
        opening={opening}
        onOpen={(row) => void open(row)}
      />
      <Deliveries
        title={t('Done (stop)')}
        rows={others.filter((row) => !isOpenOrder(row.status) && isOfToday(row)).slice(0, 10)}
        opening={opening}
        onOpen={(row) => void open(row)}
      />
    </Stack>
  );
}
