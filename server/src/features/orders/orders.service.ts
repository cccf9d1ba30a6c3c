import { LockMode } from '@mikro-orm/postgresql';
import type { CaptureIn } from '@quickfleet/shared/capture';
import { canMoveOrder, isOpenOrder, type MoveBy, type Mover, type OrderStatus } from '@quickfleet/shared/order-status';
import { countParcels, type Order as OrderView, type UpdateOrder } from '@quickfleet/shared/orders';
import type { ProofStop } from '@quickfleet/shared/proof-demands';
import type { TemplateTrigger } from '@quickfleet/shared/templates';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { publish } from '../../lib/events.ts';
import { requireFresh } from '../../lib/fresh.ts';
import { record } from '../history/history.service.ts';
import { forgetNotes } from '../office-notes/office-notes.service.ts';
import { releaseImages } from '../uploads/uploads.service.ts';
import { Order, type OrderItem } from './order.entity.ts';
import { addDone, forgetAttempts } from './orders.attempts.ts';
import { recordCodeView } from './orders.code-views.ts';
import { reopenQuote, sealAccessCode } from './orders.create.ts';
import { tellOfDriver } from './orders.driver-news.ts';
import { mailDelivered, mailOrder } from './orders.mail.ts';
import { tellPins } from './orders.pins.ts';
import { planOrder } from './orders.plan.ts';
import { type BroughtProof, requireProof } from './orders.proof.ts';
import { answerOrder, isOwnOrder, readOrder } from './orders.queries.ts';
import { endCode, endOrder } from './orders.rights.ts';
import { historyTime, readPhoneTime } from './phone-clock.ts';
import { Signature } from './signature.entity.ts';

/** Locks an order for a change; one that is not the caller's own does not exist for them. */
export async function lockOrder(ctx: AppContext, id: number): Promise<Order> {
  const order = await ctx.em.findOneOrFail(Order, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Order'),
  });
  if (ctx.grant === 'own' && !isOwnOrder(ctx, { id: order.id, driverId: order.driver?.id ?? null }))
    throw notFound('Order');
  await ctx.em.populate(order, ['driver', 'items']);
  return order;
}

/** In whose name a caller moves an order. */
export function moverOf(ctx: AppContext, order: Order): Mover {
  if (ctx.grant === 'yes') return 'staff';
  return ctx.caller.user?.role === 'driver' && order.driver?.id === ctx.caller.user.id ? 'driver' : 'code';
}

/** Marks an order as changed now, for whoever reads it and whoever listens. */
export async function touchOrder(ctx: AppContext, order: Order): Promise<void> {
  order.updatedAt = now(ctx);
  await publish(ctx.em, { topic: 'order', id: order.id, trackingNumber: order.trackingNumber });
}

/** Everything that must follow a change of an order, in the same transaction. */
export async function finishChange(ctx: AppContext, order: Order): Promise<OrderView> {
  await touchOrder(ctx, order);
  await ctx.em.flush();
  return readOrder(ctx, order.id);
}

const returnedWords = 'Your order was returned to the sender.';
const signerOf = ({ signature, place }: BroughtProof) => ({
  signerName: signature?.name ?? null,
  signerRelation: signature?.relation ?? null,
  place: place ?? null,
});

const mailOf: Partial<Record<OrderStatus, TemplateTrigger>> = {
  picked_up: 'order_picked_up',
  in_transit: 'order_in_transit',
  cancelled: 'order_cancelled',
};

/** The stop that a move ends; Start leaves the pickup behind as well. */
const stopOf = (from: OrderStatus, to: OrderStatus): ProofStop | undefined => {
  if (to === 'delivered') return 'delivery';
  return to === 'picked_up' || (to === 'in_transit' && from !== 'picked_up') ? 'pickup' : undefined;
};

export interface MoveDetails {
  occurredAt?: Date;
  detail?: string;
  /** When, where and by which phone the stop was done. */
  capture?: CaptureIn;
  /** What the call brings for the stop's rules. */
  proof?: BroughtProof;
  /** The attempt that ends the stop is the caller's to write. */
  writesAttempt?: boolean;
  /** A part of it is the end of it: the flags of the items stay as they are. */
  isPartial?: boolean;
}

/** What waits for a decision, or went back, is over with the next success. */
function clearTrouble(order: Order, to: OrderStatus, isPartial: boolean): void {
  order.failedAt = null;
  if (to !== 'cancelled') order.outcome = isPartial ? 'partial' : null;
}

async function mailMove(
  ctx: AppContext,
  order: Order,
  to: OrderStatus,
  how: MoveBy,
  delivered: Parameters<typeof mailDelivered>[2],
): Promise<void> {
  if (how === 'return') return mailOrder(ctx, order, 'order_returned', { whatHappened: returnedWords });
  if (to === 'delivered') return mailDelivered(ctx, order, delivered);
  const trigger = mailOf[to];
  if (trigger) await mailOrder(ctx, order, trigger);
}

/**
 * A change of state with its history and mail; item flags follow the order. A stop is only done with the proof that its
 * rules ask for, and its attempt is written with it.
 */
export async function moveOrder(
  ctx: AppContext,
  order: Order,
  to: OrderStatus,
  how: MoveBy,
  { capture = {}, proof = {}, writesAttempt = false, isPartial = false, ...more }: MoveDetails = {},
): Promise<void> {
  const before = order.status;
  const stop = canMoveOrder(before, to) ? stopOf(before, to) : undefined;
  if (stop === 'delivery' && order.outcome === 'returning' && !isPartial)
    throw conflict('ORDER_RETURNING', 'This order goes back to its sender');
  if (stop && !isPartial) await requireProof(ctx, order, stop, proof);
  const move = order.moveTo(to, how, moverOf(ctx, order), now(ctx));
  for (const item of order.items) {
    if (to === 'picked_up' || to === 'in_transit' || to === 'delivered') item.isPickedUp = true;
    if (to === 'in_transit' || to === 'delivered') item.isInTransit = true;
    if (to === 'delivered' && !isPartial) item.isDelivered = true;
  }
  if (stop || to === 'cancelled') clearTrouble(order, to, isPartial);
  record(ctx, { subject: 'order', subjectId: order.id, action: move.action, from: before, to, ...more });
  if (stop && !writesAttempt) {
    const { overrideReason = null } = proof;
    await addDone(ctx, order, stop, capture, { ...signerOf(proof), overrideReason });
  }
  await mailMove(ctx, order, to, how, { place: proof.place ?? null, isPartial });
  if (isOpenOrder(to) && to !== 'pending') await tellPins(ctx, order);
  const { driver } = order;
  if (driver && to === 'assigned') await tellOfDriver(ctx, order, { kind: 'assigned', driver });
  if (driver && to === 'cancelled') await tellOfDriver(ctx, order, { kind: 'removed', driver, because: 'cancelled' });
}

/** PUT /orders/{id}/status: Start, Move to In Transit, Complete and cancelling. */
export async function setStatus(
  ctx: AppContext,
  {
    id,
    status,
    takenAt,
    overrideReason,
  }: { id: number; status: OrderStatus; takenAt?: string | undefined; overrideReason?: string | null | undefined },
): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  requireFresh(ctx, 'order', order);
  await moveOrder(ctx, order, status, 'status', {
    ...historyTime(readPhoneTime(ctx, order, takenAt)),
    capture: { takenAt },
    proof: { overrideReason },
  });
  return finishChange(ctx, order);
}

/** What is written as it is given. */
const corrected = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'customerCompany',
  'pickupAddress',
  'deliveryAddress',
  'notes',
  'driverNotes',
  'officeNotes',
  'onAccount',
] as const satisfies readonly (keyof UpdateOrder)[];

/** A number that was only counted and comes back as it was read goes on being counted. */
function changeParcels(order: Order, parcels: number | null): void {
  const isCounted = (order.parcels ?? null) === null;
  if (isCounted && parcels === countParcels(order.items.getItems())) return;
  order.parcels = parcels;
}

/** Corrections by staff to an order that is not over; never its status, code or tracking number. */
export async function updateOrder(ctx: AppContext, input: UpdateOrder): Promise<OrderView> {
  const order = await lockOrder(ctx, input.id);
  requireFresh(ctx, 'order', order, input.version);
  if (!isOpenOrder(order.status))
    throw conflict('ORDER_CLOSED', `This order is ${order.status} and cannot be changed any more`);
  const before = { pickupAddress: order.pickupAddress, deliveryAddress: order.deliveryAddress };
  const given = corrected.filter((name) => input[name] !== undefined);
  Object.assign(order, Object.fromEntries(given.map((name) => [name, input[name]])));
  const changed: string[] = [...given];
  if (input.parcels !== undefined) changeParcels(order, input.parcels);
  if (input.quotePrice !== undefined && input.quotePrice !== order.quotePrice) {
    changed.push(`price ${order.quotePrice ?? 'none'} → ${input.quotePrice ?? 'none'}`);
    order.quotePrice = input.quotePrice;
  }
  if (input.proofRules !== undefined) {
    order.proofRules = input.proofRules;
    changed.push('proofRules');
    await tellPins(ctx, order);
  }
  const planned = await planOrder(ctx, order, input);
  changed.push(...planned.filter((name) => name !== 'deliveryDate'));
  const moved = [
    ...(['pickupAddress', 'deliveryAddress'] as const).filter((name) => order[name] !== before[name]),
    ...planned,
  ];
  if (order.driver && moved.length > 0)
    await tellOfDriver(ctx, order, { kind: 'changed', driver: order.driver, changed: moved });
  record(ctx, { subject: 'order', subjectId: order.id, action: 'order.updated', detail: changed.join(', ') });
  return finishChange(ctx, order);
}

/**
 * Releases photos that were taken off an order, but for those that another of its items or its quote still shows: no
 * other row can hold them.
 */
export async function releaseUnshown(
  ctx: AppContext,
  order: Order,
  urls: readonly string[],
  left: readonly OrderItem[] = order.items.getItems(),
): Promise<void> {
  await ctx.em.populate(order, ['quote.items']);
  const ofQuote = order.quote?.items.getItems().flatMap((item) => item.imageUrls) ?? [];
  const shown = new Set([
    ...ofQuote,
    ...left.flatMap((item) => [
      ...item.imageUrls,
      ...item.pickupImageUrls,
      ...item.transitImageUrls,
      ...item.deliveryImageUrls,
    ]),
  ]);
  await releaseImages(
    ctx,
    urls.filter((url) => !shown.has(url)),
  );
}

/** The order with its proof is gone, its history and what came late stay, and its quote is paid again. */
export async function deleteOrder(ctx: AppContext, id: number): Promise<{ success: true }> {
  const order = await lockOrder(ctx, id);
  requireFresh(ctx, 'order', order);
  const signatures = await ctx.em.find(Signature, { order: id });
  const shown = order.items
    .getItems()
    .flatMap((item) => [
      ...item.pickupImageUrls,
      ...item.transitImageUrls,
      ...item.deliveryImageUrls,
      ...item.imageUrls,
    ]);
  endOrder(ctx, order);
  if (order.driver && isOpenOrder(order.status))
    await tellOfDriver(ctx, order, { kind: 'removed', driver: order.driver, because: 'deleted' });
  const released = [...shown, ...signatures.map((signature) => signature.imageUrl), ...(await forgetAttempts(ctx, id))];
  await releaseUnshown(ctx, order, released, []);
  record(ctx, {
    subject: 'order',
    subjectId: id,
    action: 'order.deleted',
    from: order.status,
    detail: order.trackingNumber,
  });
  await forgetNotes(ctx, 'order', id);
  if (order.quote) await reopenQuote(ctx, order.quote.id);
  ctx.em.remove(order);
  await publish(ctx.em, { topic: 'order', id, trackingNumber: order.trackingNumber });
  return { success: true };
}

/** A new access code; whoever opened the order with the old one is out at once. */
export async function rotateCode(ctx: AppContext, id: number): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  requireFresh(ctx, 'order', order);
  if (!isOpenOrder(order.status)) throw conflict('ORDER_CLOSED', 'This order is over; its code opens nothing any more');
  endCode(ctx, order, 'code_replaced');
  Object.assign(order, sealAccessCode(ctx));
  record(ctx, { subject: 'order', subjectId: id, action: 'order.code_changed' });
  return finishChange(ctx, order);
}

/** GET /orders/{id}; that staff saw an access code is on record, once an hour for each of them. */
export async function viewOrder(ctx: AppContext, id: number): Promise<OrderView> {
  const order = await answerOrder(ctx, id);
  if (ctx.caller.user && ctx.grant === 'yes' && order.accessCode) await recordCodeView(ctx, id, ctx.caller.user);
  return order;
}
