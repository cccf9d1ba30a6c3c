import { daysBetween, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import type { CreateOrder } from '@quickfleet/shared/delivery/orders/orders';
import { DAYS_BACK_MAX } from '@quickfleet/shared/limits';
import {
  dayOfWindow,
  findWindowFaults,
  isSameWindow,
  moveWindow,
  type Window,
} from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { merchantOf, requireOpenDay } from '../../http/caller/merchant.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { badRequest, invalid } from '../../http/errors.ts';
import { dayIn, requireNear } from '../../process/clock.ts';
import type { Order } from './order.entity.ts';

const NOON = 12 * 60;
/** Noon of a day in the business time zone, so that no zone between shows the day before. */
const plannedAt = (ctx: AppContext, day: string): Date => momentOf(day, NOON, ctx.services.config.BUSINESS_TIMEZONE);

/**
 * When an order is planned for, from a day or a moment. The moment that it has already stays, however far its zone is
 * from UTC: what was read may be written back. Of another moment the day counts, in the business time zone; midnight
 * in UTC, or a time without a zone, is how programs write a bare day.
 */
function planFor(ctx: AppContext, input: string | null, present: Date | null): Date | null {
  if (input === null) return null;
  if (present && input.length > DAY_LENGTH && Date.parse(input) === present.getTime()) return present;
  const isBareDay = input.length === DAY_LENGTH || !ZONED.test(input) || MIDNIGHT_UTC.test(input);
  return plannedAt(
    ctx,
    isBareDay ? input.slice(0, DAY_LENGTH) : dayIn(ctx.services.config.BUSINESS_TIMEZONE, new Date(input)),
  );
}
const DAY_LENGTH = '2026-03-01'.length;
const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const MIDNIGHT_UTC = /T00:00(?::00(?:\.0+)?)?Z$/i;

const windowFrom = (from: Date | null | undefined, to: Date | null | undefined): Window | null =>
  from && to ? { from: from.toISOString(), to: to.toISOString() } : null;
type Planned = Pick<Order, 'pickupFrom' | 'pickupTo' | 'deliveryFrom' | 'deliveryTo'>;
/** What is planned of an order. */
/** When a delivered order was to be delivered. */
export function plannedDate(ctx: AppContext, order: Order): Date | null {
  const { deliveryWindow } = windowsOf(order);
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const day = deliveryWindow ? dayOfWindow(deliveryWindow, zone) : order.plannedDay;
  return day ? plannedAt(ctx, day) : null;
}
export type PlannedOrder = Planned & Pick<Order, 'deliveryDate' | 'plannedDay'>;
/** What is promised about an order. */
export const windowsOf = (order: Planned) => ({
  pickupWindow: windowFrom(order.pickupFrom, order.pickupTo),
  deliveryWindow: windowFrom(order.deliveryFrom, order.deliveryTo),
});

export interface PlanOptions {
  /** The order gets former times back. */
  mayBeOver?: boolean | undefined;
}
export type Plan = Pick<CreateOrder, 'pickupWindow' | 'deliveryWindow' | 'deliveryDate'>;

/**
 * Writes windows and planned day, and returns which of the three have changed. The planned day follows the delivery
 * window. A client may send only `deliveryDate`: a new day moves the window at the same local times, and null removes
 * it.
 *
 * @throws 400 with the field, for a window that is over or ends before the order is picked up, and for a merchant's on a
 * closed day
 */
export async function planOrder(
  ctx: AppContext,
  order: PlannedOrder,
  plan: Plan,
  { mayBeOver }: PlanOptions = {},
): Promise<(keyof Plan)[]> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const before = windowsOf(order);
  const present = order.deliveryDate ?? null;
  const after = {
    pickupWindow: plan.pickupWindow === undefined ? before.pickupWindow : plan.pickupWindow,
    deliveryWindow: plan.deliveryWindow === undefined ? before.deliveryWindow : plan.deliveryWindow,
  };
  let day = plan.deliveryDate === undefined ? present : planFor(ctx, plan.deliveryDate, present);
  const isMoved = day?.getTime() !== present?.getTime() && isSameWindow(before.deliveryWindow, after.deliveryWindow);
  if (before.deliveryWindow && isMoved)
    after.deliveryWindow = day && moveWindow(before.deliveryWindow, dayIn(zone, day), zone);
  const changed = (['pickupWindow', 'deliveryWindow'] as const).filter(
    (name) => !isSameWindow(before[name], after[name]),
  );
  requirePossible(ctx, after, changed, { pathOfDelivery: isMoved ? 'deliveryDate' : 'deliveryWindow.to', mayBeOver });
  if (after.deliveryWindow && changed.includes('deliveryWindow'))
    day = plannedAt(ctx, dayOfWindow(after.deliveryWindow, zone));
  const isNewDay = day?.getTime() !== present?.getTime();
  write(order, after);
  order.deliveryDate = day;
  order.plannedDay = day && dayIn(zone, day);
  if (isNewDay && order.plannedDay) requireUsual(ctx, order.plannedDay);
  const days = changed.flatMap((name) => (after[name] ? [[name, dayOfWindow(after[name], zone)] as const] : []));
  for (const [name, one] of days) requireUsual(ctx, one, name);
  if (merchantOf(ctx) === undefined) return isNewDay ? [...changed, 'deliveryDate'] : changed;
  for (const [name, one] of days) requireOpenDay(ctx, `${name}.from`, one);
  if (isNewDay && order.plannedDay) requireOpenDay(ctx, 'deliveryDate', order.plannedDay);
  return isNewDay ? [...changed, 'deliveryDate'] : changed;
}

function requireUsual(ctx: AppContext, day: string, path: keyof Plan = 'deliveryDate'): void {
  requireNear(todayOf(ctx), path, day);
  if (daysBetween(day, todayOf(ctx)) > DAYS_BACK_MAX)
    throw invalid(path, t('The day of an order lies at most {count} days back', { count: DAYS_BACK_MAX }));
}

/** A window that stays as it was may be over by now; two windows must agree as soon as one of them changes. */
function requirePossible(
  ctx: AppContext,
  windows: ReturnType<typeof windowsOf>,
  changed: readonly string[],
  { pathOfDelivery, mayBeOver = false }: PlanOptions & { pathOfDelivery: string },
): void {
  if (changed.length === 0) return;
  const issues = findWindowFaults(windows, now(ctx))
    .filter(({ isOver, path }) => !isOver || (!mayBeOver && changed.some((name) => path.startsWith(name))))
    .map(({ path, message }) => ({ path: path === 'deliveryWindow.to' ? pathOfDelivery : path, message }))
    .filter(({ path }, place, all) => all.findIndex((issue) => issue.path === path) === place);
  const [first] = issues;
  if (first) throw badRequest('VALIDATION_FAILED', first.message, issues);
}

function write(order: Planned, { pickupWindow, deliveryWindow }: ReturnType<typeof windowsOf>): void {
  const at = (moment: string | undefined) => (moment === undefined ? null : new Date(moment));
  order.pickupFrom = at(pickupWindow?.from);
  order.pickupTo = at(pickupWindow?.to);
  order.deliveryFrom = at(deliveryWindow?.from);
  order.deliveryTo = at(deliveryWindow?.to);
}
