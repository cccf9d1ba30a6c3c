import { LockMode } from '@mikro-orm/postgresql';
import type { ProofStop } from '@quickfleet/shared/company/proof/proof-demands';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import type { PinForm, ResetPin } from '@quickfleet/shared/delivery/proof/attempts';
import { PIN_TRIES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { badRequest, conflict, type DomainError } from '../../http/errors.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import type { Order } from '../orders/order.entity.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockOrder, touchOrder } from '../orders/orders.service.ts';
import { OrderPin } from '../proof/order-pin.entity.ts';
import { forgetPin, pinKey, sendPins } from '../proof/orders.pins.ts';
import { addPiece, wholeRulesOf } from '../proof/orders.proof.ts';

const dueStop = (order: Order): ProofStop => (isBeforePickup(order.status) ? 'pickup' : 'delivery');

/** The order that a phone means: the one it names, or the only one it has opened. */
function orderIdOf({ caller }: AppContext, orderId: number | undefined): number {
  const held = [...new Set(caller.grants.map((grant) => grant.orderId))];
  const [only] = held;
  const id = orderId ?? (held.length === 1 ? only : undefined);
  if (id === undefined)
    throw badRequest('ORDER_REQUIRED', t('Say which order this PIN is for'), [
      { path: 'orderId', message: t('{name} is required', { name: 'orderId' }) },
    ]);
  return id;
}

/**
 * Checks a PIN that the customer gave the driver. A wrong one is counted and recorded: the caller throws `refusal`
 * after the transaction has committed, or the count would be rolled back with it.
 */
export async function checkPin(
  ctx: AppContext,
  input: PinForm,
): Promise<{ order: OrderView } | { order: { id: number }; refusal: DomainError }> {
  const order = await lockOrder(ctx, orderIdOf(ctx, input.orderId));
  const stop = input.stop ?? dueStop(order);
  const pin = await ctx.em.findOne(
    OrderPin,
    { orderId: order.id, stop },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!pin) return sendMissingPin(ctx, order, stop);
  if (pin.verifiedAt) return { order: await readOrder(ctx, order.id) };
  if (!isOpenOrder(order.status))
    throw conflict('ORDER_CLOSED', t('This order is {status}', { status: order.statusWords() }));
  if (pin.wrongTries >= PIN_TRIES_MAX) throw locked();
  const time = readPhoneTime(ctx, order, input.takenAt);
  const hashes = ctx.services.secrets.lookupHashes(pinKey(order.id, stop, input.pin));
  if (hashes.includes(pin.pinHash)) {
    pin.verifiedAt = now(ctx);
    addPiece(ctx, order, { kind: 'pin', stop }, input);
    record(ctx, { subject: 'order', subjectId: order.id, action: 'pin.verified', ...historyTime(time, stop) });
    return { order: await finishChange(ctx, order) };
  }
  pin.wrongTries += 1;
  const left = PIN_TRIES_MAX - pin.wrongTries;
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'pin.wrong',
    ...historyTime(time, `${stop}, try ${pin.wrongTries} of ${PIN_TRIES_MAX}`),
  });
  await touchOrder(ctx, order);
  await ctx.em.flush();
  return {
    order: { id: order.id },
    refusal:
      left > 0
        ? conflict('WRONG_PIN', t('This PIN is wrong, {left, plural, one {# try} other {# tries}} left', { left }))
        : locked(),
  };
}
/** The rules came to ask for a PIN while the order was under way: it is made and mailed now. */
async function sendMissingPin(ctx: AppContext, order: Order, stop: ProofStop) {
  const isAsked = isOpenOrder(order.status) && (await wholeRulesOf(ctx, order))[stop].pin;
  if (!isAsked) throw conflict('NO_PIN', t('This order asks for no PIN'));
  await sendPins(ctx, order);
  const refusal = conflict('PIN_SENT_NOW', t('The PIN was mailed to the customer only now. Please ask for it again.'));
  return { order: { id: order.id }, refusal };
}

const locked = () => conflict('PIN_LOCKED', t('Too many wrong PINs. Please ask the office for a new one.'));

/** A new PIN by mail for this stop, or for the next one that asks for one; the tries start again. */
export async function resetPin(ctx: AppContext, { id, stop }: ResetPin): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  if (!isOpenOrder(order.status))
    throw conflict('ORDER_CLOSED', t('This order is {status}', { status: order.statusWords() }));
  const rules = await wholeRulesOf(ctx, order);
  const ahead: ProofStop[] = dueStop(order) === 'pickup' ? ['pickup', 'delivery'] : ['delivery'];
  const asked = (stop ? [stop] : ahead).find((one) => rules[one].pin);
  if (!asked) throw conflict('NO_PIN', t('This order asks for no PIN'));
  await forgetPin(ctx, id, asked);
  await sendPins(ctx, order);
  record(ctx, { subject: 'order', subjectId: id, action: 'pin.reset' });
  return finishChange(ctx, order);
}
