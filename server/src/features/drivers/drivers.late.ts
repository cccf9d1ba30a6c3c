import type { CaptureIn } from '@quickfleet/shared/capture';
import type { LateAnswer, LateReason } from '@quickfleet/shared/late-evidence';
import type { Order as OrderView } from '@quickfleet/shared/orders';
import type { AppContext } from '../../context.ts';
import { unauthorized } from '../../lib/errors.ts';
import { query } from '../../lib/query.ts';
import { keepLate } from '../orders/orders.late.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { type ClosedOrder, findDeletedOrders, findStanding, type Standing } from '../orders/orders.rights.ts';
import { findHashes, type WrittenPicture } from '../uploads/uploads.service.ts';

/** What stands in every answer to evidence that came late, beside the usual body where the caller may read it. */
export interface Late {
  late: true;
  after: LateReason;
}
export type Stage = 'pickup' | 'transit' | 'delivery';

/** This session has opened no order that is still open to it, and nobody is signed in who could have one. */
export const hasOnlyEndedRights = ({ caller }: Pick<AppContext, 'caller'>): boolean =>
  caller.grants.length === 0 && caller.user?.role !== 'driver';
export const codeRequired = () => unauthorized('CODE_REQUIRED', 'Open the order with its access code first');

/** How the caller stands to an order; with a code that only has to be entered again, they are asked to do that. */
export async function requireStanding(ctx: AppContext, orderId: number): Promise<Standing | undefined> {
  const standing = await findStanding(ctx, orderId);
  if (!standing && hasOnlyEndedRights(ctx)) throw codeRequired();
  return standing;
}

export const shortAnswer = (id: number, { id: orderId, after }: ClosedOrder): LateAnswer => ({
  id,
  orderId,
  late: true,
  after,
});

export async function answerLateOrder(ctx: AppContext, closed: ClosedOrder): Promise<(OrderView & Late) | LateAnswer> {
  if (!closed.order) return shortAnswer(closed.id, closed);
  return { ...(await readOrder(ctx, closed.id)), late: true, after: closed.after };
}

async function orderOfItem(ctx: AppContext, itemId: number): Promise<number | undefined> {
  const [row] = await query<{ orderId: number }>(ctx.em, 'select order_id as "orderId" from order_items where id = ?', [
    itemId,
  ]);
  return row?.orderId ?? (await findDeletedOrders(ctx, { itemId }))[0];
}

/** Keeps photos of an item whose order is closed to the caller; undefined when they are in time. */
export async function keepLatePhotos(
  ctx: AppContext,
  stage: Stage,
  { itemId, pictures, capture = {} }: { itemId: number; pictures: readonly WrittenPicture[]; capture?: CaptureIn },
) {
  if (pictures.length === 0) return undefined;
  const orderId = await orderOfItem(ctx, itemId);
  if (orderId === undefined) return undefined;
  const standing = await requireStanding(ctx, orderId);
  const item = standing && 'closed' in standing && standing.closed.items.find(({ id }) => id === itemId);
  if (!item) return undefined;
  const { closed } = standing;
  const [listed] = await query<{ urls: string[] }>(
    ctx.em,
    `select ${stage}_image_urls as urls from order_items where id = ?`,
    [itemId],
  );
  const inTime = await findHashes(
    ctx,
    listed?.urls ?? [],
    pictures.map(({ contentHash }) => contentHash),
  );
  const late = pictures.filter(({ contentHash }) => !inTime.has(contentHash));
  await keepLate(ctx, closed, { kind: `${stage}_photo`, item, pictures: late, capture });
  if (!closed.order) return shortAnswer(itemId, closed);
  const order = await readOrder(ctx, closed.id);
  const view = order.items.find(({ id }) => id === itemId);
  return view ? { ...view, order, late: true as const, after: closed.after } : shortAnswer(itemId, closed);
}

/** The order that the answer to a driver's change is about. */
export const orderIdOf = (answer: { id: number } | { order: { id: number } } | LateAnswer): number =>
  'orderId' in answer ? answer.orderId : 'order' in answer ? answer.order.id : answer.id;

/** What a repeat says to a phone whose right to the order has ended meanwhile; undefined while it has not. */
export async function lateReplay(
  ctx: AppContext,
  kept: { id: number } | { order: { id: number } } | LateAnswer,
): Promise<LateAnswer | undefined> {
  const orderId = orderIdOf(kept);
  const standing = await requireStanding(ctx, orderId);
  if (!standing || !('closed' in standing) || standing.closed.order) return undefined;
  return shortAnswer('id' in kept ? kept.id : orderId, standing.closed);
}
