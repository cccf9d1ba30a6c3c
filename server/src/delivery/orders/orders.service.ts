import { LockMode } from '@mikro-orm/postgresql';
import type { CaptureIn } from '@quickfleet/shared/base/capture';
import type { ProofStop } from '@quickfleet/shared/company/proof/proof-demands';
import { orderTexts, type RuledField } from '@quickfleet/shared/delivery/orders/order-fields';
import {
  canMoveOrder,
  isBeforePickup,
  isCarried,
  isOpenOrder,
  type MoveBy,
  type Mover,
  type OrderStatus,
  orderFacts,
} from '@quickfleet/shared/delivery/orders/order-status';
import { countParcels, type Order as OrderView, type UpdateOrder } from '@quickfleet/shared/delivery/orders/orders';
import type { TemplateTrigger } from '@quickfleet/shared/messages/templates';
import { API_BASE } from '@quickfleet/shared/paths';
import type { PriceBasis } from '@quickfleet/shared/quoting/pricing/price-basis';
import { t } from '@quickfleet/shared/words/t';
import type { Said } from '../../company/history/detail-words.ts';
import { actorOf, keepOwner, record } from '../../company/history/history.service.ts';
import { setPins } from '../../company/places/places.service.ts';
import { requireSkills } from '../../company/settings/skills.ts';
import { isHiddenFromKey } from '../../http/caller/key-view.ts';
import { isForeign } from '../../http/caller/merchant.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, notFound, requireNewEmail } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { changeNumbers, isOnlyNumbers } from '../../http/own-numbers.ts';
import { publish } from '../../http/streams/events.ts';
import { findByContact } from '../../people/customers/customers.service.ts';
import { changeContacts } from '../../people/customers/stop-contacts.ts';
import { forgetNotes } from '../../people/office-notes/office-notes.service.ts';
import { zoneNameOf } from '../../quoting/places/zone-names.ts';
import { Collection } from '../collect/collection.entity.ts';
import { endFormerPushes, pushNewTime } from '../notices/delivery-push.queue.ts';
import { endNotices } from '../notices/notices.service.ts';
import { jobStateOf } from '../notices/told.ts';
import { recordCodeView } from '../order-rights/orders.code-views.ts';
import { notifyDriver } from '../order-rights/orders.driver-news.ts';
import { endCode, endOrder } from '../order-rights/orders.rights.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import { renewPins, requirePinAddress, sendPins } from '../proof/orders.pins.ts';
import { arrivalOf, type BroughtProof, requireProof } from '../proof/orders.proof.ts';
import { Signature } from '../proof/signature.entity.ts';
import { DeliveryRequest } from '../requests/delivery-request.entity.ts';
import { changesOfOrder, orderForHistory, stopNames, stopsInWords } from './change/orders.changes.ts';
import { changeItems } from './change/orders.items.ts';
import { photosOf, releaseUnshown } from './change/orders.photos.ts';
import { agreedBasis, changeBasis, givenBasis } from './change/orders.price.ts';
import { Order } from './order.entity.ts';
import { addDone, forgetAttempts } from './orders.attempts.ts';
import { reopenQuote, sealAccessCode } from './orders.create.ts';
import {
  mailArrival,
  mailDelivered,
  mailOrder,
  mailRecipient,
  type RecipientChannels,
  recipientOf,
} from './orders.mail.ts';
import { changedPrice, collectFor, currencyOfOrder, type KeptPrice, taxOfOrder } from './orders.money.ts';
import { type PlanOptions, planOrder } from './orders.plan.ts';
import { isOwnOrder, readOrder } from './orders.queries.ts';
import { keepPartnerCodes } from './partner-codes.ts';

/** Locks an order of any driver. */
export const lockAnyOrder = (ctx: AppContext, id: number): Promise<Order> =>
  ctx.em.findOneOrFail(Order, id, { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => notFound('Order') });

/** Locks an order for a change; one that is not the caller's own does not exist for them. */
export async function lockOrder(ctx: AppContext, id: number): Promise<Order> {
  const order = await lockAnyOrder(ctx, id);
  if (isForeign(ctx, order.customer?.id ?? null)) throw notFound('Order');
  if (ctx.grant === 'own' && !isOwnOrder(ctx, { id: order.id, driverId: order.driver?.id ?? null }))
    throw notFound('Order');
  await ctx.em.populate(order, ['driver', 'items']);
  return order;
}

/** The role in which a caller moves an order. */
export function moverOf(ctx: AppContext, order: Order): Mover {
  if (ctx.grant === 'yes') return 'staff';
  return ctx.caller.user?.role === 'driver' && order.driver?.id === ctx.caller.user.id ? 'driver' : 'code';
}

/** Sets the order's change time to now, and notifies its readers' streams. */
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

const signerOf = ({ signature, place }: BroughtProof) => ({
  signerName: signature?.name ?? null,
  signerRelation: signature?.relation ?? null,
  place: place ?? null,
});

/** Delivery has a mail that says more; a driver's coming and going is no mail of a move. */
const mailOf: Record<OrderStatus, TemplateTrigger | null> = {
  pending: null,
  assigned: null,
  picked_up: 'order_picked_up',
  in_transit: 'order_in_transit',
  delivered: null,
  cancelled: 'order_cancelled',
};

/** The stop that a move ends; Start leaves the pickup behind as well. */
const stopOf = (from: OrderStatus, to: OrderStatus): ProofStop | undefined => {
  if (orderFacts[to].isDelivered) return 'delivery';
  return isCarried(to) && !isCarried(from) ? 'pickup' : undefined;
};

export interface MoveDetails {
  occurredAt?: Date;
  /** Its line of history, as somebody typed it or in words of ours. */
  detail?: string;
  says?: readonly Said[];
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
  { isPartial, ...proof }: BroughtProof & { isPartial: boolean },
): Promise<void> {
  if (how === 'return')
    return mailOrder(ctx, order, 'order_returned', () => ({
      whatHappened: t('Your order was returned to the sender.'),
    }));
  if (to === 'delivered') {
    const delivered = { place: proof.place ?? null, isPartial, ...(await arrivalOf(ctx, order, proof)) };
    await mailDelivered(ctx, order, delivered);
    return mailArrival(ctx, order, delivered);
  }
  const trigger = mailOf[to];
  if (trigger) await mailOrder(ctx, order, trigger);
  if (to === 'in_transit') await mailRecipient(ctx, order, 'recipient_on_the_way');
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
    throw conflict('ORDER_RETURNING', t('This order goes back to its sender'));
  if (stop && !isPartial) await requireProof(ctx, order, stop, proof);
  const move = order.moveTo(to, how, moverOf(ctx, order), now(ctx));
  for (const item of order.items) {
    if (orderFacts[to].isPickedUp) item.isPickedUp = true;
    if (orderFacts[to].hasLeft) item.isInTransit = true;
    if (orderFacts[to].isDelivered && !isPartial) item.isDelivered = true;
  }
  if (stop || to === 'cancelled') clearTrouble(order, to, isPartial);
  record(ctx, { subject: 'order', subjectId: order.id, action: move.action, from: before, to, ...more });
  if (stop && !writesAttempt) {
    const { overrideReason = null } = proof;
    await addDone(ctx, order, stop, capture, { ...signerOf(proof), overrideReason });
  }
  await mailMove(ctx, order, to, how, { ...proof, isPartial });
  if (isOpenOrder(to) && to !== 'pending') await sendPins(ctx, order);
  const { driver } = order;
  if (driver && to === 'assigned') await notifyDriver(ctx, order, { kind: 'assigned', driver });
  if (driver && to === 'cancelled') await notifyDriver(ctx, order, { kind: 'removed', driver, because: 'cancelled' });
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
  requireVersion(ctx, 'order', order);
  await moveOrder(ctx, order, status, 'status', {
    ...historyTime(readPhoneTime(ctx, order, takenAt)),
    capture: { takenAt },
    proof: { overrideReason },
  });
  return finishChange(ctx, order);
}

/** What a change writes as it is given. */
const corrected = [...orderTexts, 'language', 'onAccount'] as const satisfies readonly (keyof UpdateOrder)[];
/** A computed number that comes back as it was read stays computed. */
function changeParcels(order: Order, parcels: number | null): void {
  const isCounted = (order.parcels ?? null) === null;
  if (isCounted && parcels === countParcels(order.items.getItems())) return;
  order.parcels = parcels;
}

/** A new price; `currency` is what the order is priced in. */
async function changeQuotePrice(ctx: AppContext, order: Order, given: UpdateOrder, currency: string): Promise<void> {
  const present = { quotePrice: order.quotePrice ?? null, taxTotal: taxOfOrder(order) };
  const price = await changedPrice(ctx, given, present, currency);
  if (price) Object.assign(order, price, { currency });
  if (price) order.priceBasis = givenBasis(price, given.priceBasis, order.priceBasis);
}

/** Whose change may make another person the reader of a PIN. */
const pinAddresses = ['customerEmail', 'customerPhone', 'deliveryContact'] as const;

type Change = (ctx: AppContext, order: Order, given: UpdateOrder, currency: string) => unknown;
/** What it writes by a rule; `currency` is what the order is priced in. */
const changes: Readonly<Record<Exclude<RuledField, (typeof corrected)[number]>, Change>> = {
  pickupContact: (_, order, { pickupContact }) => changeContacts(order, { pickupContact }),
  deliveryContact: (_, order, { deliveryContact }) => changeContacts(order, { deliveryContact }),
  parcels: (_, order, { parcels }) => parcels !== undefined && changeParcels(order, parcels),
  quotePrice: changeQuotePrice,
  async priceBasis(ctx, order, given) {
    if (given.priceBasis) await changeBasis(ctx, order, given.priceBasis);
  },
  partnerCodes(_, order, { partnerCodes }) {
    if (partnerCodes) order.partnerCodes = keepPartnerCodes(partnerCodes);
  },
  async collect(ctx, order, { collect }) {
    if (collect !== undefined) order.collect = await collectFor(ctx, collect);
  },
  weightKg(_, order, { weightKg }) {
    if (weightKg !== undefined) order.weightKg = weightKg;
  },
  async needs(ctx, order, { needs }) {
    await requireSkills(ctx, 'needs', needs, order.needs);
    if (needs) order.needs = needs;
  },
  fixedStops(_, order, { fixedStops }) {
    if (fixedStops) order.fixedStops = fixedStops;
  },
  async proofRules(ctx, order, { proofRules }) {
    if (proofRules === undefined) return;
    order.proofRules = proofRules;
    await sendPins(ctx, order);
  },
};

const contactOf = ({ customerName, customerEmail, customerPhone, customerCompany }: Order) => ({
  name: customerName,
  email: customerEmail,
  phone: customerPhone,
  company: customerCompany,
});

/** Where a recipient has not been notified so far. */
const newChannels = (told: RecipientChannels, tells: RecipientChannels): RecipientChannels => ({
  email: tells.email === told.email ? null : tells.email,
  phone: tells.phone === told.phone ? null : tells.phone,
});

interface UpdateOptions extends PlanOptions {
  /** A price as it is kept, in place of one that is given. */
  price?: KeptPrice | undefined;
  /** What that price is made by. */
  basis?: PriceBasis | undefined;
}
/** Corrections by staff to an order that is not over; never its status, code or tracking number. */
export async function updateOrder(
  ctx: AppContext,
  input: UpdateOrder,
  { price, basis, ...options }: UpdateOptions = {},
): Promise<OrderView> {
  const order = await lockOrder(ctx, input.id);
  requireVersion(ctx, 'order', order, input.version);
  const status = input.status === 'created' ? 'pending' : (input.status ?? order.status);
  if (status !== order.status)
    throw conflict(
      'USE_STATUS_CALL',
      t('This order is {status}. To change its status, use PUT {call}', {
        status: order.statusWords(),
        call: `${API_BASE}/orders/${order.id}/status`,
      }),
    );
  if (!isOpenOrder(order.status) && !isOnlyNumbers(input))
    throw conflict(
      'ORDER_CLOSED',
      t('This order is {status} and cannot be changed any more', { status: order.statusWords() }),
    );
  requireNewEmail('customerEmail', input.customerEmail, order.customerEmail);
  const before = stopsInWords(order);
  const was = jobStateOf(order);
  const told = recipientOf(ctx, order);
  await ctx.em.populate(order, ['quote']);
  const currency = await currencyOfOrder(ctx, order);
  const said = orderForHistory(order, ctx.services.config, currency);
  const given = corrected.filter((name) => input[name] !== undefined && !isHiddenFromKey(ctx, name, input[name]));
  Object.assign(order, Object.fromEntries(given.map((name) => [name, input[name]])));
  if (input.deliveryAddress !== undefined)
    order.zone = zoneNameOf(order.deliveryAddress, ctx.services.config.priceZones);
  if (!order.customer) order.customer = await findByContact(ctx, contactOf(order));
  for (const change of Object.values(changes)) await change(ctx, order, input, currency);
  if (price)
    Object.assign(order, price, { currency, priceBasis: price.quotePrice === null ? null : (basis ?? agreedBasis) });
  if (order.payment === 'open' || order.payment === 'account') order.payment = order.onAccount ? 'account' : 'open';
  const isAddressed = pinAddresses.some((name) => input[name] !== undefined);
  if (isAddressed || input.proofRules !== undefined) await requirePinAddress(ctx, order);
  if (isAddressed) await renewPins(ctx, order);
  const itemLines = input.items ? await changeItems(ctx, order, input.items, currency) : [];
  if (input.customerEmail !== undefined || input.deliveryContact !== undefined) await endFormerPushes(ctx, order);
  const places = await setPins(ctx, order, input);
  const numbers = await changeNumbers(ctx, 'order', order, input);
  const planned = await planOrder(ctx, order, input, options);
  await pushNewTime(ctx, order, planned);
  const moved = [
    ...stopNames.filter((name) => stopsInWords(order)[name] !== before[name]),
    ...planned,
    ...(itemLines.length > 0 ? (['items'] as const) : []),
  ];
  if (isBeforePickup(order.status))
    await mailRecipient(ctx, order, 'recipient_booked', undefined, newChannels(told, recipientOf(ctx, order)));
  if (order.driver && moved.length > 0)
    await notifyDriver(ctx, order, { kind: 'changed', driver: order.driver, changed: moved, was });
  const after = orderForHistory(order, ctx.services.config, currency);
  const says = [...changesOfOrder(said, after), ...itemLines, ...places, ...numbers];
  record(ctx, { subject: 'order', subjectId: order.id, action: 'order.updated', says });
  return finishChange(ctx, order);
}

/** The order with its proof is gone, its history and what came late stay, and its quote is paid again. */
export async function deleteOrder(ctx: AppContext, id: number): Promise<{ success: true }> {
  const order = await lockOrder(ctx, id);
  requireVersion(ctx, 'order', order);
  const signatures = await ctx.em.find(Signature, { order: id });
  const shown = photosOf(order.items.getItems());
  await keepOwner(ctx, 'order', order);
  endOrder(ctx, order);
  await endNotices(ctx, order);
  if (order.driver && isOpenOrder(order.status))
    await notifyDriver(ctx, order, { kind: 'removed', driver: order.driver, because: 'deleted' });
  const places = await ctx.em.find(DeliveryRequest, { order: id, photoUrl: { $ne: null } });
  const released = [
    ...shown,
    ...signatures.map((signature) => signature.imageUrl),
    ...places.map(({ photoUrl }) => photoUrl ?? ''),
    ...(await forgetAttempts(ctx, id)),
  ];
  await releaseUnshown(ctx, order, released, []);
  record(ctx, {
    subject: 'order',
    subjectId: id,
    action: 'order.deleted',
    from: order.status,
    detail: order.trackingNumber,
  });
  await forgetNotes(ctx, 'order', id);
  // The money stays with the driver's day, what was said of it does not.
  for (const taken of await ctx.em.find(Collection, { orderId: id })) taken.reason = null;
  if (order.quote) await reopenQuote(ctx, order.quote.id);
  ctx.em.remove(order);
  await publish(ctx.em, { topic: 'order', id, trackingNumber: order.trackingNumber });
  return { success: true };
}

/** A new access code; everyone who opened the order with the old one loses access immediately. */
export async function rotateCode(ctx: AppContext, id: number): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  requireVersion(ctx, 'order', order);
  if (!isOpenOrder(order.status))
    throw conflict('ORDER_CLOSED', t('This order is over; its code opens nothing any more'));
  endCode(ctx, order, 'code_replaced');
  Object.assign(order, sealAccessCode(ctx));
  record(ctx, { subject: 'order', subjectId: id, action: 'order.code_changed' });
  return finishChange(ctx, order);
}

/** GET /orders/{id}; that staff or a key saw an access code is on record, once an hour for each of them. */
export async function viewOrder(ctx: AppContext, id: number): Promise<OrderView> {
  const order = await readOrder(ctx, id);
  if (ctx.grant === 'yes' && order.accessCode) await recordCodeView(ctx, id, actorOf(ctx));
  return order;
}
