import { IsolationLevel } from '@mikro-orm/postgresql';
import { addDays, minutesAt, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { weekStartOf } from '@quickfleet/shared/operations/reports/periods';
import { readCompany } from '../../../company/settings/company.service.ts';
import { LOCKS } from '../../../db/advisory-locks.ts';
import { c, readOne, readRows, run, select } from '../../../db/rows.ts';
import { type AppContext, type Services, systemContext, todayOf } from '../../../http/context.ts';
import { dayIn } from '../../../process/clock.ts';
import { deliveryFacts, failureFacts, revenueFacts, windowFacts } from '../order-reports.ts';
import { payOfDay, payVersion } from '../pay-facts.ts';
import { driversSource, quotesSource, quotesStayUntil } from '../people-reports.ts';
import { ofOrders, type Scope } from '../report-scope.ts';
import type { Part } from '../sql-part.ts';
import { countsOfDay, staleDays, versionOf } from './report-days.ts';

/** What is kept of a day, as SQL. */
async function countsOf(ctx: AppContext, scope: Scope): Promise<Part[]> {
  // With the areas of orders and quotes.
  const whole: Scope = { ...scope, by: 'zone' };
  const orders = (facts: Part) => ofOrders(ctx, whole, facts);
  return [
    countsOfDay(scope, 'deliveries', await orders(deliveryFacts(scope))),
    countsOfDay(scope, 'punctuality', await orders(windowFacts(scope))),
    countsOfDay(scope, 'failures', await orders(failureFacts(scope, true))),
    countsOfDay(scope, 'revenue', await orders(revenueFacts(scope))),
    countsOfDay(scope, 'quotes', await quotesSource(ctx, whole)),
    countsOfDay(scope, 'drivers', driversSource(scope)),
    await payOfDay(ctx, scope),
  ];
}
/** A transaction that began yesterday has ended by then: what it wrote is seen. */
const COUNTED_AT = 120;
const DAYS_AT_ONCE = 60;

const first = select({
  at: c
    .date(
      'least((select min(created_at) from orders), (select min(delivered_at) from orders), (select min(created_at) from quotes))',
    )
    .nullable(),
});
const changes = select({ id: c.text('id::text'), at: c.date('at').nullable(), day: c.day('day').nullable() });
const gotLock = select({ isOurs: c.bool('pg_try_advisory_xact_lock(?)') });

/** Counts a day, or again, from one snapshot; false where another process is counting. */
async function countDay(ctx: AppContext, scope: Scope): Promise<boolean> {
  const { from, zoneOfTime, currency, now } = scope;
  const { em } = ctx;
  const { isOurs } = await readOne(em, gotLock, 'select $columns', [LOCKS.reportDays]);
  if (!isOurs) return false;
  const seen = (await readRows(em, changes, 'select $columns from report_changes')).filter(
    ({ at, day }) => day === from || (at && dayIn(zoneOfTime, at) === from),
  );
  await run(em, 'delete from report_days where day = ?::date returning day', [from]);
  await run(
    em,
    'insert into report_days (day, version, pay_version, until, counted_at) values (?::date, ?, ?, ?, ?) returning day',
    [
      ...[from, versionOf(ctx.services.config, currency), await payVersion(ctx)],
      ...[await quotesStayUntil(ctx, scope), now],
    ],
  );
  for (const { sql, params } of await countsOf(ctx, scope)) await em.execute(sql, [...params]);
  await run(em, 'delete from report_changes where id = any(?::bigint[]) returning id', [seen.map(({ id }) => id)]);
  return true;
}

/**
 * Counts the days that are over and not counted, or that have changed since, the newest first. Any number of processes
 * may do so; the reports read what is not counted from the orders themselves. Answers how many days it counted.
 */
export async function countDays(services: Services, most = DAYS_AT_ONCE): Promise<number> {
  const { config, orm, clock } = services;
  const ctx: AppContext = { ...systemContext(services), em: orm.em.fork(), grant: 'yes' };
  const today = todayOf(ctx);
  const to = addDays(today, minutesAt(clock(), config.BUSINESS_TIMEZONE) < COUNTED_AT ? -2 : -1);
  const { at } = await readOne(ctx.em, first, 'select $columns');
  if (!at) return 0;
  const { quoting } = await readCompany(ctx.em);
  const scope: Scope = {
    ...{ from: dayIn(config.BUSINESS_TIMEZONE, at), to, by: 'day', now: clock(), currency: quoting.currency },
    ...{ zoneOfTime: config.BUSINESS_TIMEZONE, weekStart: weekStartOf(config.BUSINESS_COUNTRY) },
  };
  // The present day is counted when it is over: what changed in it by now is seen then.
  await run(ctx.em, 'delete from report_changes where at >= ? or day >= ?::date returning id', [
    startOfDay(today, config.BUSINESS_TIMEZONE),
    today,
  ]);
  const stale = [...(await staleDays(ctx, scope, await payVersion(ctx)))]
    .filter((day) => day <= to)
    .toSorted()
    .reverse();
  let counted = 0;
  for (const day of stale.slice(0, most)) {
    const isDone = await orm.em
      .fork()
      .transactional((em) => countDay({ ...ctx, em }, { ...scope, from: day, to: day }), {
        isolationLevel: IsolationLevel.REPEATABLE_READ,
      });
    if (!isDone) return counted;
    counted++;
  }
  return counted;
}
