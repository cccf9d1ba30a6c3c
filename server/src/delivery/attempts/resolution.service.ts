import type { HistoryAction } from '@quickfleet/shared/company/history/history-words';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import type { ResolveOrder } from '@quickfleet/shared/delivery/proof/attempts';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { type AppContext, withoutIfMatch } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { OrderDelay } from '../eta/eta.entity.ts';
import { pushNewTime } from '../notices/delivery-push.queue.ts';
import { jobStateOf } from '../notices/told.ts';
import { assignDriver, unassignDriver } from '../order-rights/orders.driver.ts';
import { notifyDriver } from '../order-rights/orders.driver-news.ts';
import type { Order } from '../orders/order.entity.ts';
import { decideLast } from '../orders/orders.attempts.ts';
import { mailOrder } from '../orders/orders.mail.ts';
import { planOrder, windowsOf } from '../orders/orders.plan.ts';
import { finishChange, lockOrder, moveOrder } from '../orders/orders.service.ts';
import { closePartly, keepProvenFlags } from './attempts.service.ts';

/**
 * The office's decision about an order with a failed attempt or on its way back: try again, return to the sender, or
 * end it.
 *
 * @throws 409 NOTHING_TO_RESOLVE, 409 NOTHING_TO_RETURN before the pickup, and what planning and assigning refuse
 */
export async function resolveOrder(ctx: AppContext, input: ResolveOrder): Promise<OrderView> {
  const order = await lockOrder(ctx, input.id);
  requireVersion(ctx, 'order', order);
  if (!isOpenOrder(order.status) || (!order.failedAt && order.outcome !== 'returning'))
    throw conflict('NOTHING_TO_RESOLVE', t('No attempt of this order waits for a decision'));
  await decideLast(ctx, order.id, input.kind);
  if (input.kind === 'retry') return tryAgain(ctx, order, input);
  if (input.kind === 'return') return sendBack(ctx, order, input);
  return end(ctx, order, input);
}

const plannedWords = (ctx: AppContext, order: Order): string => {
  const { pickupWindow, deliveryWindow } = windowsOf(order);
  const window = isBeforePickup(order.status) ? pickupWindow : deliveryWindow;
  const { BUSINESS_TIMEZONE, hourCycle } = ctx.services.config;
  return window ? windowInWords(window, BUSINESS_TIMEZONE, hourCycle) : '';
};
const recordIt = (ctx: AppContext, order: Order, action: HistoryAction, note: string | null | undefined) =>
  record(ctx, { subject: 'order', subjectId: order.id, action, ...(note ? { detail: note } : {}) });

/** A new attempt, in a new window and with another driver where that was said. */
async function tryAgain(ctx: AppContext, order: Order, input: ResolveOrder): Promise<OrderView> {
  order.failedAt = null;
  order.outcome = null;
  // A delay ends with the attempt.
  await ctx.em.nativeDelete(OrderDelay, { order: order.id });
  const was = jobStateOf(order);
  const changed = await planOrder(ctx, order, input);
  await pushNewTime(ctx, order, changed);
  recordIt(ctx, order, 'order.retry', input.note);
  await mailOrder(ctx, order, 'order_retry', () => ({
    whatHappened: isBeforePickup(order.status)
      ? t('We come again to collect your items.')
      : t('We come again to deliver your order.'),
    whatNext: input.note ?? '',
    plannedWindow: plannedWords(ctx, order),
  }));
  const keepsDriver = input.driverId === undefined || input.driverId === order.driver?.id;
  if (order.driver && changed.length > 0 && keepsDriver)
    await notifyDriver(ctx, order, { kind: 'changed', driver: order.driver, changed, was });
  const answer = await finishChange(ctx, order);
  if (keepsDriver) return answer;
  const inner = withoutIfMatch(ctx);
  if (input.driverId) return assignDriver(inner, { id: order.id, driverId: input.driverId, reassign: true });
  return order.driver ? unassignDriver(inner, order.id) : answer;
}

async function sendBack(ctx: AppContext, order: Order, input: ResolveOrder): Promise<OrderView> {
  if (isBeforePickup(order.status))
    throw conflict('NOTHING_TO_RETURN', t('Nothing was picked up yet: try again or cancel the order'));
  order.failedAt = null;
  order.outcome = 'returning';
  const was = jobStateOf(order);
  const changed = await planOrder(ctx, order, input);
  recordIt(ctx, order, 'order.return', input.note);
  await mailOrder(ctx, order, 'order_returning', () => ({
    whatHappened: t('Your order goes back to its sender.'),
    whatNext: input.note ?? '',
    plannedWindow: plannedWords(ctx, order),
  }));
  if (order.driver && changed.length > 0)
    await notifyDriver(ctx, order, { kind: 'changed', driver: order.driver, changed, was });
  return finishChange(ctx, order);
}

async function end(ctx: AppContext, order: Order, { note }: ResolveOrder): Promise<OrderView> {
  const more = note ? { detail: note } : {};
  if (await keepProvenFlags(ctx, order)) await closePartly(ctx, order, more);
  else await moveOrder(ctx, order, 'cancelled', 'status', more);
  return finishChange(ctx, order);
}
