import { LockMode } from '@mikro-orm/postgresql';
import type { CaptureIn } from '@quickfleet/shared/base/capture';
import type { ProofStop } from '@quickfleet/shared/company/proof/proof-demands';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import type { PinForm, ResetPin } from '@quickfleet/shared/delivery/proof/attempts';
import { PIN_TRIES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { codeOf } from '../../company/history/values.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { badRequest, conflict, type DomainError } from '../../http/errors.ts';
import { historyTime, type PhoneTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import type { Order } from '../orders/order.entity.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockOrder, touchOrder } from '../orders/orders.service.ts';
import { OrderPin } from '../proof/order-pin.entity.ts';
import { forgetPin, pinKey, sendPins, sentToOf } from '../proof/orders.pins.ts';
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
  if (hashes.includes(pin.pinHash)) return { order: await verify(ctx, { order, stop, pin }, input) };
  const left = await countWrong(ctx, { order, stop, pin }, time);
  return { order: { id: order.id }, refusal: wrong(left) };
}

interface Asked {
  order: Order;
  stop: ProofStop;
  pin: OrderPin;
}
async function verify(ctx: AppContext, { order, stop, pin }: Asked, capture: CaptureIn): Promise<OrderView> {
  pin.verifiedAt = now(ctx);
  addPiece(ctx, order, { kind: 'pin', stop }, capture);
  const time = historyTime(readPhoneTime(ctx, order, capture.takenAt), codeOf('stop', stop));
  record(ctx, { subject: 'order', subjectId: order.id, action: 'pin.verified', ...time });
  return finishChange(ctx, order);
}

/** Counts a wrong try; answers how many are left. */
async function countWrong(ctx: AppContext, { order, stop, pin }: Asked, time: PhoneTime): Promise<number> {
  pin.wrongTries += 1;
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'pin.wrong',
    ...historyTime(time, {
      is: 'pin_tried',
      stop: codeOf('stop', stop),
      tries: pin.wrongTries,
      of: PIN_TRIES_MAX,
    }),
  });
  await touchOrder(ctx, order);
  await ctx.em.flush();
  return PIN_TRIES_MAX - pin.wrongTries;
}
const wrong = (left: number): DomainError =>
  left > 0
    ? conflict('WRONG_PIN', t('This PIN is wrong, {left, plural, one {# try} other {# tries}} left', { left }))
    : locked();

interface StopPin extends CaptureIn {
  pin: string;
  stop: ProofStop;
  orderIds: readonly number[];
}
/**
 * One PIN for several orders of a stop: that of any of them stands for all whose PINs were sent to the same reader. As
 * with one order, a wrong one is counted, and the caller throws `refusal` after the transaction has committed.
 *
 * @throws 404, 409 NO_PIN when none of them asks for one, ORDER_CLOSED, PIN_LOCKED
 */
export async function checkStopPin(
  ctx: AppContext,
  { pin: said, stop, orderIds, ...capture }: StopPin,
): Promise<{ orders: OrderView[]; refusal?: DomainError }> {
  const asked: Asked[] = [];
  const missing: Order[] = [];
  let isAsked = false;
  for (const id of orderIds) {
    const order = await lockOrder(ctx, id);
    const pin = await ctx.em.findOne(
      OrderPin,
      { orderId: id, stop },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    isAsked ||= pin !== null;
    if (!pin && isOpenOrder(order.status) && (await wholeRulesOf(ctx, order))[stop].pin) missing.push(order);
    if (!pin || pin.verifiedAt) continue;
    if (!isOpenOrder(order.status))
      throw conflict('ORDER_CLOSED', t('This order is {status}', { status: order.statusWords() }));
    if (pin.wrongTries >= PIN_TRIES_MAX) throw locked();
    asked.push({ order, stop, pin });
  }
  if (missing.length > 0) {
    for (const order of missing) await sendPins(ctx, order);
    return { orders: [], refusal: sentNow() };
  }
  if (!isAsked) throw conflict('NO_PIN', t('This order asks for no PIN'));
  const { secrets } = ctx.services;
  const isRight = ({ order, pin }: Asked) => secrets.lookupHashes(pinKey(order.id, stop, said)).includes(pin.pinHash);
  const readers = new Set(asked.filter(isRight).map(({ order, pin }) => sentToOf(pin, order)));
  const others = asked.filter((one) => !isRight(one) && !readers.has(sentToOf(one.pin, one.order)));
  let least = PIN_TRIES_MAX;
  for (const one of others) {
    const time = readPhoneTime(ctx, one.order, capture.takenAt);
    least = Math.min(least, await countWrong(ctx, one, time));
  }
  if (others.length > 0) return { orders: [], refusal: wrong(least) };
  for (const one of asked) await verify(ctx, one, capture);
  const orders: OrderView[] = [];
  for (const id of orderIds) orders.push(await readOrder(ctx, id));
  return { orders };
}
/** The rules came to ask for a PIN while the order was under way: it is made and mailed now. */
async function sendMissingPin(ctx: AppContext, order: Order, stop: ProofStop) {
  const isAsked = isOpenOrder(order.status) && (await wholeRulesOf(ctx, order))[stop].pin;
  if (!isAsked) throw conflict('NO_PIN', t('This order asks for no PIN'));
  await sendPins(ctx, order);
  return { order: { id: order.id }, refusal: sentNow() };
}

const sentNow = () => conflict('PIN_SENT_NOW', t('The PIN was sent only now. Please ask for it again.'));

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
