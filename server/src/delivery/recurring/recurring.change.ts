import { isDeepStrictEqual } from 'node:util';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
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

/** What an order has of its job in the same words. */
const carried = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'customerCompany',
  'pickupAddress',
  'deliveryAddress',
  'pickupContact',
  'deliveryContact',
  'notes',
  'language',
  'driverNotes',
  'officeNotes',
  'parcels',
  'onAccount',
  'quotePrice',
] as const satisfies readonly (keyof JobContent & keyof UpdateOrder)[];

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
  const { rule, startsOn, endsOn } = job;
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
    const isGone = isDayOf({ rule, startsOn, endsOn }, known.day) && !isDayOf(job, known.day);
    if (!isGone) {
      await follow(ctx, job, before, { day: known.day, orderId: known.order.id }, copy);
    } else {
      await cancelUpcoming(ctx, known.order.id, `recurring job #${job.id} does not come on ${known.day} any more`);
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
      detail: `${changed.join(', ')}, from ${from}`,
    });
  await queueMaking(ctx, job.id);
  await ctx.em.flush();
  return readRecurring(ctx, job.id);
}

function changeSchedule(ctx: AppContext, job: RecurringOrder, input: UpdateRecurring): string[] {
  const { rule = job.rule, start = job.startsOn, end = job.endsOn } = input;
  if (rule === job.rule && start === job.startsOn && (end ?? null) === (job.endsOn ?? null)) return [];
  // A first day that is long past stays allowed as long as nobody changes it.
  Object.assign(job, scheduleOf(ctx, { rule, start, end }));
  return ['rule'];
}

async function changeContent(ctx: AppContext, job: RecurringOrder, { order }: UpdateRecurring): Promise<string[]> {
  if (!order) return [];
  const before = job.content;
  requireNewEmail('order.customerEmail', order.customerEmail, before.customerEmail);
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const content = await takeContent(ctx, order, before);
  for (const name of ['officeNotes', 'driverNotes'] as const)
    if (isHiddenFromKey(ctx, name, content[name])) Object.assign(content, { [name]: before[name] ?? null });
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
  if (Object.keys(fields).length > 0) await updateOrder(inner, { ...fields, id: orderId });
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
      detail: `items, as in recurring job #${id}`,
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
