import type { AttemptStop } from '@quickfleet/shared/company/proof/failure-words';
import {
  displayOrderStatus,
  isBeforePickup,
  isOpenOrder,
  orderFacts,
} from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import type { CorrectOrder } from '@quickfleet/shared/delivery/proof/attempts';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { readRow, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { notifyDriver } from '../order-rights/orders.driver-news.ts';
import { takeBackFee } from '../orders/change/orders.cancel.ts';
import type { Order, OrderItem } from '../orders/order.entity.ts';
import { mailOrder, mailRecipient } from '../orders/orders.mail.ts';
import { plannedDate } from '../orders/orders.plan.ts';
import { correctableTo } from '../orders/orders.queries.ts';
import { finishChange, lockOrder } from '../orders/orders.service.ts';
import { Attempt } from '../proof/attempt.entity.ts';
import { forgetPin, sendPins } from '../proof/orders.pins.ts';
import { dropRating } from '../ratings/ratings.service.ts';

/** What the customer was told by mistake: a delivery, an end or a failed attempt. */
const mistakeOf = (order: Order): Message => {
  if (orderFacts[order.status].isDelivered)
    return message('We told you that your delivery had arrived. That was our mistake: it is still on its way to you.');
  if (order.status === 'cancelled')
    return message('We told you that your delivery had ended. That was our mistake: we are still working on it.');
  return isBeforePickup(order.status)
    ? message('We told you that an attempt had failed. That was our mistake: we will collect your items as planned.')
    : message('We told you that an attempt had failed. That was our mistake: it is still on its way to you.');
};

const before = select({ status: correctableTo });

/** The last attempt that counts, of one stop or of any. */
const lastAttempt = (ctx: AppContext, orderId: number, stop?: AttemptStop): Promise<Attempt | null> =>
  ctx.em.findOne(
    Attempt,
    { orderId, after: null, correctedAt: null, ...(stop && { stop }) },
    { orderBy: { id: 'desc' } },
  );

/** An item keeps the flag of a stop only where another attempt handed all of it over. */
async function dropFlags(ctx: AppContext, order: Order, stop: AttemptStop, items: readonly OrderItem[]): Promise<void> {
  await ctx.em.flush();
  const others = await ctx.em.find(Attempt, { orderId: order.id, stop, after: null, correctedAt: null });
  const isThrough = ({ id }: OrderItem) =>
    others.some((one) => one.items.some(({ itemId, delivered, of }) => itemId === id && delivered === of));
  for (const item of items) {
    if (isThrough(item)) continue;
    if (stop === 'delivery') item.isDelivered = false;
    if (stop === 'pickup') item.isPickedUp = false;
  }
}

/** Nobody delivered it: the attempt that says so is no delivery, and the next one needs its own proof. */
async function takeBackDelivery(ctx: AppContext, order: Order, wasPartial: boolean): Promise<void> {
  const last = await lastAttempt(ctx, order.id, 'delivery');
  // The office had ended it after a part: the part is delivered, and the rest waits for a decision again.
  if (wasPartial) return reopenDecision(order, last);
  if (last?.outcome === 'done') last.correctedAt = now(ctx);
  await dropFlags(ctx, order, 'delivery', order.items.getItems());
  await dropRating(ctx, order.id);
  await forgetPin(ctx, order.id, 'delivery');
  await sendPins(ctx, order);
}

/** The office's decision about a failed attempt is open again. */
function reopenDecision(order: Order, last: Attempt | null): void {
  if (!last || last.outcome === 'done') return;
  last.resolution = null;
  last.resolvedAt = null;
  order.failedAt = last.receivedAt;
  order.outcome = last.outcome === 'partial' ? 'partial' : 'failed';
}

/** It was not cancelled: what was decided before that is as it was. */
async function takeBackEnd(ctx: AppContext, order: Order, wasReturned: boolean): Promise<void> {
  await takeBackFee(ctx, order);
  const last = await lastAttempt(ctx, order.id);
  if (wasReturned) {
    if (last?.stop === 'return' && last.outcome === 'done') last.correctedAt = now(ctx);
    order.outcome = 'returning';
  } else if (last?.resolution === 'cancel') reopenDecision(order, last);
}

/** The attempt did not fail: the driver still has to do the stop. */
async function takeBackFailure(ctx: AppContext, order: Order): Promise<void> {
  const last = await lastAttempt(ctx, order.id);
  if (!last) return;
  last.correctedAt = now(ctx);
  const named = order.items
    .getItems()
    .filter(({ id }) => last.items.some(({ itemId, delivered }) => itemId === id && delivered > 0));
  await dropFlags(ctx, order, last.stop, named);
  if (last.stop === 'return') order.outcome = 'returning';
}

/**
 * The office takes back a delivery, an end or a failed attempt that was a mistake. History and evidence keep both; the
 * customer and the driver learn what is true now, and what proved the mistake proves nothing that comes after it.
 *
 * @throws 409 NOTHING_TO_CORRECT, 409 ORDER_MOVE_NOT_ALLOWED for a state that the order did not have before
 */
export async function correctOrder(ctx: AppContext, { id, to, reason, version }: CorrectOrder): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  requireVersion(ctx, 'order', order, version);
  const from = order.status;
  const was = (await readRow(ctx.em, before, 'select $columns from orders o where o.id = ?', [id]))?.status;
  if (!was)
    throw conflict(
      'NOTHING_TO_CORRECT',
      t('This order is {status}: there is no delivery, end or failed attempt to take back', {
        status: displayOrderStatus(from, Boolean(order.driver)),
      }),
    );
  if (to !== was)
    throw conflict(
      'ORDER_MOVE_NOT_ALLOWED',
      t('This order was {status} before, and can only be corrected to that', {
        status: displayOrderStatus(was, Boolean(order.driver)),
      }),
    );
  const mistake = mistakeOf(order);
  const { outcome } = order;
  const wasFailed = isOpenOrder(from);
  const wasDelivered = order.takeBack(to, plannedDate(ctx, order), now(ctx));
  if (wasDelivered) await takeBackDelivery(ctx, order, outcome === 'partial');
  else if (wasFailed) await takeBackFailure(ctx, order);
  else await takeBackEnd(ctx, order, outcome === 'returned');
  record(ctx, { subject: 'order', subjectId: id, action: 'order.corrected', from, to, detail: reason });
  await mailOrder(ctx, order, 'order_corrected', () => ({ whatHappened: t(mistake) }));
  if (wasDelivered) await mailRecipient(ctx, order, 'recipient_on_the_way');
  if (order.driver) await notifyDriver(ctx, order, { kind: 'reopened', driver: order.driver });
  return finishChange(ctx, order);
}
