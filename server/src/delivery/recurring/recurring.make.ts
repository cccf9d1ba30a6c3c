import { LockMode } from '@mikro-orm/postgresql';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { RECURRING_HORIZON_DAYS } from '@quickfleet/shared/limits';
import { displayName } from '@quickfleet/shared/people/users';
import { findWindowFaults } from '@quickfleet/shared/quoting/window-rules';
import { record } from '../../company/history/history.service.ts';
import { c, onlyId, readRow, readRows, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type CopyImages, withCopies } from '../../files/uploads/uploads.copy.ts';
import {
  type AppContext,
  now,
  type RequestContext,
  type Services,
  systemContext,
  todayOf,
} from '../../http/context.ts';
import { isConnectionError, toDomainError } from '../../http/errors.ts';
import { User } from '../../people/users/user.entity.ts';
import type { NewItem } from '../orders/orders.create.ts';
import { placeOrder } from '../orders/orders.create.ts';
import { windowsOn } from './job-times.ts';
import { type JobItem, RecurringDay, RecurringOrder } from './recurring-order.entity.ts';
import { type Occurrence, occurrencesOf, ruleDayOf } from './rule.ts';

/** Has the orders of a job made soon after the running transaction, whatever becomes of this process. */
export async function queueMaking({ em }: Pick<AppContext, 'em'>, id: number): Promise<void> {
  await em.execute(
    `select graphile_worker.add_job('make_recurring', json_build_object('id', ?::int), job_key => 'recurring ' || ?::int)`,
    [id, id],
  );
}

const idIn = (payload: unknown): number | null =>
  typeof payload === 'object' && payload !== null && 'id' in payload ? Number(payload.id) : null;

const madeDay = select({ day: c.day('day'), ruleDay: c.day('coalesce(rule_day, day)') });

/**
 * Creates the missing orders of today and the next 14 days: of one job, `{id}`, or of all. Each in a separate
 * transaction, with the row that marks the day as done: any number of these may run together and stop anywhere. A job
 * that fails delays no other; it shows why and is retried.
 */
export async function makeDueOrders(services: Services, payload: unknown = {}): Promise<number> {
  const ctx = systemContext(services);
  const em = services.orm.em.fork();
  const today = todayOf(ctx);
  const id = idIn(payload);
  const jobs = await em.find(
    RecurringOrder,
    { paused: false, $or: [{ endsOn: null }, { endsOn: { $gte: today } }], ...(id === null ? {} : { id }) },
    { orderBy: { id: 'asc' } },
  );
  let made = 0;
  for (const job of jobs) {
    const done = await readRows(
      em,
      madeDay,
      'select $columns from recurring_days where recurring_id = ? and greatest(day, rule_day) >= ?::date',
      [job.id, today],
    );
    const isDone = new Set(done.map(({ day }) => day));
    const isRuleDone = new Set(done.map(({ ruleDay }) => ruleDay));
    const due = occurrencesOf(job, services.config.hours, today, addDays(today, RECURRING_HORIZON_DAYS)).filter(
      ({ day, ruleDay }) => !isDone.has(day) && !isRuleDone.has(ruleDay),
    );
    try {
      for (const { day } of due) if (await makeOrderOf(ctx, job.id, day)) made++;
      if (job.problem) await noteProblem(services, job.id, null);
    } catch (error) {
      if (isConnectionError(error)) throw error;
      const { message } = toDomainError(error);
      services.log.warn({ recurring: job.id, reason: message }, 'the orders of a recurring job could not be made');
      await noteProblem(services, job.id, message);
    }
  }
  return made;
}

const noteProblem = (services: Services, id: number, problem: string | null) =>
  services.orm.em.fork().execute('update recurring_orders set problem = ? where id = ?', [problem, id]);

/** Creates the order of one day; false when it exists, or the job no longer has that day. */
const makeOrderOf = (ctx: RequestContext, id: number, day: string): Promise<boolean> =>
  withCopies(ctx, (copy) =>
    runInTransaction(ctx, 'recurring.make', { id, day }, async (em) => {
      const inner: AppContext = { ...ctx, em, grant: 'yes' };
      // A call that changes, skips or deletes the job waits for this order, and finds it.
      const job = await em.findOne(RecurringOrder, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const ruleDay = job && !job.paused ? ruleDayOf(job, ctx.services.config.hours, day) : undefined;
      return job && ruleDay ? makeDay(inner, job, { day, ruleDay }, copy) : false;
    }),
  );

/** The same in the running transaction, for a locked job. */
async function makeDay(
  ctx: AppContext,
  job: RecurringOrder,
  { day, ruleDay }: Occurrence,
  copy: CopyImages,
): Promise<boolean> {
  const { content } = job;
  const windows = windowsOn(content, day, ctx.services.config.BUSINESS_TIMEZONE);
  // Nobody can drive what is over: a job of this morning that is typed in at noon begins with its next day.
  if (findWindowFaults(windows, now(ctx)).some(({ isOver }) => isOver)) return false;
  const taken = await readRow(
    ctx.em,
    onlyId,
    `insert into recurring_days (recurring_id, day, rule_day, skipped)
     select ?, ?::date, nullif(?::date, ?::date), false
      where not exists (select 1 from recurring_days where recurring_id = ? and coalesce(rule_day, day) = ?::date)
     on conflict do nothing returning $columns`,
    [job.id, day, ruleDay, day, job.id, ruleDay],
  );
  if (!taken) return false;
  const { pickupTimes: _, deliveryTimes: __, driverId, ...order } = content;
  const driver = driverId ? await findDriver(ctx, driverId) : null;
  const input = {
    ...order,
    ...windows,
    deliveryDate: day,
    driverId: driver?.isActive ? driver.id : null,
    items: await itemsOf(ctx, content.items, copy),
  };
  const made = await placeOrder(ctx, input, [{ is: 'from_job', job: job.id }], true);
  if (driverId && !driver?.isActive)
    record(ctx, {
      subject: 'order',
      subjectId: made.id,
      action: 'order.driver_gone',
      says: [{ is: 'driver_of_job_gone', driver: driver?.name ?? null, job: job.id }],
    });
  await ctx.em.nativeUpdate(RecurringDay, { id: taken.id }, { order: made.id });
  return true;
}

/** An active driver stays one until the transaction is over. */
async function findDriver(
  ctx: AppContext,
  id: number,
): Promise<{ id: number; name: string; isActive: boolean } | null> {
  const user = await ctx.em.findOne(User, id, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true });
  return user && { id, name: displayName(user), isActive: user.isActive && user.role === 'driver' };
}

/** Items with copied photos, so that order and job can be deleted independently. */
export async function itemsOf(ctx: AppContext, items: readonly JobItem[], copy: CopyImages): Promise<NewItem[]> {
  const copied: NewItem[] = [];
  for (const item of items) copied.push({ ...item, imageUrls: await copy(ctx, item.imageUrls) });
  return copied;
}
