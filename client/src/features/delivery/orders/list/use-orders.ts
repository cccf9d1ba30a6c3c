import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import type { User } from '@quickfleet/shared/people/users';
import type { Role } from '@quickfleet/shared/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { filtersOf, type OrderView } from './order-view.ts';

/** The user whose orders the page shows. */
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
    ...own
  }: Input & { customerId?: unknown; driverId?: unknown; unassigned?: unknown } = input;
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
