import { LockMode } from '@mikro-orm/postgresql';
import { CURRENCY_DEFAULT } from '@quickfleet/shared/base/money/money';
import { daysBetween, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { displayOrderStatus, isBeforePickup } from '@quickfleet/shared/delivery/orders/order-status';
import type { CreateOrder } from '@quickfleet/shared/delivery/orders/orders';
import type {
  CreateRecurring,
  DeleteRecurring,
  RecurringOrder as JobView,
  PreviewRule,
  RulePreview,
  SkipDay,
} from '@quickfleet/shared/delivery/planning/recurring';
import { RECURRING_START_DAYS } from '@quickfleet/shared/limits';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import type { Said } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { currencyFor } from '../../company/settings/company.service.ts';
import { claimImages, releaseImages } from '../../files/uploads/uploads.service.ts';
import { type AppContext, todayOf, withoutIfMatch } from '../../http/context.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { keepAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { queueMail } from '../../messages/outbox/outbox.service.ts';
import { dayInWords } from '../../messages/templates/mail-values.ts';
import { findByContact } from '../../people/customers/customers.service.ts';
import { inLanguageOf } from '../../words/speak.ts';
import { requireDriver } from '../orders/orders.create.ts';
import { changedPrice, collectFor, newPrice } from '../orders/orders.money.ts';
import { finishChange, lockOrder, moveOrder } from '../orders/orders.service.ts';
import { contentOf, windowsOn } from './job-times.ts';
import { queueMaking } from './recurring.make.ts';
import { readRecurring } from './recurring.queries.ts';
import { type JobContent, RecurringDay, RecurringOrder } from './recurring-order.entity.ts';
import {
  isTooFar,
  type JobSchedule,
  nextDays,
  normalRule,
  requireDays,
  requireOpenDays,
  ruleDayOf,
  ruleForHistory,
  wordsOfRule,
} from './rule.ts';

/** A job locked for a change: nobody can create an order of it. */
export const lockRecurring = (ctx: AppContext, id: number): Promise<RecurringOrder> =>
  ctx.em.findOneOrFail(RecurringOrder, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Recurring job'),
  });

/**
 * When a job comes, checked and in the form that is stored.
 *
 * @throws 400 with the field, for a rule that cannot be read, comes more than once a day or never
 */
export function scheduleOf(
  ctx: AppContext,
  { rule, start, end, onClosedDay = 'keep' }: PreviewRule,
): JobSchedule & { endsOn: string | null } {
  const daysAhead = daysBetween(todayOf(ctx), start);
  if (daysAhead > RECURRING_START_DAYS) throw invalid('start', t('The first day must be within two years from today'));
  if (daysAhead < -10 * RECURRING_START_DAYS) throw invalid('start', t('The first day is more than twenty years ago'));
  if (end && end < start) throw invalid('end', t('The last day is before the first one'));
  const schedule = {
    rule: normalRule(rule, ctx.services.config.BUSINESS_TIMEZONE),
    startsOn: start,
    endsOn: end ?? null,
    onClosedDay,
  };
  requireDays(schedule);
  requireOpenDays(schedule, ctx.services.config.hours);
  return schedule;
}

/** What is ordered each time; photos become the job's own, but for those that it had `before`. */
export async function takeContent(ctx: AppContext, order: CreateOrder, before?: JobContent): Promise<JobContent> {
  const content = contentOf(order, ctx.services.config.BUSINESS_TIMEZONE);
  if (order.driverId) await requireDriver(ctx, order.driverId);
  const currency =
    before?.currency ??
    (await currencyFor(ctx.em, order.quotePrice ?? order.netTotal, ...order.items.map(({ value }) => value)));
  const keep = (amount: string | null | undefined, path: string, sentence?: string) =>
    keepAmount(amount, currency ?? CURRENCY_DEFAULT, `order.${path}`, sentence);
  const held = before?.items.flatMap(({ imageUrls }) => imageUrls) ?? [];
  const items: JobContent['items'] = [];
  for (const [at, item] of order.items.entries())
    items.push({
      ...item,
      value: keep(item.value, `items.${at}.value`, t('Value must be non-negative')),
      imageUrls: await claimImages(ctx, item.imageUrls ?? [], held),
    });
  const { netTotal } = order;
  // The whole order is given: one without a price has none.
  const given = { netTotal, quotePrice: order.quotePrice ?? (netTotal ? undefined : null) };
  const present = { quotePrice: before?.quotePrice ?? null, taxTotal: before?.taxTotal ?? null };
  const price = before
    ? ((await changedPrice(ctx, given, present, currency ?? CURRENCY_DEFAULT, 'order.')) ?? present)
    : await newPrice(ctx, order, currency, 'order.');
  const collect = order.collect === undefined ? {} : { collect: await collectFor(ctx, order.collect) };
  return { ...content, ...price, currency, ...collect, items };
}

export const customerOf = (ctx: AppContext, order: CreateOrder) =>
  findByContact(ctx, {
    name: order.customerName,
    email: order.customerEmail,
    phone: order.customerPhone,
    company: order.customerCompany,
  });

/** The next ten days of a rule, its closed days until then, and its words. */
export function previewRule(ctx: AppContext, input: PreviewRule): RulePreview {
  const schedule = scheduleOf(ctx, input);
  const { days, closedDays } = nextDays(schedule, ctx.services.config.hours, todayOf(ctx));
  return { ruleInWords: wordsOfRule(schedule), days: days.map(({ day }) => day), closedDays };
}

/** Its orders of the next 14 days are made by a job of the queue, as soon as this is committed. */
export async function createRecurring(ctx: AppContext, input: CreateRecurring): Promise<JobView> {
  const schedule = scheduleOf(ctx, input);
  const job = ctx.em.create(RecurringOrder, {
    ...schedule,
    customer: await customerOf(ctx, input.order),
    content: await takeContent(ctx, input.order),
    paused: input.paused ?? false,
  });
  await ctx.em.flush();
  record(ctx, {
    subject: 'recurring',
    subjectId: job.id,
    action: 'recurring.created',
    says: [{ is: 'from_day', what: { is: 'rule', ...ruleForHistory(job) }, day: { is: 'day', day: job.startsOn } }],
  });
  await confirmRule(ctx, job);
  await queueMaking(ctx, job.id);
  await ctx.em.flush();
  return readRecurring(ctx, job.id);
}

/** The customer is notified of the rule once, in place of a confirmation of each order. */
async function confirmRule(ctx: AppContext, job: RecurringOrder): Promise<void> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const { customerName, customerEmail, items } = job.content;
  const [first] = nextDays(job, ctx.services.config.hours, todayOf(ctx)).days;
  const day = first?.day ?? job.startsOn;
  const { deliveryWindow } = windowsOn(job.content, day, zone);
  await inLanguageOf(ctx, job.content, () =>
    queueMail(ctx, {
      trigger: 'recurring_confirmed',
      to: customerEmail ?? null,
      recurringId: job.id,
      values: {
        customerName,
        itemCount: String(items.length),
        schedule: wordsOfRule(job),
        deliveryDate: dayInWords(zone, momentOf(day, NOON_MINUTES, zone)),
        plannedWindow: deliveryWindow ? windowInWords(deliveryWindow, zone, ctx.services.config.hourCycle) : '',
      },
    }),
  );
}
const NOON_MINUTES = 12 * 60;

/** Cancels the order of a day if nobody has picked it up; answers whether it could. */
export async function cancelUpcoming(ctx: AppContext, orderId: number, because: Said): Promise<boolean> {
  // The If-Match of this call is about the job.
  const inner = withoutIfMatch(ctx);
  const order = await lockOrder(inner, orderId);
  if (!isBeforePickup(order.status)) return order.status === 'cancelled';
  await moveOrder(inner, order, 'cancelled', 'status', { says: [because] });
  await finishChange(inner, order);
  return true;
}

/** The day that the rule names for a day of the job, unless another day stands in for it already. */
async function openRuleDay(ctx: AppContext, job: RecurringOrder, day: string): Promise<string | undefined> {
  const ruleDay = ruleDayOf(job, ctx.services.config.hours, day);
  if (ruleDay === undefined || ruleDay === day) return ruleDay;
  const isDone = await ctx.em.count(RecurringDay, {
    recurring: job.id,
    $or: [{ ruleDay }, { day: ruleDay, ruleDay: null }],
  });
  return isDone > 0 ? undefined : ruleDay;
}

/**
 * Leaves one day out, or takes that back. The order of that day is cancelled, unless it is under way already.
 *
 * @throws 400 for a day that is over or none of the job, 409 OCCURRENCE_DRIVEN
 */
export async function skipDay(ctx: AppContext, { id, day, skip = true }: SkipDay): Promise<JobView> {
  const job = await lockRecurring(ctx, id);
  requireVersion(ctx, 'recurring', job);
  if (day < todayOf(ctx)) throw invalid('day', t('This day is over'));
  const known = await ctx.em.findOne(RecurringDay, { recurring: id, day }, { populate: ['order'] });
  if (!known && isTooFar(day, todayOf(ctx))) throw invalid('day', t('This day is too far ahead'));
  const ruleDay = known ? undefined : await openRuleDay(ctx, job, day);
  if (!known && !ruleDay) throw invalid('day', t('The job does not come on this day'));
  if (skip === (known?.skipped ?? false)) return readRecurring(ctx, id);
  if (!skip && known) ctx.em.remove(known);
  else if (known) {
    const because = { is: 'left_out' as const, job: id, day: { is: 'day' as const, day } };
    if (known.order && !(await cancelUpcoming(ctx, known.order.id, because)))
      throw conflict(
        'OCCURRENCE_DRIVEN',
        t('The order of this day is {status} already', { status: displayOrderStatus(known.order.status, true) }),
      );
    known.skipped = true;
  } else
    ctx.em.create(RecurringDay, {
      recurring: job,
      day,
      ruleDay: ruleDay === day ? null : (ruleDay ?? null),
      order: null,
      skipped: true,
    });
  record(ctx, {
    subject: 'recurring',
    subjectId: id,
    action: skip ? 'recurring.skipped' : 'recurring.unskipped',
    says: [{ is: 'day', day }],
  });
  await ctx.em.flush();
  if (!skip) await queueMaking(ctx, id);
  return readRecurring(ctx, id);
}

/** The job goes; orders that it made stay, or with `withUpcoming` those are cancelled that nobody has picked up. */
export async function deleteRecurring(
  ctx: AppContext,
  { id, withUpcoming = false }: DeleteRecurring,
): Promise<{ success: true }> {
  const job = await lockRecurring(ctx, id);
  requireVersion(ctx, 'recurring', job);
  if (withUpcoming)
    for (const { order } of await upcomingDays(ctx, id, todayOf(ctx)))
      if (order) await cancelUpcoming(ctx, order.id, { is: 'job_ended', job: id });
  await releaseImages(
    ctx,
    job.content.items.flatMap(({ imageUrls }) => imageUrls),
  );
  record(ctx, {
    subject: 'recurring',
    subjectId: id,
    action: 'recurring.deleted',
    says: [{ is: 'rule', ...ruleForHistory(job) }],
  });
  ctx.em.remove(job);
  return { success: true };
}

/** Days that are done with, from one on, in order. */
export const upcomingDays = (ctx: AppContext, id: number, from: string) =>
  ctx.em.find(RecurringDay, { recurring: id, day: { $gte: from } }, { populate: ['order'], orderBy: { day: 'asc' } });
