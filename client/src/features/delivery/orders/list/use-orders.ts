import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import type { User } from '@quickfleet/shared/people/users';
import type { Role } from '@quickfleet/shared/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useMemo, useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../../lib/live/live.tsx';
import { isOwnChange, useOwnChanges } from '../../../../lib/live/own-changes.ts';
import { filtersOf, type OrderView } from './order-view.ts';

/** What a row of the shared order table can be asked to do; the role decides which of it is offered. */
export interface OrderRowActions {
  onView: (order: OrderRow) => void;
  onEdit: (order: OrderRow) => void;
  onDelete: (order: OrderRow) => void;
  onAssign: (order: OrderRow, driver: Driver) => void;
  onReassign: (order: OrderRow) => void;
  onStart: (order: OrderRow) => void;
  onComplete: (order: OrderRow) => void;
}

export interface OrderListProps extends OrderRowActions {
  role: Role;
  orders: readonly OrderRow[];
  drivers: readonly Driver[];
  pendingId: number | undefined;
  selected: ReadonlySet<number>;
  /** `isRange`: with Shift held, everything between this and the last one. */
  onSelect: (order: OrderRow, isRange: boolean) => void;
  onSelectAll: () => void;
  isCompact: boolean;
}

/**
 * Follows changed orders while the tab is visible. Rows on the screen are updated in place; changes elsewhere only
 * raise `waiting`, because a list must not move under the pointer.
 */
export function useLiveOrders(rows: readonly { id: number }[]) {
  const utils = trpc.useUtils();
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());

  // The answer that names one's own change may come after its live event.
  useOwnChanges(() =>
    setWaiting((ids) => {
      const others = [...ids].filter((id) => !isOwnChange('order', id));
      return others.length === ids.size ? ids : new Set(others);
    }),
  );

  const showAll = () => {
    setWaiting(new Set());
    void utils.orders.invalidate();
    void utils.history.invalidate();
  };

  useLiveChanges((change) => {
    if (change.topic === 'resync') return showAll();
    if (change.topic !== 'order') return;
    const { id } = change;
    // A driver's stream does not say which order it was.
    if (id === null || rows.some((row) => row.id === id)) return showAll();
    void utils.orders.counts.invalidate();
    if (!isOwnChange('order', id)) setWaiting((ids) => new Set(ids).add(id));
  });

  return {
    waiting: waiting.size,
    showAll,
  };
}

export interface OrderScope {
  role: Role;
  userId: number;
}

/** Leaves out the filters that a driver's list does not have. */
export const ofDriver = <Input extends object>(input: Input) => {
  const {
    customerId: _customer,
    driverId: _driver,
    unassigned: _unassigned,
    chargesProposed: _charges,
    payment: _payment,
    ...own
  }: Input & {
    customerId?: unknown;
    driverId?: unknown;
    unassigned?: unknown;
    chargesProposed?: unknown;
    payment?: unknown;
  } = input;
  return own;
};

/** One page of orders: all of them for staff, their own for a driver. The rows stay while the next page comes. */
export function useOrderPage({ role, userId }: OrderScope, view: OrderView) {
  const isDriver = role === 'driver';
  const input = useMemo(() => ({ ...filtersOf(view), page: view.page, limit: PAGE_SIZE_DEFAULT }), [view]);
  const all = trpc.orders.list.useQuery(input, { enabled: !isDriver, placeholderData: keepPreviousData });
  const own = trpc.orders.listOfDriver.useQuery(
    { ...ofDriver(input), driverId: userId },
    { enabled: isDriver && userId > 0, placeholderData: keepPreviousData },
  );
  return isDriver ? own : all;
}

export type Driver = Pick<User, 'id' | 'username' | 'firstName' | 'lastName'> & {
  stopsToday?: number | null;
  openOrders?: number | null;
};

/** Every active driver, by name: the choices of the assignment. */
export function useDrivers(isEnabled: boolean) {
  const { client } = trpc.useUtils();
  return useQuery({
    // Below the users' own key: a change in the team is a change here.
    queryKey: [...getQueryKey(trpc.users.list), 'to-assign'],
    enabled: isEnabled,
    queryFn: async (): Promise<Driver[]> => {
      const drivers: User[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const answer = await client.users.list.query({
          role: 'driver',
          isActive: 'true',
          sort: 'name',
          page,
          limit: PAGE_SIZE_MAX,
        });
        drivers.push(...answer.data);
        pages = answer.totalPages;
      }
      return drivers;
    },
  });
}
