import { readLabel } from '@quickfleet/shared/base/scan/parcel-number';
import { findScanned } from '@quickfleet/shared/base/scan/partner-code';
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
import { badRequest, conflict, invalid, notFound } from '../../http/errors.ts';
import { sharingMails } from '../../messages/outbox/outbox.service.ts';
import { createAttempt, isKnownAttempt } from '../attempts/attempts.service.ts';
import { scanParcel } from '../attempts/scans.service.ts';
import type { Changed } from '../drivers/drivers.change.ts';
import { answerLateOrder, requireOrderAccess } from '../drivers/drivers.late.ts';
import { captureSignature } from '../drivers/drivers.signature.ts';
import { documentStop } from '../drivers/drivers.stop-photos.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import { readOwnOrders } from '../orders/orders.queries.ts';
import { finishChange } from '../orders/orders.service.ts';
import { hasPicture } from '../proof/proof.queries.ts';
import { isFailedAt } from './stops.queries.ts';

interface AtStop {
  stop: StopPath;
  /** Absent: all open ones. */
  orderIds?: readonly number[] | undefined;
}

/**
 * The orders that a call is about, by id, so that two calls lock them in the same order: those that it names, which must
 * be of the stop as it was read, else those that are open. Evidence that names none and finds none open is for those that
 * `isKnown` says to have it already, else for those that failed, else it is late for all.
 *
 * @throws 400 for an order of another stop, 404, 409 when nothing is open
 */
export async function ordersAt(
  ctx: AppContext,
  { stop, orderIds }: AtStop,
  isKnown?: (orderId: number) => Promise<boolean>,
): Promise<number[]> {
  const other = orderIds?.find((id) => !stop.orderIds.includes(id));
  if (other !== undefined) throw invalid('orderIds', t('Order {id} is not of this stop', { id: other }));
  if (orderIds) return sorted(orderIds);
  const own = await readOwnOrders(ctx, stop.orderIds);
  const left = own.filter(
    ({ status, outcome }) => isOpenOrder(status) && !isStopDone(status, stop.kind) && outcome !== 'returning',
  );
  const open = left.filter((order) => !isFailedAt(order, stop.kind));
  if (open.length > 0) return sorted(open.map(({ id }) => id));
  const known: number[] = [];
  if (isKnown) for (const { id } of own) if (await isKnown(id)) known.push(id);
  if (known.length > 0) return sorted(known);
  if (left.length > 0) return sorted(left.map(({ id }) => id));
  if (own.length > 0 && !isKnown) throw conflict('ORDER_MOVED_ON', t('Everything at this stop is done'));
  // What the caller once had keeps its evidence as late.
  const accessible: number[] = [];
  for (const id of sorted(stop.orderIds)) if (await requireOrderAccess(ctx, id)) accessible.push(id);
  if (accessible.length === 0) throw notFound('Order');
  return accessible;
}
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

/** Does the same for each order, in one transaction and with one mail to each reader. */
async function forEachOrder<T extends Changed>(
  ctx: AppContext,
  at: AtStop,
  work: (orderId: number) => Promise<T>,
  isKnown?: (orderId: number) => Promise<boolean>,
): Promise<{ data: T[] }> {
  const ids = await ordersAt(ctx, at, isKnown);
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
  const own = await ordersWithItems(ctx, { stop, orderIds }, itemIds, 'itemIds');
  return forEachOrder(
    ctx,
    { stop, orderIds: orderIds ?? withItems(own, itemIds) },
    (orderId) =>
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
    (orderId) => hasPicture(ctx, { id: orderId, stop: stop.kind }, given.pictures),
  );
}
const withItems = (orders: readonly OrderView[], itemIds: readonly number[] | undefined) =>
  itemIds && orders.filter(({ items }) => items.some(({ id }) => itemIds.includes(id))).map(({ id }) => id);
/** The caller's orders that a call with items may be about; each item must be of one of them. */
async function ordersWithItems(
  ctx: AppContext,
  { stop, orderIds = stop.orderIds }: AtStop,
  itemIds: readonly number[] | undefined,
  path: 'itemIds' | 'items',
): Promise<OrderView[]> {
  if (!itemIds) return [];
  const own = await readOwnOrders(ctx, orderIds);
  const unknown = itemIds.find((id) => !own.some(({ items }) => items.some((item) => item.id === id)));
  // What is not the caller's any more keeps its evidence as late, and may have had the item.
  if (unknown !== undefined && own.length === orderIds.length)
    throw badRequest('UNKNOWN_ITEM', t('One of the items is not part of this order'), [
      { path, message: t('No item {id}', { id: unknown }) },
    ]);
  return own;
}

type SignatureOfStop = AtStop &
  Omit<SignatureForm, 'orderId' | 'quoteId' | 'kind'> & { picture: WrittenPicture; strokes: string | null };
/** One signature for several orders of a stop. */
export const signOrders = (ctx: AppContext, { stop, orderIds, ...captured }: SignatureOfStop) =>
  forEachOrder(
    ctx,
    { stop, orderIds },
    (orderId) => captureSignature(ctx, { ...captured, orderId, kind: stop.kind }),
    (orderId) => hasPicture(ctx, { id: orderId, stop: stop.kind }, [captured.picture]),
  );

type AttemptAtStop = AtStop &
  Omit<AttemptForm, 'stop'> & { photos: readonly WrittenPicture[]; signature: WrittenPicture | undefined };
/** One try for several orders of a stop. What failed in part is the orders whose items are named. */
export async function attemptOrders(ctx: AppContext, { stop, orderIds, items, ...given }: AttemptAtStop) {
  const itemIds = items?.map(({ itemId }) => itemId);
  const own = await ordersWithItems(ctx, { stop, orderIds }, itemIds, 'items');
  const attemptOf = (orderId: number) => ({
    ...given,
    orderId,
    stop: stop.kind,
    items: itemsOf(
      own.find(({ id }) => id === orderId),
      items,
      ({ itemId }) => itemId,
    ),
  });
  const inPart = given.outcome === 'partial' ? withItems(own, itemIds) : undefined;
  return forEachOrder(
    ctx,
    { stop, orderIds: orderIds ?? inPart },
    (orderId) => createAttempt(ctx, attemptOf(orderId)),
    (orderId) => isKnownAttempt(ctx, attemptOf(orderId)),
  );
}

type ScanAtStop = AtStop & Omit<ScanForm, 'orderId' | 'stop'>;
/**
 * The scan of a parcel at a stop: it counts for the order that has the label or the partner code, whatever became of the
 * others there.
 *
 * @throws what the scan of one order throws: 409 WRONG_PARCEL for a parcel of no order of the stop; 400 when several
 * orders could have the parcel
 */
export async function scanAtStop(ctx: AppContext, { stop, orderIds, ...scan }: ScanAtStop) {
  const ids = await ordersAt(ctx, { stop, orderIds: orderIds ?? (scan.code ? stop.orderIds : undefined) });
  const orderId = await orderOfScan(ctx, ids, { ...scan, stop: stop.kind });
  const { alreadyScanned, ...order } = await scanParcel(ctx, { ...scan, orderId, stop: stop.kind });
  return { data: [order], alreadyScanned };
}

/** Which of some orders a scan is for; where none has it, the one whose refusal says why. */
async function orderOfScan(
  ctx: AppContext,
  ids: readonly number[],
  { code, parcel, stop }: Pick<ScanForm, 'code' | 'parcel' | 'stop'>,
): Promise<number> {
  const [first] = ids;
  if (first === undefined) throw notFound('Order');
  if (ids.length === 1) return first;
  const unclear = () => invalid('orderIds', t('Say which order this parcel is of'));
  if (code === undefined) throw unclear();
  const own = (await readOwnOrders(ctx, ids)).toSorted(
    (one, other) => Number(isOpenOrder(other.status)) - Number(isOpenOrder(one.status)),
  );
  const label = readLabel(code);
  const holder = own.find(({ trackingNumber, partnerCodes }) =>
    label ? label.trackingNumber === trackingNumber : findScanned(partnerCodes, code),
  );
  const isNew = !label && !holder && stop === 'pickup' && parcel !== undefined;
  if (isNew && own.filter(({ status }) => isOpenOrder(status)).length > 1) throw unclear();
  return holder?.id ?? own[0]?.id ?? first;
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
