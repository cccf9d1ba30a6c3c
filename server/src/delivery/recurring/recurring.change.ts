import { isDeepStrictEqual } from 'node:util';
import { fieldsThat } from '@quickfleet/shared/base/fields';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { columnsOfJob, orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import { isBeforePickup } from '@quickfleet/shared/delivery/orders/order-status';
import type { UpdateOrder } from '@quickfleet/shared/delivery/orders/orders';
import type { RecurringOrder as JobView, UpdateRecurring } from '@quickfleet/shared/delivery/planning/recurring';
import { RECURRING_HORIZON_DAYS } from '@quickfleet/shared/limits';
import { findWindowFaults } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type CopyImages, withCopies } from '../../files/uploads/uploads.copy.ts';
import { releaseImages } from '../../files/uploads/uploads.service.ts';
import { isHiddenFromKey } from '../../http/caller/key-view.ts';
import { type AppContext, now, todayOf, withoutIfMatch } from '../../http/context.ts';
import { invalid, requireNewEmail } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { assignDriver, unassignDriver } from '../order-rights/orders.driver.ts';
import { releaseUnshown } from '../orders/change/orders.photos.ts';
import { addItems } from '../orders/orders.create.ts';
import { finishChange, lockOrder, updateOrder } from '../orders/orders.service.ts';
import { contentOf, windowsOn } from './job-times.ts';
import { itemsOf, queueMaking } from './recurring.make.ts';
import { readRecurring } from './recurring.queries.ts';
import {
  cancelUpcoming,
  customerOf,
  lockRecurring,
  scheduleOf,
  takeContent,
  upcomingDays,
} from './recurring.service.ts';
import type { JobContent, RecurringOrder } from './recurring-order.entity.ts';
import { isDayOf } from './rule.ts';

/** Absent values become null; the database stores the fields in its own order. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== undefined)
      .map(([name, inner]) => [name, plain(inner)]),
  );
};
const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(plain(one), plain(other));

/** The price of a job has its tax inside, and is not one that is given. */
const carried = columnsOfJob.filter((name) => name !== 'quotePrice') satisfies readonly (keyof JobContent &
  keyof UpdateOrder)[];
/** `order` is given whole; these stay when a program that does not know them leaves them out. */
const staying = fieldsThat(orderFields, { carried: { recurring: 'stays' } });

/**
 * Changes a job from a day on. Existing orders of that day and later that are not picked up follow: the change is
 * written into them, and those on days without an occurrence are cancelled. Fields changed by hand and orders in
 * transit stay.
 *
 * @throws 400 with the field, 404, 409 STALE_VERSION, 412
 */
export const updateRecurring = (ctx: AppContext, input: UpdateRecurring): Promise<JobView> =>
  withCopies(ctx, (copy) =>
    runInTransaction(ctx, 'recurring.update', input, (em) => update({ ...ctx, em }, input, copy)),
  );

async function update(ctx: AppContext, input: UpdateRecurring, copy: CopyImages): Promise<JobView> {
  const job = await lockRecurring(ctx, input.id);
  requireVersion(ctx, 'recurring', job, input.version);
  const today = todayOf(ctx);
  const from = input.from ?? today;
  if (from < today || from > addDays(today, RECURRING_HORIZON_DAYS))
    throw invalid(
      'from',
      t('A change holds from today or from one of the next {count} days on', { count: RECURRING_HORIZON_DAYS }),
    );
  const before = job.content;
  const { rule, startsOn, endsOn, onClosedDay } = job;
  const { hours } = ctx.services.config;
  const changed = [
    ...changeSchedule(ctx, job, input),
    ...(await changeContent(ctx, job, input)),
    ...(input.paused !== undefined && input.paused !== job.paused ? [input.paused ? 'paused' : 'going on'] : []),
  ];
  if (input.paused !== undefined) job.paused = input.paused;
  job.problem = null;
  await ctx.em.flush();
  for (const known of await upcomingDays(ctx, job.id, from)) {
    if (!known.order || !isBeforePickup(known.order.status)) continue;
    // A day that an earlier change has left aside stays as that change left it.
    const isGone =
      isDayOf({ rule, startsOn, endsOn, onClosedDay }, hours, known.day) && !isDayOf(job, hours, known.day);
    if (!isGone) {
      await follow(ctx, job, before, { day: known.day, orderId: known.order.id }, copy);
    } else {
      const day = { is: 'day' as const, day: known.day };
      await cancelUpcoming(ctx, known.order.id, { is: 'not_on_day', job: job.id, day });
      // It may come on this day again one day.
      ctx.em.remove(known);
    }
  }
  const kept = new Set(job.content.items.flatMap(({ imageUrls }) => imageUrls));
  await releaseImages(
    ctx,
    before.items.flatMap(({ imageUrls }) => imageUrls).filter((url) => !kept.has(url)),
  );
  if (changed.length > 0)
    record(ctx, {
      subject: 'recurring',
      subjectId: job.id,
      action: 'recurring.updated',
      says: [{ is: 'from_day', what: { is: 'properties', names: changed }, day: { is: 'day', day: from } }],
    });
  await queueMaking(ctx, job.id);
  await ctx.em.flush();
  return readRecurring(ctx, job.id);
}

function changeSchedule(ctx: AppContext, job: RecurringOrder, input: UpdateRecurring): string[] {
  const { rule = job.rule, start = job.startsOn, end = job.endsOn, onClosedDay = job.onClosedDay } = input;
  const isSameRule = rule === job.rule && onClosedDay === job.onClosedDay;
  if (isSameRule && start === job.startsOn && (end ?? null) === (job.endsOn ?? null)) return [];
  // A first day that is long past stays allowed as long as nobody changes it.
  Object.assign(job, scheduleOf(ctx, { rule, start, end, onClosedDay }));
  return ['rule'];
}

async function changeContent(ctx: AppContext, job: RecurringOrder, { order }: UpdateRecurring): Promise<string[]> {
  if (!order) return [];
  const before = job.content;
  requireNewEmail('order.customerEmail', order.customerEmail, before.customerEmail);
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const content = await takeContent(ctx, order, before);
  for (const name of carried)
    if (isHiddenFromKey(ctx, name, content[name])) Object.assign(content, { [name]: before[name] ?? null });
  // What nobody said is read as null, and stays unsaid when that comes back.
  for (const name of staying)
    if (order[name] === undefined || isSame(order[name], before[name]))
      Object.assign(content, { [name]: before[name] });
  // Windows that come back as they were read keep their times, also where the first day skips that hour.
  const read = windowsOn(before, job.startsOn, zone);
  const readTimes = contentOf({ ...order, ...read }, zone);
  for (const name of ['pickupTimes', 'deliveryTimes'] as const)
    if (isSame(content[name], readTimes[name])) content[name] = before[name];
  job.content = content;
  job.customer = await customerOf(ctx, order);
  return Object.keys(content).filter(
    (name) => !isSame(content[name as keyof JobContent], before[name as keyof JobContent]),
  );
}

/** Brings what has changed of the job into one of its orders. */
async function follow(
  ctx: AppContext,
  { id, content }: RecurringOrder,
  before: JobContent,
  { day, orderId }: { day: string; orderId: number },
  copy: CopyImages,
): Promise<void> {
  // The If-Match of this call is about the job.
  const inner = withoutIfMatch(ctx);
  const isChanged = (name: keyof JobContent) => !isSame(content[name], before[name]);
  const fields: Partial<UpdateOrder> = Object.fromEntries(
    carried.filter(isChanged).map((name) => [name, content[name] ?? null]),
  );
  if (isChanged('pickupTimes') || isChanged('deliveryTimes')) {
    const windows = windowsOn(content, day, ctx.services.config.BUSINESS_TIMEZONE);
    // If the new time of today's order is over already, it keeps its promised window.
    if (!findWindowFaults(windows, now(ctx)).some(({ isOver }) => isOver)) Object.assign(fields, windows);
  }
  const { quotePrice = null, taxTotal = null } = content;
  const price = isChanged('quotePrice') || isChanged('taxTotal') ? { quotePrice, taxTotal } : undefined;
  if (price || Object.keys(fields).length > 0)
    await updateOrder(inner, { ...fields, id: orderId }, { price, basis: { kind: 'typed', id: null, reason: null } });
  if (isChanged('items')) {
    const order = await lockOrder(inner, orderId);
    const shown = order.items.getItems().flatMap(({ imageUrls }) => imageUrls);
    order.currency ??= content.currency;
    order.items.removeAll();
    await ctx.em.flush();
    await releaseUnshown(inner, order, shown, []);
    addItems(inner, order, await itemsOf(inner, content.items, copy));
    record(inner, {
      subject: 'order',
      subjectId: orderId,
      action: 'order.updated',
      says: [{ is: 'items_of_job', job: id }],
    });
    await finishChange(inner, order);
  }
  if (isChanged('driverId')) {
    const order = await lockOrder(inner, orderId);
    // Somebody gave it to another driver by hand.
    if ((order.driver?.id ?? null) !== (before.driverId ?? null) && order.driver) return;
    if (content.driverId) await assignDriver(inner, { id: orderId, driverId: content.driverId, reassign: true });
    else if (order.driver) await unassignDriver(inner, orderId);
  }
}
