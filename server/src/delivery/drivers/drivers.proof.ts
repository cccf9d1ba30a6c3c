import type { CaptureIn } from '@quickfleet/shared/base/capture';
import type { HistoryAction } from '@quickfleet/shared/company/history/history-words';
import { isBeforePickup } from '@quickfleet/shared/delivery/orders/order-status';
import type { OrderItem as OrderItemView, Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { IMAGES_PER_ITEM_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { c, readRow, select } from '../../db/rows.ts';
import { addPicture, findHashes, type WrittenPicture } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, conflict, notFound } from '../../http/errors.ts';
import { historyTime, type PhoneTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import type { Order, OrderItem } from '../orders/order.entity.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockOrder, moveOrder } from '../orders/orders.service.ts';
import { addPiece } from '../proof/orders.proof.ts';
import { codeRequired, hasOnlyEndedRights, keepLatePhotos, type Stage } from './drivers.late.ts';

const ofItem = select({ orderId: c.int('order_id') });
/**
 * Locks the order of an item that is the caller's own; any other item does not exist for them (docs/security.md, T-4).
 */
export async function lockOrderOfItem(ctx: AppContext, itemId: number): Promise<{ order: Order; item: OrderItem }> {
  if (hasOnlyEndedRights(ctx)) throw codeRequired();
  const row = await readRow(ctx.em, ofItem, 'select $columns from order_items where id = ?', [itemId]);
  if (!row) throw notFound('Item');
  const order = await lockOrder(ctx, row.orderId).catch((error) => {
    throw error instanceof Error && 'reason' in error && error.reason === 'ORDER_NOT_FOUND' ? notFound('Item') : error;
  });
  const item = order.items.getItems().find((candidate) => candidate.id === itemId);
  if (!item) throw notFound('Item');
  if (order.status === 'cancelled') throw conflict('ORDER_CANCELLED', t('This order was cancelled'));
  if (order.status === 'delivered') throw conflict('ORDER_DELIVERED', t('This order is already delivered'));
  return { order, item };
}

type ItemAnswer = OrderItemView & { order: OrderView };
function itemOf(order: OrderView, itemId: number): ItemAnswer {
  const item = order.items.find((candidate) => candidate.id === itemId);
  if (!item) throw notFound('Item');
  return { ...item, order };
}
export const answerItem = async (ctx: AppContext, order: Order, itemId: number): Promise<ItemAnswer> =>
  itemOf(await finishChange(ctx, order), itemId);

/**
 * The pictures that a list does not hold yet, known by the bytes as they were sent: a repeat after its idempotency key
 * is forgotten is no second photo. The order's lock makes the limit hold for uploads at the same moment.
 */
export async function newPictures(
  ctx: AppContext,
  listed: readonly string[],
  pictures: readonly WrittenPicture[],
): Promise<WrittenPicture[]> {
  const known = await findHashes(
    ctx,
    listed,
    pictures.map(({ contentHash }) => contentHash),
  );
  const fresh = pictures.filter(({ contentHash }) => !known.has(contentHash) && known.add(contentHash));
  if (fresh.length > 0 && listed.length + fresh.length > IMAGES_PER_ITEM_MAX)
    throw conflict(
      'TOO_MANY_PHOTOS',
      t('An item has room for {count} photos of each step', { count: IMAGES_PER_ITEM_MAX }),
    );
  return fresh;
}

interface Proof {
  itemId: number;
  pictures: readonly WrittenPicture[];
  takenAt: Date | undefined;
  capture?: CaptureIn;
}
export interface Step {
  stage: Stage;
  list: 'pickupImageUrls' | 'transitImageUrls' | 'deliveryImageUrls';
  flag: 'isPickedUp' | 'isInTransit' | 'isDelivered';
  /** What the history calls it, with the flag set and taken back. */
  actions: [done: HistoryAction, undone: HistoryAction];
  /** Refuses what the order's state does not allow. */
  check(order: Order, item: OrderItem, isDone: boolean, hasPhotos: boolean): void;
  /** Changes of the order after the step. */
  finish?(ctx: AppContext, order: Order, time: PhoneTime): Promise<void>;
}

/** The line of history of one item's step, with the photos that came with it. */
export function recordStep(
  ctx: AppContext,
  step: Step,
  done: { order: Order; item: OrderItem; isDone: boolean; fresh: readonly WrittenPicture[]; time: PhoneTime },
): void {
  const { order, item, isDone, fresh, time } = done;
  const photos = fresh.length;
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: step.actions[isDone ? 0 : 1],
    ...historyTime(time, photos === 0 ? item.name : { is: 'with_photos', item: item.name, photos }),
    files: fresh.map(({ sha256 }) => sha256),
  });
}

/** Stores the photos of one item and sets or clears its flag; late photos are kept separately from the order. */
async function document(ctx: AppContext, step: Step, proof: Proof & { isDone: boolean | undefined }) {
  const late = await keepLatePhotos(ctx, step.stage, proof);
  if (late) return late;
  const { order, item } = await lockOrderOfItem(ctx, proof.itemId);
  if (proof.isDone === undefined && proof.pictures.length === 0)
    throw badRequest('NOTHING_TO_DO', t('Send photos or {flag}', { flag: step.flag }), [
      { path: `${step.stage}Images`, message: t('No photos') },
    ]);
  const fresh = await newPictures(ctx, item[step.list], proof.pictures);
  if (proof.pictures.length > 0 && fresh.length === 0) return itemOf(await readOrder(ctx, order.id), item.id);
  const isDone = proof.isDone ?? true;
  step.check(order, item, isDone, fresh.length > 0);
  const time = readPhoneTime(ctx, order, proof.takenAt);
  item[step.list] = [...item[step.list], ...fresh.map((picture) => addPicture(ctx, picture, true, time.takenAt))];
  for (const picture of fresh)
    addPiece(ctx, order, { kind: 'photo', stop: step.stage, itemId: item.id, picture }, proof.capture ?? {});
  item[step.flag] = isDone;
  recordStep(ctx, step, { order, item, isDone, fresh, time });
  await step.finish?.(ctx, order, time);
  return answerItem(ctx, order, item.id);
}

export const pickup: Step = {
  stage: 'pickup',
  list: 'pickupImageUrls',
  flag: 'isPickedUp',
  actions: ['item.picked_up', 'item.not_picked_up'],
  check(order, _, isDone) {
    if (!isDone && !isBeforePickup(order.status)) throw conflict('ORDER_MOVED_ON', t('The order is already picked up'));
  },
};
/**
 * Pickup photos mark the item picked up; isPickedUp=false takes the flag back until the order has moved on.
 */
export const documentPickup = (
  ctx: AppContext,
  { isPickedUp, ...proof }: Proof & { isPickedUp: boolean | undefined },
) => document(ctx, pickup, { ...proof, isDone: isPickedUp });

const transit: Step = {
  stage: 'transit',
  list: 'transitImageUrls',
  flag: 'isInTransit',
  actions: ['item.in_transit', 'item.not_in_transit'],
  check(order, _, isDone) {
    if (isBeforePickup(order.status)) throw conflict('ORDER_NOT_PICKED_UP', t('Collect the pickup signature first'));
    if (!isDone && order.status !== 'picked_up') throw conflict('ORDER_MOVED_ON', t('The order is already in transit'));
  },
  async finish(ctx, order, time) {
    if (order.status === 'picked_up' && order.items.getItems().every((candidate) => candidate.isInTransit))
      await moveOrder(ctx, order, 'in_transit', 'status', historyTime(time));
  },
};
/** Marks one item in transit; the last one moves a picked-up order (S06). */
export const documentTransit = (
  ctx: AppContext,
  { isInTransit, ...proof }: Proof & { isInTransit: boolean | undefined },
) => document(ctx, transit, { ...proof, isDone: isInTransit });

export const delivery: Step = {
  stage: 'delivery',
  list: 'deliveryImageUrls',
  flag: 'isDelivered',
  actions: ['item.delivered', 'item.not_delivered'],
  check(order, item, isDone, hasPhotos) {
    // Taking a flag back is always possible.
    if (!isDone && !hasPhotos) return;
    if (isBeforePickup(order.status) && !item.isPickedUp)
      throw conflict('ITEM_NOT_PICKED_UP', t('Pick this item up first'));
  },
};
/**
 * Delivery photos mark only that item delivered, never the order, which the delivery signature does. Before the pickup
 * there is nothing to deliver.
 */
export const documentDelivery = (
  ctx: AppContext,
  { isDelivered, ...proof }: Proof & { isDelivered: boolean | undefined },
) => document(ctx, delivery, { ...proof, isDone: isDelivered });
