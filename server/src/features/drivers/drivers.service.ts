import { CODE_AFTER_DELIVERY_HOURS, DRIVER_GRANTS_MAX } from '@quickfleet/shared/limits';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/order-status';
import type { OrderItem as OrderItemView, Order as OrderView } from '@quickfleet/shared/orders';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { badRequest, conflict, notFound, unauthorized } from '../../lib/errors.ts';
import { countTry, forgiveTry } from '../../lib/limits.ts';
import { record } from '../history/history.service.ts';
import { type Order, OrderItem } from '../orders/order.entity.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockOrder, moveOrder } from '../orders/orders.service.ts';
import { addPicture, releaseImages, type WrittenPicture } from '../uploads/uploads.service.ts';

/**
 * Opens one order with its access code (specification section 6): the browser's session then holds the right to that
 * order. Tries are counted before the code is looked at. 401 for a wrong code and for one whose order is over.
 */
export async function openWithCode(ctx: AppContext, code: string): Promise<OrderView> {
  await countTry(ctx, 'drivers.access');
  const hashes = ctx.services.secrets.lookupHashes(code);
  const [order] = await ctx.em.execute<{ id: number; hash: string; status: string; over: boolean }[]>(
    `select id, access_code_hash as hash, status,
       coalesce(coalesce(delivered_at, cancelled_at) < ?::timestamptz - make_interval(hours => ?), false) as over
     from orders where access_code_hash in (${hashes.map(() => '?').join(', ')})`,
    [now(ctx), CODE_AFTER_DELIVERY_HOURS, ...hashes],
  );
  if (!order) throw unauthorized('WRONG_CODE', 'Invalid access code');
  if (order.over) throw unauthorized('CODE_EXPIRED', 'This access code has expired: its order is over');
  // Only wrong codes use the limit up: a depot behind one address opens as many orders as it has.
  await forgiveTry(ctx, 'drivers.access');
  const grants = [
    { orderId: order.id, codeHash: order.hash, at: now(ctx).toISOString() },
    ...ctx.caller.grants.filter((grant) => grant.orderId !== order.id),
  ].slice(0, DRIVER_GRANTS_MAX);
  await ctx.session.setGrants(grants);
  return readOrder({ ...ctx, grant: 'own', caller: { ...ctx.caller, grants } }, order.id);
}

/** The order that this browser opened last, or the one named, so that a reloaded portal comes back to it. */
export async function readCurrent(ctx: AppContext, orderId?: number): Promise<OrderView> {
  const opened =
    orderId === undefined ? ctx.caller.grants[0] : ctx.caller.grants.find((grant) => grant.orderId === orderId);
  if (!opened) throw unauthorized('CODE_REQUIRED', 'Open the order with its access code first');
  return readOrder(ctx, opened.orderId);
}

/** The same question as a page asks it that does not know yet whether anything was opened: null is no error. */
export async function readLast(ctx: AppContext): Promise<{ order: OrderView | null }> {
  const [latest] = ctx.caller.grants;
  return { order: latest ? await readOrder({ ...ctx, grant: 'own' }, latest.orderId) : null };
}

/** 'Access Different Order': this browser lets go of every order it opened. */
export async function leaveOrders(ctx: AppContext): Promise<{ success: true }> {
  await ctx.session.setGrants([]);
  return { success: true };
}

/**
 * Locks the order of an item that is the caller's own; any other item does not exist for them (security section 2,
 * T-4).
 */
async function lockOrderOfItem(ctx: AppContext, itemId: number): Promise<{ order: Order; item: OrderItem }> {
  const [row] = await ctx.em.execute<{ orderId: number }[]>(
    'select order_id as "orderId" from order_items where id = ?',
    [itemId],
  );
  if (!row) throw notFound('Item');
  const order = await lockOrder(ctx, row.orderId).catch((error) => {
    throw error instanceof Error && 'reason' in error && error.reason === 'ORDER_NOT_FOUND' ? notFound('Item') : error;
  });
  const item = order.items.getItems().find((candidate) => candidate.id === itemId);
  if (!item) throw notFound('Item');
  if (order.status === 'cancelled') throw conflict('ORDER_CANCELLED', 'This order was cancelled');
  if (order.status === 'delivered') throw conflict('ORDER_DELIVERED', 'This order is already delivered');
  return { order, item };
}

async function answerItem(
  ctx: AppContext,
  order: Order,
  itemId: number,
): Promise<OrderItemView & { order: OrderView }> {
  const answer = await finishChange(ctx, order);
  const item = answer.items.find((candidate) => candidate.id === itemId);
  if (!item) throw notFound('Item');
  return { ...item, order: answer };
}

interface Proof {
  itemId: number;
  pictures: readonly WrittenPicture[];
  takenAt: Date | undefined;
}
const lines = (proof: Proof) => ({ ...(proof.takenAt ? { occurredAt: proof.takenAt } : {}) });
const photos = ({ pictures }: Proof) => (pictures.length > 0 ? `, ${pictures.length} photo(s)` : '');
const store = (ctx: AppContext, { pictures, takenAt }: Proof) =>
  pictures.map((picture) => addPicture(ctx, picture, true, takenAt ?? null));

/**
 * Pickup photos mark the item picked up (specification section 4); isPickedUp=false takes the flag back until the order
 * has moved on.
 */
export async function documentPickup(ctx: AppContext, proof: Proof & { isPickedUp: boolean | undefined }) {
  const { order, item } = await lockOrderOfItem(ctx, proof.itemId);
  if (proof.isPickedUp === undefined && proof.pictures.length === 0)
    throw badRequest('NOTHING_TO_DO', 'Send photos or isPickedUp', [{ path: 'pickupImages', message: 'No photos' }]);
  const isPickedUp = proof.isPickedUp ?? true;
  if (!isPickedUp && !isBeforePickup(order.status)) throw conflict('ORDER_MOVED_ON', 'The order is already picked up');
  item.pickupImageUrls = [...item.pickupImageUrls, ...store(ctx, proof)];
  item.isPickedUp = isPickedUp;
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: isPickedUp ? 'item.picked_up' : 'item.not_picked_up',
    detail: `${item.name}${photos(proof)}`,
    ...lines(proof),
  });
  return answerItem(ctx, order, item.id);
}

/** Marks one item in transit; the last one moves a picked-up order (design section 3). */
export async function documentTransit(ctx: AppContext, proof: Proof & { isInTransit: boolean | undefined }) {
  const { order, item } = await lockOrderOfItem(ctx, proof.itemId);
  if (isBeforePickup(order.status)) throw conflict('ORDER_NOT_PICKED_UP', 'Collect the pickup signature first');
  const isInTransit = proof.isInTransit ?? true;
  if (!isInTransit && order.status !== 'picked_up') throw conflict('ORDER_MOVED_ON', 'The order is already in transit');
  item.transitImageUrls = [...item.transitImageUrls, ...store(ctx, proof)];
  item.isInTransit = isInTransit;
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: isInTransit ? 'item.in_transit' : 'item.not_in_transit',
    detail: `${item.name}${photos(proof)}`,
    ...lines(proof),
  });
  if (order.status === 'picked_up' && order.items.getItems().every((candidate) => candidate.isInTransit)) {
    await moveOrder(ctx, order, 'in_transit', 'status', lines(proof));
  }
  return answerItem(ctx, order, item.id);
}

/**
 * Delivery photos mark only that item delivered, never the order, which the delivery signature does (specification
 * section 4).
 */
export async function documentDelivery(ctx: AppContext, proof: Proof & { isDelivered: boolean | undefined }) {
  const { order, item } = await lockOrderOfItem(ctx, proof.itemId);
  if (proof.isDelivered === undefined && proof.pictures.length === 0)
    throw badRequest('NOTHING_TO_DO', 'Send photos or isDelivered', [{ path: 'deliveryImages', message: 'No photos' }]);
  const isDelivered = proof.isDelivered ?? true;
  if (isDelivered && !item.isPickedUp) throw conflict('ITEM_NOT_PICKED_UP', 'Pick this item up first');
  item.deliveryImageUrls = [...item.deliveryImageUrls, ...store(ctx, proof)];
  item.isDelivered = isDelivered;
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: isDelivered ? 'item.delivered' : 'item.not_delivered',
    detail: `${item.name}${photos(proof)}`,
    ...lines(proof),
  });
  return answerItem(ctx, order, item.id);
}

interface ItemFields {
  name: string;
  description?: string | null | undefined;
  quantity: number;
}

export async function addItem(ctx: AppContext, { orderId, ...fields }: ItemFields & { orderId: number }) {
  const order = await lockOrder(ctx, orderId);
  if (!isOpenOrder(order.status))
    throw conflict('ORDER_CLOSED', `This order is ${order.status} and cannot be changed any more`);
  const item = ctx.em.create(OrderItem, {
    order,
    position: Math.max(-1, ...order.items.getItems().map((candidate) => candidate.position)) + 1,
    name: fields.name,
    description: fields.description ?? null,
    quantity: fields.quantity,
    imageUrls: [],
    pickupImageUrls: [],
    transitImageUrls: [],
    deliveryImageUrls: [],
    isPickedUp: !isBeforePickup(order.status),
    isInTransit: order.status === 'in_transit',
  });
  order.items.add(item);
  await ctx.em.flush();
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'item.added',
    detail: `${fields.quantity} × ${fields.name}`,
  });
  return answerItem(ctx, order, item.id);
}

interface ItemChanges extends Partial<ItemFields> {
  itemId: number;
  removeImageUrls: readonly string[];
  pictures: readonly WrittenPicture[];
}
/** Only photos that this very item shows can be taken off it (security section 2, T-15). */
export async function editItem(ctx: AppContext, changes: ItemChanges) {
  const { order, item } = await lockOrderOfItem(ctx, changes.itemId);
  if (!changes.removeImageUrls.every((url) => item.imageUrls.includes(url))) {
    throw badRequest('UNKNOWN_IMAGE', 'One of the photos is not part of this item', [
      { path: 'removeImageUrls', message: 'Unknown photo' },
    ]);
  }
  if (changes.name !== undefined) item.name = changes.name;
  if (changes.description !== undefined) item.description = changes.description;
  if (changes.quantity !== undefined) item.quantity = changes.quantity;
  const added = changes.pictures.map((picture) => addPicture(ctx, picture, true));
  item.imageUrls = [...item.imageUrls.filter((url) => !changes.removeImageUrls.includes(url)), ...added];
  // A photo of the quote is still shown there.
  if (!order.quote) await releaseImages(ctx, changes.removeImageUrls);
  record(ctx, { subject: 'order', subjectId: order.id, action: 'item.edited', detail: item.name });
  return answerItem(ctx, order, item.id);
}

/** The last item stays: an order without items would be nothing to deliver. */
export async function deleteItem(ctx: AppContext, itemId: number): Promise<{ success: true; order: OrderView }> {
  const { order, item } = await lockOrderOfItem(ctx, itemId);
  if (order.items.length <= 1) throw conflict('LAST_ITEM', 'The last item of an order cannot be removed');
  await releaseImages(ctx, [
    ...item.pickupImageUrls,
    ...item.transitImageUrls,
    ...item.deliveryImageUrls,
    ...(order.quote ? [] : item.imageUrls),
  ]);
  record(ctx, { subject: 'order', subjectId: order.id, action: 'item.deleted', detail: item.name });
  order.items.remove(item);
  return { success: true, order: await finishChange(ctx, order) };
}
