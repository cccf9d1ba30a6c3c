import type { SignatureForm } from '@quickfleet/shared/delivery/drivers/drivers';
import { isOpenOrder, isStopDone } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import type { AttemptForm, ScanForm } from '@quickfleet/shared/delivery/proof/attempts';
import type { StopPath } from '@quickfleet/shared/delivery/stops/stops';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { codeOf } from '../../company/history/values.ts';
import { exists } from '../../db/rows.ts';
import type { WrittenPicture } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, conflict, DomainError, invalid, notFound } from '../../http/errors.ts';
import { sharingMails } from '../../messages/outbox/outbox.service.ts';
import { createAttempt } from '../attempts/attempts.service.ts';
import { scanParcel } from '../attempts/scans.service.ts';
import type { Changed } from '../drivers/drivers.change.ts';
import { answerLateOrder, requireOrderAccess } from '../drivers/drivers.late.ts';
import { captureSignature } from '../drivers/drivers.signature.ts';
import { documentStop } from '../drivers/drivers.stop-photos.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import { readOwnOrders } from '../orders/orders.queries.ts';
import { finishChange } from '../orders/orders.service.ts';
import { isFailedAt } from './stops.queries.ts';

interface AtStop {
  stop: StopPath;
  /** Absent: all open ones. */
  orderIds?: readonly number[] | undefined;
}

/**
 * The orders that a call is about, by id, so that two calls lock them in the same order: those that it names, which must
 * be of the stop as it was read, else those that are open.
 *
 * @throws 400 for an order of another stop, 404, 409 when nothing is open
 */
export async function ordersAt(ctx: AppContext, { stop, orderIds }: AtStop): Promise<number[]> {
  const other = orderIds?.find((id) => !stop.orderIds.includes(id));
  if (other !== undefined) throw invalid('orderIds', t('Order {id} is not of this stop', { id: other }));
  if (orderIds) return orderIds.toSorted((a, b) => a - b);
  const own = await readOwnOrders(ctx, stop.orderIds);
  if (own.length === 0) {
    // What the caller once had keeps its evidence as late.
    for (const id of stop.orderIds) if (!(await requireOrderAccess(ctx, id))) throw notFound('Order');
    return stop.orderIds.toSorted((a, b) => a - b);
  }
  const left = own.filter(({ status }) => isOpenOrder(status) && !isStopDone(status, stop.kind));
  const open = left.filter((order) => !isFailedAt(order, stop.kind));
  if (left.length === 0) throw conflict('ORDER_MOVED_ON', t('Everything at this stop is done'));
  return (open.length > 0 ? open : left).map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Does the same for each order, in one transaction and with one mail to each reader. */
async function forEachOrder<T extends Changed>(
  ctx: AppContext,
  at: AtStop,
  work: (orderId: number) => Promise<T>,
): Promise<{ data: T[] }> {
  const ids = await ordersAt(ctx, at);
  return sharingMails(ctx, async () => {
    const data: T[] = [];
    for (const id of ids) data.push(await work(id));
    return { data };
  });
}

/** Of the items that a call names, those of one order; all of it when it names none. */
function itemsOf<I>(order: OrderView | undefined, items: I[] | undefined, idOf: (item: I) => number): I[] | undefined {
  if (!items || !order) return items;
  return items.filter((item) => order.items.some(({ id }) => id === idOf(item)));
}

type PhotosOfStop = AtStop & Omit<Parameters<typeof documentStop>[1], 'orderId' | 'stop'>;
/** Photos of several orders of a stop: each of them shows the same files. */
export async function documentOrders(ctx: AppContext, { stop, orderIds, itemIds, ...given }: PhotosOfStop) {
  const own = itemIds ? await readOwnOrders(ctx, stop.orderIds) : [];
  requireItems(own, itemIds);
  return forEachOrder(ctx, { stop, orderIds: orderIds ?? withItems(own, itemIds) }, (orderId) =>
    documentStop(ctx, {
      ...given,
      orderId,
      stop: stop.kind,
      itemIds: itemsOf(
        own.find(({ id }) => id === orderId),
        itemIds,
        (id) => id,
      ),
    }),
  );
}
const withItems = (orders: readonly OrderView[], itemIds: readonly number[] | undefined) =>
  itemIds && orders.filter(({ items }) => items.some(({ id }) => itemIds.includes(id))).map(({ id }) => id);
function requireItems(orders: readonly OrderView[], itemIds: readonly number[] | undefined): void {
  const unknown = itemIds?.find((id) => !orders.some(({ items }) => items.some((item) => item.id === id)));
  if (unknown !== undefined && orders.length > 0)
    throw badRequest('UNKNOWN_ITEM', t('One of the items is not part of this order'), [
      { path: 'itemIds', message: t('No item {id}', { id: unknown }) },
    ]);
}

type SignatureOfStop = AtStop &
  Omit<SignatureForm, 'orderId' | 'quoteId' | 'kind'> & { picture: WrittenPicture; strokes: string | null };
/** One signature for several orders of a stop. */
export const signOrders = (ctx: AppContext, { stop, orderIds, ...captured }: SignatureOfStop) =>
  forEachOrder(ctx, { stop, orderIds }, (orderId) => captureSignature(ctx, { ...captured, orderId, kind: stop.kind }));

type AttemptAtStop = AtStop &
  Omit<AttemptForm, 'stop'> & { photos: readonly WrittenPicture[]; signature: WrittenPicture | undefined };
/** One try for several orders of a stop. */
export async function attemptOrders(ctx: AppContext, { stop, orderIds, items, ...given }: AttemptAtStop) {
  const own = items ? await readOwnOrders(ctx, stop.orderIds) : [];
  requireItems(
    own,
    items?.map(({ itemId }) => itemId),
  );
  return forEachOrder(ctx, { stop, orderIds }, (orderId) =>
    createAttempt(ctx, {
      ...given,
      orderId,
      stop: stop.kind,
      items: itemsOf(
        own.find(({ id }) => id === orderId),
        items,
        ({ itemId }) => itemId,
      ),
    }),
  );
}

type ScanAtStop = AtStop & Omit<ScanForm, 'orderId' | 'stop'>;
/**
 * The scan of a parcel at a stop: it counts for the order whose label it is.
 *
 * @throws what the scan of one order throws: 409 WRONG_PARCEL for a parcel of no order of the stop
 */
export async function scanAtStop(ctx: AppContext, { stop, orderIds, ...scan }: ScanAtStop) {
  const ids = await ordersAt(ctx, { stop, orderIds: orderIds ?? (scan.code ? stop.orderIds : undefined) });
  if (scan.code === undefined && ids.length > 1) throw invalid('orderIds', t('Say which order this parcel is of'));
  let refusal: unknown;
  for (const orderId of ids)
    try {
      const { alreadyScanned, ...order } = await scanParcel(ctx, { ...scan, orderId, stop: stop.kind });
      return { data: [order], alreadyScanned };
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'WRONG_PARCEL') throw error;
      refusal ??= error;
    }
  throw refusal;
}

/** When the driver came to a stop; the next attempt there has it. Said again before that, it changes nothing. */
export const arriveAt = (ctx: AppContext, { stop, orderIds, at }: AtStop & { at?: string | undefined }) =>
  forEachOrder(ctx, { stop, orderIds }, async (orderId) => {
    const access = await requireOrderAccess(ctx, orderId);
    if (!access) throw notFound('Order');
    if ('closed' in access) return answerLateOrder(ctx, access.closed);
    const isKnown = await exists(
      ctx.em,
      `select 1 from history where subject = 'order' and subject_id = ? and action = 'stop.arrived' and split_part(detail, ',', 1) = ?
         and at >= coalesce((select max(received_at) from attempts where order_id = ? and stop = ?), '-infinity')`,
      [orderId, stop.kind, orderId, stop.kind],
    );
    if (!isKnown)
      record(ctx, {
        subject: 'order',
        subjectId: orderId,
        action: 'stop.arrived',
        ...historyTime(readPhoneTime(ctx, access.order, at), codeOf('stop', stop.kind)),
      });
    return finishChange(ctx, access.order);
  });
