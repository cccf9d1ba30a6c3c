import { randomInt } from 'node:crypto';
import type { ProofStop } from '@quickfleet/shared/company/proof/proof-demands';
import { PIN_DIGITS } from '@quickfleet/shared/limits';
import { message, said, t } from '@quickfleet/shared/words/t';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import type { Order } from '../orders/order.entity.ts';
import { mailOrder } from '../orders/orders.mail.ts';
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

/**
 * Makes the PINs that an order's rules ask for and tells the customer of each by mail, once. A call without mails makes
 * none, and neither does an order without an address: nobody would know it. The next change does, at the latest the driver's first try.
 */
export async function sendPins(ctx: AppContext, order: Order): Promise<void> {
  const rules = await wholeRulesOf(ctx, order);
  for (const stop of ['pickup', 'delivery'] as const) if (rules[stop].pin) await sendPin(ctx, order, stop);
}

/**
 * A PIN is sent by mail alone.
 *
 * @throws 400 for an order that asks for one without an address
 */
export async function requirePinAddress(
  ctx: AppContext,
  order: Pick<Order, 'customerEmail' | 'customer' | 'proofRules'>,
): Promise<void> {
  if (order.customerEmail) return;
  const rules = await wholeRulesOf(ctx, order);
  if (rules.pickup.pin || rules.delivery.pin)
    throw invalid('customerEmail', t('This order asks for a PIN, which is told by e-mail: enter an e-mail address'));
}

async function sendPin(ctx: AppContext, order: Order, stop: ProofStop): Promise<void> {
  if ((await ctx.em.count(OrderPin, { orderId: order.id, stop })) > 0) return;
  if (ctx.noMailBecause || !order.customerEmail)
    return mailOrder(ctx, order, 'delivery_pin', () => ({ whatHappened: told[stop] }));
  const { secrets } = ctx.services;
  const pin = newPin();
  const pinSealed = secrets.seal(pin);
  ctx.em.create(OrderPin, {
    orderId: order.id,
    stop,
    pinHash: secrets.lookupHashes(pinKey(order.id, stop, pin))[0] ?? '',
    pinSealed,
    createdAt: now(ctx),
  });
  await ctx.em.flush();
  await mailOrder(ctx, order, 'delivery_pin', () => ({ whatHappened: told[stop] }), pinSealed);
}

/** What is hashed: the same digits of two orders have nothing in common. */
export const pinKey = (orderId: number, stop: ProofStop, pin: string): string => `pin ${orderId} ${stop} ${pin}`;

/** Ends a PIN, so that the next one is another. */
export async function forgetPin(ctx: AppContext, orderId: number, stop: ProofStop): Promise<void> {
  await ctx.em.nativeDelete(OrderPin, { orderId, stop });
}
