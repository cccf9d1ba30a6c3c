import { LockMode } from '@mikro-orm/postgresql';
import { addDays, MINUTE_MS, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import type { SayDelay } from '@quickfleet/shared/delivery/eta/eta';
import { isOpenOrder, openOrderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { joined } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { c, readRows, select } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { dayIn } from '../../process/clock.ts';
import { pushLate } from '../notices/delivery-push.queue.ts';
import { mailLate } from '../notices/late-mails.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import { Order } from '../orders/order.entity.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { lockOrder, moverOf, touchOrder } from '../orders/orders.service.ts';
import { OrderDelay } from './eta.entity.ts';
import { plannedEtaColumn } from './eta.queries.ts';

/** Open deliveries of the same driver that are planned for today or were for an earlier day. */
async function othersToday(ctx: AppContext, { id, driver }: Order): Promise<Order[]> {
  const open = await ctx.em.find(
    Order,
    { id: { $ne: id }, driver: driver?.id ?? null, status: { $in: openOrderStatuses }, outcome: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  return open.filter((one) => plannedOf(one) && isDue(ctx, one));
}
const plannedOf = ({ deliveryFrom, deliveryDate, pickupFrom }: Order) => deliveryFrom ?? deliveryDate ?? pickupFrom;
/** Planned for today or an earlier day, or for none. */
function isDue(ctx: AppContext, order: Order): boolean {
  const planned = plannedOf(order);
  return !planned || dayIn(ctx.services.config.BUSINESS_TIMEZONE, planned) <= todayOf(ctx);
}

const expected = select({ id: c.int('o.id'), eta: plannedEtaColumn });
/** When each of these orders is expected so many minutes later than planned; never a time that is over. */
async function laterBy(ctx: AppContext, ids: readonly number[], minutes: number | undefined) {
  if (minutes === undefined) return new Map<number, { fromAt: Date; toAt: Date }>();
  const rows = await readRows(ctx.em, expected, 'select $columns from orders o where o.id = any(?)', [[...ids]]);
  const [at, by] = [now(ctx).getTime(), minutes * MINUTE_MS];
  return new Map(
    rows.flatMap(({ id, eta }) => {
      if (!eta) return [];
      const fromAt = new Date(Math.max(Date.parse(eta.from) + by, at));
      const toAt = new Date(Math.max(Date.parse(eta.to) + by, at + by));
      return [[id, { fromAt, toAt }] as const];
    }),
  );
}

/** Saves what a driver says about running late; see the description of POST /driver/delays. */
export async function saveDelay(
  ctx: AppContext,
  { orderId, reason, words, minutes, takenAt }: SayDelay,
): Promise<OrderView> {
  const order = await lockOrder(ctx, orderId);
  const time = readPhoneTime(ctx, order, takenAt);
  const [present, zone, today] = [now(ctx), ctx.services.config.BUSINESS_TIMEZONE, todayOf(ctx)];
  const saidAt = time.takenAt && time.takenAt < present ? time.takenAt : present;
  if (!isOpenOrder(order.status) || dayIn(zone, saidAt) !== today) return readOrder(ctx, orderId);
  const orders = [
    ...(isDue(ctx, order) ? [order] : []),
    ...(moverOf(ctx, order) === 'driver' ? await othersToday(ctx, order) : []),
  ];
  const known = new Map(
    (await ctx.em.find(OrderDelay, { order: orders.map(({ id }) => id) })).map((delay) => [delay.order.id, delay]),
  );
  const later = await laterBy(
    ctx,
    orders.map(({ id }) => id),
    minutes,
  );
  const endOfDay = startOfDay(addDays(today, 1), zone);
  for (const one of orders) {
    const delay = known.get(one.id);
    if (delay && delay.saidAt > saidAt) continue;
    const subject = { subject: 'order', subjectId: one.id } as const;
    if (reason === null) {
      if (!delay) continue;
      ctx.em.remove(delay);
      record(ctx, { ...subject, action: 'order.delay_ended', ...historyTime(time) });
    } else {
      const moved = later.get(one.id);
      const by = minutes === undefined ? {} : { minutes, ...moved };
      const said = { driverId: one.driver?.id ?? null, reason, words: words ?? null, ...by };
      // A range over midnight counts until its end.
      const until = new Date(Math.max(endOfDay.getTime(), (moved ?? delay)?.toAt?.getTime() ?? 0));
      if (delay) ctx.em.assign(delay, { ...said, saidAt, until });
      else ctx.em.create(OrderDelay, { order: one, ...said, saidAt, until });
      record(ctx, {
        ...subject,
        action: 'order.delayed',
        ...historyTime(
          time,
          joined(', ', { is: 'delay', reason, words: said.words }, minutes ? { is: 'minutes', minutes } : null),
        ),
      });
    }
    await touchOrder(ctx, one);
  }
  await ctx.em.flush();
  await pushLate(ctx);
  await mailLate(ctx);
  return readOrder(ctx, orderId);
}

/** A new day begins without the delays of the one before. */
export async function endDelays(ctx: AppContext): Promise<void> {
  const over = await ctx.em.find(OrderDelay, { until: { $lte: now(ctx) } }, { populate: ['order'] });
  for (const delay of over) {
    ctx.em.remove(delay);
    await touchOrder(ctx, delay.order);
  }
  await ctx.em.flush();
}
