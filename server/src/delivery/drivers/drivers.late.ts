import type { CaptureIn } from '@quickfleet/shared/base/capture';
import type { LateAnswer, LateReason } from '@quickfleet/shared/base/late-evidence';
import type { EvidenceForm } from '@quickfleet/shared/delivery/drivers/drivers';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { c, readRow, select } from '../../db/rows.ts';
import { findHashes, type WrittenPicture } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound, unauthorized } from '../../http/errors.ts';
import {
  type ClosedOrder,
  closedBy,
  findDeletedOrders,
  findOrderAccess,
  type OrderAccess,
} from '../order-rights/orders.rights.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { keepLate } from '../proof/orders.late.ts';

/** Fields of every answer to late evidence, in addition to the usual body if the caller may read it. */
export interface Late {
  late: true;
  after: LateReason;
}
export type Stage = 'pickup' | 'transit' | 'delivery';

/** This session has opened no order that is still open to it, and nobody is signed in who could have one. */
export const hasOnlyEndedRights = ({ caller }: Pick<AppContext, 'caller'>): boolean =>
  caller.grants.length === 0 && caller.user?.role !== 'driver';
export const codeRequired = () => unauthorized('CODE_REQUIRED', t('Open the order with its access code first'));

/** The caller's access to an order; with a code that only has to be entered again, they are asked to do that. */
export async function requireOrderAccess(ctx: AppContext, orderId: number): Promise<OrderAccess | undefined> {
  const access = await findOrderAccess(ctx, orderId);
  if (!access && hasOnlyEndedRights(ctx)) throw codeRequired();
  return access;
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

const ofItem = select({ orderId: c.int('order_id') });
async function orderOfItem(ctx: AppContext, itemId: number): Promise<number | undefined> {
  const row = await readRow(ctx.em, ofItem, 'select $columns from order_items where id = ?', [itemId]);
  return row?.orderId ?? (await findDeletedOrders(ctx, { itemId }))[0];
}

interface LateUpload extends EvidenceForm {
  pictures: readonly WrittenPicture[];
  /** Canonical JSON of a signature's. */
  strokes: string | null;
}
/**
 * Keeps photos or a signature that were refused, or came too late, with their order: they move nothing, and the office
 * is notified. An item that is gone does not matter.
 */
export async function handIn(ctx: AppContext, given: LateUpload): Promise<(OrderView & Late) | LateAnswer> {
  const access = await requireOrderAccess(ctx, given.orderId);
  if (!access) throw notFound('Order');
  const closed = 'closed' in access ? access.closed : { ...closedBy(access.order, 'refused'), order: access.order };
  await keepLate(ctx, closed, {
    kind: given.kind,
    item: closed.items.find(({ id }) => id === given.itemId),
    pictures: given.pictures,
    signerName: given.customerName ?? null,
    strokes: given.strokes,
    capture: given,
    refusal: given.refusal,
  });
  return answerLateOrder(ctx, closed);
}

const photosOf = {
  pickup: select({ urls: c.texts('pickup_image_urls') }),
  transit: select({ urls: c.texts('transit_image_urls') }),
  delivery: select({ urls: c.texts('delivery_image_urls') }),
} satisfies Record<Stage, unknown>;
/** Stores photos of an item of an order that is closed to the caller; undefined when they are in time. */
export async function keepLatePhotos(
  ctx: AppContext,
  stage: Stage,
  { itemId, pictures, capture = {} }: { itemId: number; pictures: readonly WrittenPicture[]; capture?: CaptureIn },
) {
  if (pictures.length === 0) return undefined;
  const orderId = await orderOfItem(ctx, itemId);
  if (orderId === undefined) return undefined;
  const access = await requireOrderAccess(ctx, orderId);
  const item = access && 'closed' in access && access.closed.items.find(({ id }) => id === itemId);
  if (!item) return undefined;
  const { closed } = access;
  const listed = await readRow(ctx.em, photosOf[stage], 'select $columns from order_items where id = ?', [itemId]);
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

/** The answer to a repeat from a phone that has lost its right to the order since; undefined if it has not. */
export async function lateReplay(
  ctx: AppContext,
  kept: { id: number } | { order: { id: number } } | LateAnswer,
): Promise<LateAnswer | undefined> {
  const orderId = orderIdOf(kept);
  const access = await requireOrderAccess(ctx, orderId);
  if (!access || !('closed' in access) || access.closed.order) return undefined;
  return shortAnswer('id' in kept ? kept.id : orderId, access.closed);
}
