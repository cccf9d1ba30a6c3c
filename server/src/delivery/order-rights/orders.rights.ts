import { LockMode } from '@mikro-orm/postgresql';
import type { LateReason } from '@quickfleet/shared/base/late-evidence';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import { LATE_EVIDENCE_DAYS } from '@quickfleet/shared/limits';
import { onlyId, readRows } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { Order } from '../orders/order.entity.ts';
import { isOwnOrder } from '../orders/orders.queries.ts';
import { DeletedOrder, EndedRight, type EndReason } from './ended-right.entity.ts';

/** Records that the order's present code no longer opens it; its users may still upload evidence. */
export function endCode(ctx: AppContext, { id, accessCodeHash }: Order, after: EndReason): void {
  ctx.em.create(EndedRight, { orderId: id, codeHash: accessCodeHash, driverId: null, after, endedAt: now(ctx) });
}
export function endDriver(ctx: AppContext, { id }: Order, driverId: number, after: EndReason): void {
  ctx.em.create(EndedRight, { orderId: id, codeHash: null, driverId, after, endedAt: now(ctx) });
}

/** Ends every right to an order that is being deleted, and keeps what its evidence is known by. */
export function endOrder(ctx: AppContext, order: Order): void {
  endCode(ctx, order, 'deleted');
  if (order.driver) endDriver(ctx, order, order.driver.id, 'deleted');
  ctx.em.create(DeletedOrder, {
    id: order.id,
    quoteId: order.quote?.id ?? null,
    trackingNumber: order.trackingNumber,
    items: order.items.getItems().map(({ id, name }) => ({ id, name })),
    createdAt: order.createdAt,
    deletedAt: now(ctx),
  });
}

/** An order that takes nothing but evidence from this caller. */
export interface ClosedOrder {
  id: number;
  trackingNumber: string;
  createdAt: Date;
  items: { id: number; name: string }[];
  /** What closed it to this caller. */
  after: LateReason;
  /** Absent when the order is deleted, or not the caller's own any more. */
  order?: Order;
}
/** How an order stands to a driver or a code: open and their own, or closed and once their own. */
export type OrderAccess = { order: Order } | { closed: ClosedOrder };

/** Locks an order that is, or once was, the caller's own; undefined for any other. */
export async function findOrderAccess(ctx: AppContext, orderId: number): Promise<OrderAccess | undefined> {
  const order = await ctx.em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!order) return findDeleted(ctx, orderId);
  await ctx.em.populate(order, ['driver', 'items']);
  const isOwn = isOwnOrder(ctx, { id: order.id, driverId: order.driver?.id ?? null });
  if (isOwn && isOpenOrder(order.status)) return { order };
  const after = isOwn ? finished(order) : await findEnd(ctx, order);
  if (!after) return undefined;
  return { closed: { ...closedBy(order, after), ...(isOwn ? { order } : {}) } };
}

const finished = ({ status }: Order): LateReason => (status === 'cancelled' ? 'cancelled' : 'delivered');
export const closedBy = (order: Order, after: LateReason): ClosedOrder => ({
  id: order.id,
  trackingNumber: order.trackingNumber,
  createdAt: order.createdAt,
  items: order.items.getItems().map(({ id, name }) => ({ id, name })),
  after,
});

const oldest = (ctx: AppContext) => new Date(now(ctx).getTime() - LATE_EVIDENCE_DAYS * 86_400_000);
const hashesFor = ({ caller }: AppContext, orderId: number) =>
  [...caller.grants, ...(caller.endedGrants ?? [])]
    .filter((grant) => grant.orderId === orderId)
    .map((grant) => grant.codeHash);

/** Why an order is closed to somebody who once had it; undefined when they never had, or need only enter the code again. */
async function findEnd(ctx: AppContext, order: Order): Promise<LateReason | undefined> {
  if (hashesFor(ctx, order.id).includes(order.accessCodeHash)) {
    const over = order.deliveredAt ?? order.cancelledAt;
    return over && over > oldest(ctx) && !isOpenOrder(order.status) ? finished(order) : undefined;
  }
  return (await findEndedRight(ctx, order.id))?.after;
}

function findEndedRight(ctx: AppContext, orderId: number): Promise<EndedRight | null> {
  const { user } = ctx.caller;
  return ctx.em.findOne(
    EndedRight,
    {
      orderId,
      endedAt: { $gt: oldest(ctx) },
      $or: [
        { codeHash: { $in: hashesFor(ctx, orderId) } },
        ...(user?.role === 'driver' ? [{ driverId: user.id }] : []),
      ],
    },
    { orderBy: { endedAt: 'desc' } },
  );
}

async function findDeleted(ctx: AppContext, orderId: number): Promise<OrderAccess | undefined> {
  const deleted = await ctx.em.findOne(DeletedOrder, { id: orderId, deletedAt: { $gt: oldest(ctx) } });
  if (!deleted || !(await findEndedRight(ctx, orderId))) return undefined;
  const { id, trackingNumber, createdAt, items } = deleted;
  return { closed: { id, trackingNumber, createdAt, items, after: 'deleted' } };
}

/** The deleted orders that had this item, or were made of this quote. */
export async function findDeletedOrders(
  ctx: AppContext,
  of: { itemId: number } | { quoteId: number },
): Promise<number[]> {
  const [where, value] =
    'itemId' in of ? ['items @> ?::jsonb', JSON.stringify([{ id: of.itemId }])] : ['quote_id = ?', of.quoteId];
  const rows = await readRows(ctx.em, onlyId, `select $columns from deleted_orders where ${where}`, [value]);
  return rows.map(({ id }) => id);
}

/** The order that a code once opened and opens no longer. */
export async function findByEndedCode(
  ctx: AppContext,
  hashes: readonly string[],
): Promise<{ orderId: number; codeHash: string; after: EndReason } | undefined> {
  const right = await ctx.em.findOne(
    EndedRight,
    { codeHash: { $in: [...hashes] }, endedAt: { $gt: oldest(ctx) } },
    { orderBy: { endedAt: 'desc' } },
  );
  if (!right?.codeHash) return undefined;
  const { orderId, codeHash, after } = right;
  const isDeleted = await ctx.em.count(DeletedOrder, { id: orderId });
  return { orderId, codeHash, after: isDeleted ? 'deleted' : after };
}

export const wasDeleted = async (ctx: AppContext, orderId: number): Promise<boolean> =>
  (await ctx.em.count(DeletedOrder, { id: orderId, deletedAt: { $gt: oldest(ctx) } })) > 0;
