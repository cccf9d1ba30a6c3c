import { randomInt } from 'node:crypto';
import type { ProofStop } from '@quickfleet/shared/company/proof/proof-demands';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { HandoverPin } from '@quickfleet/shared/delivery/tracking/delivery-page';
import type { DeliveryReader } from '@quickfleet/shared/delivery/tracking/delivery-token';
import { PIN_DIGITS } from '@quickfleet/shared/limits';
import { message, said, t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { c, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Order } from '../orders/order.entity.ts';
import {
  mailOrder,
  mailRecipient,
  type Recipient,
  type RecipientChannels,
  reachRecipient,
} from '../orders/orders.mail.ts';
import { OrderPin } from './order-pin.entity.ts';
import { wholeRulesOf } from './orders.proof.ts';

const newPin = (): string => Array.from({ length: PIN_DIGITS }, () => randomInt(10)).join('');
const told = said({
  pickup: message(
    'When our driver collects your items, they ask for a PIN. Please give it to the person who hands the items over.',
  ),
  delivery: message(
    'When your delivery arrives, our driver asks for a PIN. Please give it to the person who receives the items.',
  ),
});

interface PinReader {
  reader: DeliveryReader;
  /** Where the recipient gets it. */
  to: RecipientChannels | null;
  /** A hash of the addresses; undefined where nobody can be told. */
  sentTo: string | undefined;
}
const hashOf = (addresses: readonly (string | null)[]): string =>
  sha256(addresses.map((address) => address?.trim().toLowerCase() ?? '').join(' '));
const customersHash = ({ customerEmail }: Pick<Order, 'customerEmail'>): string => hashOf([customerEmail ?? null]);

type Told = Recipient & Pick<Order, 'customer'>;
/**
 * Who gets the PIN of a stop: for a delivery the person who receives it, if they have a mailbox or phone that is not the
 * customer's and are notified at all; otherwise the customer.
 */
async function pinReader(ctx: AppContext, order: Told, stop: ProofStop): Promise<PinReader> {
  const to = stop === 'delivery' ? await reachRecipient(ctx, order) : null;
  if (to) return { reader: 'recipient', to, sentTo: hashOf([to.email, to.phone]) };
  return { reader: 'customer', to, sentTo: order.customerEmail ? customersHash(order) : undefined };
}

/**
 * Makes the PINs that an order's rules ask for and tells each to its reader, once. A call without mails makes none, and
 * neither does an order without an address: nobody would know it. The next change does, at the latest the driver's first
 * try.
 */
export async function sendPins(ctx: AppContext, order: Order): Promise<void> {
  const rules = await wholeRulesOf(ctx, order);
  for (const stop of ['pickup', 'delivery'] as const) if (rules[stop].pin) await sendPin(ctx, order, stop);
}

/** A PIN that was not used yet and went to an address that is no longer its reader's ends, and the reader gets another. */
export async function renewPins(ctx: AppContext, order: Order): Promise<void> {
  const pin = await ctx.em.findOne(OrderPin, { orderId: order.id, stop: 'delivery', verifiedAt: null });
  if (!pin || sentToOf(pin, order) === (await pinReader(ctx, order, 'delivery')).sentTo) return;
  ctx.em.remove(pin);
  await ctx.em.flush();
  record(ctx, { subject: 'order', subjectId: order.id, action: 'pin.reset' });
  await sendPins(ctx, order);
}

/**
 * A PIN is sent only by mail or text.
 *
 * @throws 400 for an order that asks for one that could be sent to nobody
 */
export async function requirePinAddress(ctx: AppContext, order: Told & Pick<Order, 'proofRules'>): Promise<void> {
  if (order.customerEmail) return;
  const rules = await wholeRulesOf(ctx, order);
  if (rules.pickup.pin || (rules.delivery.pin && !(await reachRecipient(ctx, order))))
    throw invalid('customerEmail', t('This order asks for a PIN, which is told by e-mail: enter an e-mail address'));
}

async function sendPin(ctx: AppContext, order: Order, stop: ProofStop): Promise<void> {
  if ((await ctx.em.count(OrderPin, { orderId: order.id, stop })) > 0) return;
  const { reader, to, sentTo } = await pinReader(ctx, order, stop);
  const tell = (pinSealed?: string) =>
    to
      ? mailRecipient(ctx, order, 'recipient_pin', undefined, to, pinSealed)
      : mailOrder(ctx, order, 'delivery_pin', () => ({ whatHappened: told[stop] }), pinSealed);
  if (ctx.noMailBecause || sentTo === undefined) return tell();
  const { secrets } = ctx.services;
  const pin = newPin();
  const pinSealed = secrets.seal(pin);
  ctx.em.create(OrderPin, {
    orderId: order.id,
    stop,
    pinHash: secrets.lookupHashes(pinKey(order.id, stop, pin))[0] ?? '',
    pinSealed,
    reader,
    sentTo,
    createdAt: now(ctx),
  });
  await ctx.em.flush();
  await tell(pinSealed);
}

/** Who has a PIN, by a hash of their addresses. */
export const sentToOf = ({ sentTo }: OrderPin, order: Pick<Order, 'customerEmail'>): string =>
  sentTo ?? customersHash(order);

const shownPin = select({ stop: c.oneOf(['pickup', 'delivery'], 'n.stop'), sealed: c.text('n.pin_sealed') });
/** The PINs that a reader of the page was sent and the driver has not asked for yet. */
export async function findPinsOf(
  ctx: AppContext,
  order: { id: number; status: string },
  reader: DeliveryReader,
): Promise<HandoverPin[]> {
  if (!isOpenOrder(order.status)) return [];
  const rows = await readRows(
    ctx.em,
    shownPin,
    'select $columns from order_pins n where n.order_id = ? and n.reader = ? and n.verified_at is null order by n.stop desc',
    [order.id, reader],
  );
  return rows.flatMap(({ stop, sealed }) => {
    const pin = stop === 'delivery' || isBeforePickup(order.status) ? ctx.services.secrets.open(sealed) : undefined;
    return pin ? [{ stop, pin }] : [];
  });
}

/** What is hashed: the same digits of two orders have nothing in common. */
export const pinKey = (orderId: number, stop: ProofStop, pin: string): string => `pin ${orderId} ${stop} ${pin}`;

/** Ends a PIN, so that the next one is another. */
export async function forgetPin(ctx: AppContext, orderId: number, stop: ProofStop): Promise<void> {
  await ctx.em.nativeDelete(OrderPin, { orderId, stop });
}
