import type { SignatureForm } from '@quickfleet/shared/drivers';
import {
  displayOrderStatus,
  isBeforePickup,
  type OrderStatus,
  type SignatureKind,
  signatureKindFor,
} from '@quickfleet/shared/order-status';
import type { Order as OrderView } from '@quickfleet/shared/orders';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { badRequest, conflict, notFound } from '../../lib/errors.ts';
import { record } from '../history/history.service.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockOrder, moveOrder } from '../orders/orders.service.ts';
import { Signature } from '../orders/signature.entity.ts';
import { addPicture, discardPictures, type WrittenPicture } from '../uploads/uploads.service.ts';

interface Captured extends SignatureForm {
  picture: WrittenPicture;
  /** SHA-256 of the bytes as the phone sent them. */
  imageHash: string;
}

/**
 * The order a signature is for: by quoteId, by orderId, or the one that this browser opened. Never somebody else's
 * (T-4).
 */
async function orderIdOf(ctx: AppContext, { quoteId, orderId }: SignatureForm): Promise<number> {
  if (quoteId !== undefined) {
    const [row] = await ctx.em.execute<{ id: number }[]>('select id from orders where quote_id = ?', [quoteId]);
    if (!row) throw notFound('Order');
    if (orderId !== undefined && orderId !== row.id)
      throw badRequest('ORDER_MISMATCH', 'quoteId and orderId name different orders', [
        { path: 'orderId', message: 'Another order' },
      ]);
    return row.id;
  }
  const id = orderId ?? (ctx.caller.grants.length === 1 ? ctx.caller.grants[0]?.orderId : undefined);
  if (id === undefined)
    throw badRequest('ORDER_REQUIRED', 'Say which order this signature is for', [
      { path: 'quoteId', message: 'quoteId or orderId is required' },
    ]);
  return id;
}

/** What a driver signs is evidence beside the customer's and moves nothing. */
const kindOfDriverSignature = (status: OrderStatus): SignatureKind =>
  isBeforePickup(status) || status === 'picked_up' ? 'pickup' : 'delivery';

function kindOf(status: OrderStatus, { kind, signer }: SignatureForm): SignatureKind {
  const present = displayOrderStatus(status, true);
  if (status === 'cancelled') throw conflict('ORDER_CANCELLED', 'This order was cancelled');
  const due = signer === 'driver' ? kindOfDriverSignature(status) : signatureKindFor(status);
  if (!due) throw conflict('NO_SIGNATURE_DUE', `This order is ${present}; no customer signature is due now`);
  // A pickup signature that is sent again after the order moved on must never deliver it (security section 2a).
  if (kind && kind !== due)
    throw conflict('WRONG_SIGNATURE_KIND', `This order is ${present}; a ${kind} signature does not fit`);
  return due;
}

/**
 * Keeps a signature and lets the customer's move the order: before pickup to picked_up with every item, in transit to
 * delivered with every item (specification section 4). The same image sent again is answered again and not applied
 * again.
 */
export async function captureSignature(ctx: AppContext, captured: Captured): Promise<OrderView> {
  const order = await lockOrder(ctx, await orderIdOf(ctx, captured));
  const known = await ctx.em.findOne(Signature, {
    order: order.id,
    signer: captured.signer,
    imageHash: captured.imageHash,
    ...(captured.kind ? { kind: captured.kind } : {}),
  });
  if (known) {
    await discardPictures(ctx, [captured.picture]);
    return readOrder(ctx, order.id);
  }
  const kind = kindOf(order.status, captured);
  const signedAt = captured.takenAt ? new Date(captured.takenAt) : null;
  const signerName = captured.customerName ?? null;
  ctx.em.create(Signature, {
    order,
    kind,
    signer: captured.signer,
    signerName,
    imageUrl: addPicture(ctx, captured.picture, true, signedAt),
    imageHash: captured.imageHash,
    capturedAt: now(ctx),
    signedAt,
  });
  const occurred = signedAt ? { occurredAt: signedAt } : {};
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: `signature.${kind}.${captured.signer}`,
    ...(signerName ? { detail: signerName } : {}),
    ...occurred,
  });
  if (captured.signer === 'customer')
    await moveOrder(ctx, order, kind === 'pickup' ? 'picked_up' : 'delivered', 'signature', occurred);
  return finishChange(ctx, order);
}
