import type { SignatureForm } from '@quickfleet/shared/delivery/drivers/drivers';
import {
  displayOrderStatus,
  isBeforePickup,
  type OrderStatus,
  orderFacts,
  type SignatureKind,
  signatureKindFor,
} from '@quickfleet/shared/delivery/orders/order-status';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { onlyId, readRows } from '../../db/rows.ts';
import { addPicture, type WrittenPicture } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { badRequest, conflict, notFound } from '../../http/errors.ts';
import { sha256 } from '../../security/secrets.ts';
import { type ClosedOrder, closedBy, findDeletedOrders, findOrderAccess } from '../order-rights/orders.rights.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import type { Order } from '../orders/order.entity.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, moveOrder } from '../orders/orders.service.ts';
import { keepLate } from '../proof/orders.late.ts';
import { addPiece } from '../proof/orders.proof.ts';
import { Signature } from '../proof/signature.entity.ts';
import { answerLateOrder, requireOrderAccess } from './drivers.late.ts';

interface Captured extends SignatureForm {
  picture: WrittenPicture;
  /** Canonical JSON; null when the phone did not send them. */
  strokes: string | null;
}

/**
 * The order a signature is for: by quoteId, by orderId, or the one that this browser opened. Never another driver's
 * (docs/security.md, T-4). A quote may have a new order after the first was deleted; the phone's is the one it names or
 * once had.
 */
async function orderIdOf(ctx: AppContext, { quoteId, orderId }: SignatureForm): Promise<number> {
  if (quoteId !== undefined) {
    const rows = await readRows(ctx.em, onlyId, 'select $columns from orders where quote_id = ?', [quoteId]);
    const ids = [...rows.map(({ id }) => id), ...(await findDeletedOrders(ctx, { quoteId }))];
    const [present] = ids;
    if (present === undefined) throw notFound('Order');
    if (orderId !== undefined && !ids.includes(orderId))
      throw badRequest('ORDER_MISMATCH', t('quoteId and orderId name different orders'), [
        { path: 'orderId', message: t('Another order') },
      ]);
    if (orderId !== undefined) return orderId;
    for (const id of ids) if (await findOrderAccess(ctx, id)) return id;
    return present;
  }
  const { grants, endedGrants = [] } = ctx.caller;
  const held = new Set((grants.length > 0 ? grants : endedGrants).map((grant) => grant.orderId));
  const id = orderId ?? (held.size === 1 ? [...held][0] : undefined);
  if (id === undefined)
    throw badRequest('ORDER_REQUIRED', t('Say which order this signature is for'), [
      { path: 'quoteId', message: t('quoteId or orderId is required') },
    ]);
  return id;
}

/** A driver's signature is evidence in addition to the customer's and moves nothing. */
const kindOfDriverSignature = (status: OrderStatus): SignatureKind =>
  orderFacts[status].hasLeft ? 'delivery' : 'pickup';

function kindOf(status: OrderStatus, { kind, signer }: SignatureForm): SignatureKind {
  const present = displayOrderStatus(status, true);
  if (status === 'cancelled') throw conflict('ORDER_CANCELLED', t('This order was cancelled'));
  const due = signer === 'driver' ? kindOfDriverSignature(status) : signatureKindFor(status);
  if (!due)
    throw conflict('NO_SIGNATURE_DUE', t('This order is {present}; no customer signature is due now', { present }));
  // A pickup signature that is sent again after the order moved on must never deliver it.
  if (kind && kind !== due)
    throw conflict(
      'WRONG_SIGNATURE_KIND',
      t(
        'This order is {present}; a {kind, select, pickup {pickup} return {return} other {delivery}} signature does not fit',
        { present, kind },
      ),
    );
  return due;
}

/**
 * Stores a signature. The customer's moves the order: before pickup to picked_up with every item, in transit to
 * delivered with every item. The same image sent again gets the same answer without a second move; one that is too late
 * to move anything is kept separately from the order.
 */
export async function captureSignature(ctx: AppContext, captured: Captured) {
  const access = await requireOrderAccess(ctx, await orderIdOf(ctx, captured));
  if (!access) throw notFound('Order');
  if ('closed' in access) return keepLateSignature(ctx, access.closed, captured);
  const { order } = access;
  if (await isKnown(ctx, order.id, captured)) return readOrder(ctx, order.id);
  if (await missedPickup(ctx, order, captured))
    return keepLateSignature(ctx, { ...closedBy(order, 'moved_on'), order }, captured);
  // The office has decided that it goes back while the phone was away.
  if (order.outcome === 'returning' && captured.signer === 'customer' && captured.kind === 'delivery')
    return keepLateSignature(ctx, { ...closedBy(order, 'moved_on'), order }, captured);
  const kind = kindOf(order.status, captured);
  const time = readPhoneTime(ctx, order, captured.takenAt);
  const signerName = captured.customerName ?? null;
  ctx.em.create(Signature, {
    order,
    kind,
    signer: captured.signer,
    signerName,
    signerRelation: captured.signerRelation ?? null,
    imageUrl: addPicture(ctx, captured.picture, true, time.takenAt),
    imageHash: captured.picture.contentHash,
    strokes: captured.strokes,
    capturedAt: now(ctx),
    signedAt: time.takenAt,
  });
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: `signature.${kind}.${captured.signer}`,
    ...historyTime(time, signerName ?? undefined),
    files: [captured.picture.sha256, ...(captured.strokes ? [sha256(captured.strokes)] : [])],
  });
  addPiece(ctx, order, { kind: 'signature', stop: kind, picture: captured.picture }, captured);
  if (captured.signer === 'customer')
    await moveOrder(ctx, order, kind === 'pickup' ? 'picked_up' : 'delivered', 'signature', {
      ...(time.takenAt ? { occurredAt: time.takenAt } : {}),
      capture: captured,
      proof: {
        signature: { name: signerName, relation: captured.signerRelation ?? null },
        hasPosition: Boolean(captured.position),
      },
    });
  return finishChange(ctx, order);
}

const isKnown = async (ctx: AppContext, orderId: number, { signer, kind, picture }: Captured): Promise<boolean> =>
  (await ctx.em.count(Signature, {
    order: orderId,
    signer,
    imageHash: picture.contentHash,
    ...(kind ? { kind } : {}),
  })) > 0;

/** The customer signed at the pickup, and the office moved the order on before the phone could say so. */
async function missedPickup(ctx: AppContext, order: Order, { kind, signer }: Captured): Promise<boolean> {
  if (kind !== 'pickup' || signer !== 'customer' || isBeforePickup(order.status)) return false;
  return (await ctx.em.count(Signature, { order: order.id, kind: 'pickup', signer: 'customer' })) === 0;
}

async function keepLateSignature(ctx: AppContext, closed: ClosedOrder, captured: Captured) {
  if (!(await isKnown(ctx, closed.id, captured))) {
    const kind = captured.kind ?? (await kindLeft(ctx, closed.id));
    await keepLate(ctx, closed, {
      kind: `${kind}_signature`,
      pictures: [captured.picture],
      signerName: captured.customerName ?? null,
      strokes: captured.strokes,
      capture: captured,
    });
  }
  return answerLateOrder(ctx, closed);
}

/** Which signature one that does not say so must be: the first that is missing. */
const kindLeft = async (ctx: AppContext, orderId: number): Promise<SignatureKind> =>
  (await ctx.em.count(Signature, { order: orderId, kind: 'pickup', signer: 'customer' })) > 0 ? 'delivery' : 'pickup';
