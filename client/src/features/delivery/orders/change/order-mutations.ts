import { missingIn, proofKinds } from '@quickfleet/shared/company/proof/proof-demands';
import type { OrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import type { CreateOrder, DuplicateOrder, Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { codeOf, issuesOf, messageOf, statusOf } from '../../../../lib/api/error-message.ts';
import { failedAs, reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import type { Driver } from '../list/use-orders.ts';

/** What an order's change touches: the lists, its details, its quote, the figures. */
export function useRefreshOrders() {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.orders.invalidate(),
      utils.requests.invalidate(),
      utils.history.invalidate(),
      utils.dashboard.invalidate(),
      utils.quotes.invalidate(),
      utils.customers.invalidate(),
      utils.mailbox.invalidate(),
    ]);
}

/** The usual end of an order's change. */
function useOrderReport<Out, Sent>(
  done: (out: Out, sent: Sent) => string,
  more: Omit<Parameters<typeof reported<Out, Sent>>[0], 'done' | 'refresh'> = {},
) {
  return reported({ done, failed: t('Update Failed'), refresh: useRefreshOrders(), ...more });
}

/** `taken`: another driver has the order, named in `message`. */
export type AssignOutcome = { result: 'assigned' } | { result: 'taken'; message: string } | { result: 'failed' };

const isOrderPage = (data: unknown): data is { data: OrderRow[] } =>
  typeof data === 'object' && data !== null && 'totalPages' in data && 'data' in data;

/** Shows the assignment immediately and takes it back when the server refuses. */
export function useAssignDriver() {
  const queryClient = useQueryClient();
  const refresh = useRefreshOrders();
  const listKey = getQueryKey(trpc.orders.list);
  const assign = trpc.orders.assign.useMutation();

  const show = (orderId: number, driver: Driver) =>
    queryClient.setQueriesData({ queryKey: listKey }, (page: unknown) => {
      if (!isOrderPage(page)) return page;
      const { id, firstName, lastName, username } = driver;
      const changed = (row: OrderRow): OrderRow => ({
        ...row,
        driverId: id,
        driver: { id, firstName: firstName ?? username, lastName, phone: null },
        status: row.status === 'pending' ? 'assigned' : row.status,
      });
      return { ...page, data: page.data.map((row) => (row.id === orderId ? changed(row) : row)) };
    });

  const run = async (
    order: Pick<OrderRow, 'id' | 'trackingNumber'>,
    driver: Driver,
    reassign = false,
  ): Promise<AssignOutcome> => {
    await queryClient.cancelQueries({ queryKey: listKey });
    const before = queryClient.getQueriesData({ queryKey: listKey });
    show(order.id, driver);
    try {
      await assign.mutateAsync({ id: order.id, driverId: driver.id, ...(reassign ? { reassign } : {}) });
      showSuccess(
        t('Success'),
        t('Order {number} assigned to {name}', {
          number: formatTracking(order.trackingNumber),
          name: displayName(driver),
        }),
      );
      return { result: 'assigned' };
    } catch (error) {
      for (const [key, data] of before) queryClient.setQueryData(key, data);
      if (codeOf(error) === 'ORDER_ALREADY_ASSIGNED') return { result: 'taken', message: messageOf(error) };
      showError(t('Update Failed'), messageOf(error));
      return { result: 'failed' };
    } finally {
      void refresh();
    }
  };
  return { assign: run, isAssigning: assign.isPending };
}

/** `missing`: the proof that the rules ask for is not all there; each kind in words, as the server named it. */
export type MoveOutcome = { result: 'moved' } | { result: 'missing'; missing: string[] } | { result: 'failed' };

/** Start, Complete and what staff may do to a status; `overrideReason` lets it count without all of its proof. */
export function useSetOrderStatus() {
  const refresh = useRefreshOrders();
  const change = trpc.orders.setStatus.useMutation({
    onSuccess: (order) =>
      showSuccess(
        t('Status Updated'),
        t(
          'Order {number} is {status, select, assigned {assigned} picked_up {picked up} in_transit {in transit} delivered {delivered} cancelled {cancelled} other {pending}}',
          { number: formatTracking(order.trackingNumber), status: order.status },
        ),
      ),
    onSettled: refresh,
  });
  /** `asks`: the caller handles missing proof; otherwise it is a failure like any other. */
  const setStatus = async (
    id: number,
    status: OrderStatus,
    { overrideReason, asks = false }: { overrideReason?: string; asks?: boolean } = {},
  ): Promise<MoveOutcome> => {
    try {
      await change.mutateAsync({ id, status, ...(overrideReason ? { overrideReason } : {}) });
      return { result: 'moved' };
    } catch (error) {
      const missing = missingOf(error);
      if (asks && missing.length > 0) return { result: 'missing', missing };
      showError(t('Update Failed'), messageOf(error));
      return { result: 'failed' };
    }
  };
  return {
    setStatus,
    pendingId: change.isPending ? Number(change.variables.id) : undefined,
  };
}

function missingOf(error: unknown): string[] {
  if (codeOf(error) !== 'PROOF_MISSING') return [];
  const named = issuesOf(error);
  return proofKinds.flatMap((kind) => (named[kind] ? [missingIn(named[kind])] : []));
}

/** A correction; the dialog handles a stale one, so only other failures are shown here. */
export function useUpdateOrder() {
  const refresh = useRefreshOrders();
  const isStale = (error: unknown) => codeOf(error) === 'STALE_VERSION';
  return trpc.orders.update.useMutation(
    reported({
      done: (order) => t('Order {number} was saved', { number: formatTracking(order.trackingNumber) }),
      failed: t('Update Failed'),
      isShown: isStale,
      refresh: (error) => (isStale(error) ? undefined : refresh()),
    }),
  );
}

export const compareFailed = failedAs(t('Update Failed'));

export const useDeleteOrder = () =>
  trpc.orders.delete.useMutation(useOrderReport(() => t('Order deleted'), { failed: t('Delete Failed') }));

export const useRotateCode = () =>
  trpc.orders.rotateCode.useMutation(useOrderReport(() => t('The order has a new access code')));

export const useCorrectOrder = (onDone: () => void) =>
  trpc.attempts.correct.useMutation(
    useOrderReport(
      (order: Order) => t('Order {number} was corrected', { number: formatTracking(order.trackingNumber) }),
      { onDone },
    ),
  );

export const useAddCharge = () => trpc.charges.add.useMutation(useOrderReport(() => t('The charge was added')));

const chargeWords = {
  proposed: t('The charge was saved'),
  approved: t('The charge is approved'),
  dropped: t('The charge is dropped'),
};
export const useUpdateCharge = () =>
  trpc.charges.update.useMutation(useOrderReport((_, { state = 'proposed' }) => chargeWords[state]));

export const useDecideRequest = () =>
  trpc.requests.decide.useMutation(
    useOrderReport((_, { state }) =>
      state === 'accepted' ? t('The request is accepted') : t('The request is refused'),
    ),
  );

export const exportFailed = failedAs(t('Export failed'));

export const loadFailed = failedAs(t('The orders could not be loaded'));

/** A session that has ended asks for the password instead. */
const creationFailed = (error: unknown): void => {
  if (statusOf(error) !== 401) showError(t('Creation Failed'), messageOf(error));
};

export function useCreateOrder() {
  const { client } = trpc.useUtils();
  const refresh = useRefreshOrders();
  return useMutation({
    mutationFn: ({ order, attempt }: { order: CreateOrder; attempt: string }) =>
      client.orders.create.mutate(order, { context: { idempotencyKey: attempt } }),
    onSuccess: () => void refresh(),
    onError: creationFailed,
  });
}

/** The same order once more; one attempt, however often its answer is lost. */
export function useDuplicateOrder() {
  const { client } = trpc.useUtils();
  const refresh = useRefreshOrders();
  return useMutation({
    mutationFn: ({ order, attempt }: { order: DuplicateOrder; attempt: string }) =>
      client.orders.duplicate.mutate(order, { context: { idempotencyKey: attempt } }),
    onSuccess: (order) => {
      showSuccess(
        t('Order created'),
        t('{number} is the same order again', { number: formatTracking(order.trackingNumber) }),
      );
      void refresh();
    },
    onError: creationFailed,
  });
}

const resolvedWords = {
  retry: t('A new attempt is planned'),
  return: t('The order goes back to the sender'),
  cancel: t('The order is closed'),
};
/** The office's decision; the dialog shows errors of its fields. */
export const useResolveOrder = () =>
  trpc.attempts.resolve.useMutation(
    useOrderReport((_, { kind }) => resolvedWords[kind], {
      title: t('Saved'),
      isShown: (error) => Object.keys(issuesOf(error)).length > 0,
    }),
  );

export const useResetPin = () =>
  trpc.attempts.resetPin.useMutation(useOrderReport(() => t('A new PIN is on its way to the customer')));

export const useUnassignDriver = () =>
  trpc.orders.unassign.useMutation(
    useOrderReport((order: OrderRow) =>
      t('Order {number} unassigned', { number: formatTracking(order.trackingNumber) }),
    ),
  );

/** Somebody paid: the order and its quote say so. */
export const useMarkPaid = () =>
  trpc.orderPayments.paid.useMutation(
    useOrderReport((order: Order) =>
      t('Order {number} is marked as paid', { number: formatTracking(order.trackingNumber) }),
    ),
  );
export const useUndoPaid = () =>
  trpc.orderPayments.undo.useMutation(
    useOrderReport((order: Order) =>
      t('Order {number} waits for its payment again', { number: formatTracking(order.trackingNumber) }),
    ),
  );
