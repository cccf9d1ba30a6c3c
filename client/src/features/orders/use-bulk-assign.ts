import type { OrderRow } from '@quickfleet/shared/orders';
import { displayName } from '@quickfleet/shared/users';
import { useState } from 'react';
import { codeOf, messageOf } from '../../lib/error-message.ts';
import { formatCount } from '../../lib/format.ts';
import { showSuccess } from '../../lib/toast.ts';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshOrders } from './order-mutations.ts';
import type { Driver } from './use-orders.ts';

export interface BulkFailure {
  order: OrderRow;
  message: string;
  /** Somebody else has it: it can be given away explicitly. */
  isTaken: boolean;
}
export interface BulkResult {
  driver: Driver;
  assigned: number;
  failures: BulkFailure[];
}

/** Gives many orders to one driver, one call each, and says for every row that failed why. */
export function useBulkAssign() {
  const { client } = trpc.useUtils();
  const refresh = useRefreshOrders();
  const [done, setDone] = useState<number>();
  const [result, setResult] = useState<BulkResult>();

  const run = async (orders: readonly OrderRow[], driver: Driver, reassign: boolean): Promise<BulkResult> => {
    const failures: BulkFailure[] = [];
    setDone(0);
    for (const [at, order] of orders.entries()) {
      try {
        await client.orders.assign.mutate({ id: order.id, driverId: driver.id, ...(reassign ? { reassign } : {}) });
      } catch (error) {
        failures.push({ order, message: messageOf(error), isTaken: codeOf(error) === 'ORDER_ALREADY_ASSIGNED' });
      }
      setDone(at + 1);
    }
    setDone(undefined);
    const outcome = { driver, assigned: orders.length - failures.length, failures };
    if (failures.length === 0)
      showSuccess('Success', `${displayName(driver)} has ${formatCount(outcome.assigned, 'order')}`);
    setResult(failures.length > 0 ? outcome : undefined);
    void refresh();
    return outcome;
  };

  return { run, result, dismiss: () => setResult(undefined), done };
}
