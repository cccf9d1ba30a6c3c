import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import { displayName } from '@quickfleet/shared/people/users';
import { useState } from 'react';
import { codeOf, messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showSuccess } from '../../../../lib/toast.ts';
import { formatCount } from '../../../../lib/words/format.ts';
import { useRefreshOrders } from '../change/order-mutations.ts';
import type { Driver } from '../list/use-orders.ts';

export interface BulkFailure {
  order: OrderRow;
  message: string;
  /** Another driver has it: it can be reassigned explicitly. */
  isTaken: boolean;
}
/** What is done to each of many orders. */
export type BulkJob = { kind: 'assign'; driver: Driver; reassign: boolean } | { kind: 'cancel' };
export interface BulkResult {
  job: BulkJob;
  done: number;
  failures: BulkFailure[];
}

/** Does one thing to many orders, one call each, and reports every failure. */
export function useBulkWork() {
  const { client } = trpc.useUtils();
  const refresh = useRefreshOrders();
  const [progress, setProgress] = useState<{ job: BulkJob; done: number; of: number }>();
  const [result, setResult] = useState<BulkResult>();

  const doTo = (id: number, job: BulkJob) =>
    job.kind === 'cancel'
      ? client.orders.setStatus.mutate({ id, status: 'cancelled' })
      : client.orders.assign.mutate({
          id,
          driverId: job.driver.id,
          ...(job.reassign ? { reassign: job.reassign } : {}),
        });
  const run = async (orders: readonly OrderRow[], job: BulkJob): Promise<BulkResult> => {
    const failures: BulkFailure[] = [];
    setProgress({ job, done: 0, of: orders.length });
    for (const [at, order] of orders.entries()) {
      try {
        await doTo(order.id, job);
      } catch (error) {
        failures.push({ order, message: messageOf(error), isTaken: codeOf(error) === 'ORDER_ALREADY_ASSIGNED' });
      }
      setProgress({ job, done: at + 1, of: orders.length });
    }
    setProgress(undefined);
    const outcome = { job, done: orders.length - failures.length, failures };
    const count = formatCount(outcome.done, 'order');
    if (failures.length === 0)
      showSuccess(
        'Success',
        job.kind === 'cancel' ? `${count} cancelled` : `${count} assigned to ${displayName(job.driver)}`,
      );
    setResult(failures.length > 0 ? outcome : undefined);
    void refresh();
    return outcome;
  };

  return { run, result, dismiss: () => setResult(undefined), progress };
}
