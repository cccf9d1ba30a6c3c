import { IsolationLevel } from '@mikro-orm/postgresql';
import { addDays, daysBetween, minutesAt, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { keysOfTime, weekStartOf } from '@quickfleet/shared/operations/reports/periods';
import { readCompany } from '../../../company/settings/company.service.ts';
import { LOCKS } from '../../../db/advisory-locks.ts';
import { c, readOne, readRows, run, select } from '../../../db/rows.ts';
import { type AppContext, type Services, systemContext, todayOf } from '../../../http/context.ts';
import { dayIn } from '../../../process/clock.ts';
import { deliveryFacts, failureFacts, revenueFacts, windowFacts } from '../order-reports.ts';
import { payOfDays, payVersion } from '../pay-facts.ts';
import { driversSource, quotesSource, quotesStayUntil } from '../people-reports.ts';
import { ofOrders, type Scope } from '../report-scope.ts';
import type { Part } from '../sql-part.ts';
import { countsOfDays, spansOf, staleDays, versionOf } from './report-days.ts';

/** What is kept of days, as SQL. */
async function countsOf(ctx: AppContext, scope: Scope): Promise<Part[]> {
  // With the areas of orders and quotes.
  const whole: Scope = { ...scope, by: 'zone' };
  const orders = (facts: Part) => ofOrders(ctx, whole, facts);
  return [
    countsOfDays(scope, 'deliveries', await orders(deliveryFacts(scope))),
    countsOfDays(scope, 'punctuality', await orders(windowFacts(scope))),
    countsOfDays(scope, 'failures', await orders(failureFacts(scope, true))),
    countsOfDays(scope, 'revenue', await orders(revenueFacts(scope))),
    countsOfDays(scope, 'quotes', await quotesSource(ctx, whole)),
    countsOfDays(scope, 'drivers', driversSource(scope)),
    await payOfDays(ctx, scope),
  ];
}
/** A transaction that began yesterday has ended by then: what it wrote is seen. */
const COUNTED_AT = 120;
/** Days of one transaction: as many as take some seconds. */
const DAYS_MAX = 31;
const SOON_MS = 5000;
/** How long one call goes on counting; the next one is a minute later. */
const CALL_MS = 50_000;

const first = select({
  at: c
    .date(
      'least((select min(created_at) from orders), (select min(delivered_at) from orders), (select min(created_at) from quotes))',
    )
    .nullable(),
});
const changes = select({ id: c.text('id::text'), at: c.date('at').nullable(), day: c.day('day').nullable() });
const gotLock = select({ isOurs: c.bool('pg_try_advisory_xact_lock(?)') });

/** Counts the days of a scope, or again, from one snapshot; false where another process is counting. */
async function countSpan(ctx: AppContext, scope: Scope): Promise<boolean> {
  const { from, to, zoneOfTime, currency, now } = scope;
  const { em } = ctx;
  const { isOurs } = await readOne(em, gotLock, 'select $columns', [LOCKS.reportDays]);
  if (!isOurs) return false;
  // The days of a large company take longer than a call may.
  await em.execute('set local statement_timeout = 0');
  const isOf = (day: string | null) => day !== null && from <= day && day <= to;
  const seen = (await readRows(em, changes, 'select $columns from report_changes')).filter(
    ({ at, day }) => isOf(day) || isOf(at && dayIn(zoneOfTime, at)),
  );
  const until = await quotesStayUntil(ctx, scope);
  const days = keysOfTime('day', scope, scope.weekStart);
  await run(em, 'delete from report_days where day between ?::date and ?::date returning day', [from, to]);
  await run(
    em,
    `insert into report_days (day, version, pay_version, until, counted_at)
     select d.day, ?, ?, d.until, ? from json_to_recordset(?::json) as d(day date, until timestamptz) returning day`,
    [
      ...[versionOf(ctx.services.config, currency), await payVersion(ctx), now],
      JSON.stringify(days.map((day) => ({ day, until: until.get(day) ?? null }))),
    ],
  );
  for (const { sql, params } of await countsOf(ctx, scope)) await em.execute(sql, [...params]);
  await run(em, 'delete from report_changes where id = any(?::bigint[]) returning id', [seen.map(({ id }) => id)]);
  return true;
}

/**
 * Counts the days that are over and not counted, or that have changed since, the newest first, for about a minute. Any
 * number of processes may do so; the reports read what is not counted from the orders themselves. Days that follow each
 * other are counted together, more of them while that is quick. Answers how many days it counted.
 */
export async function countDays(services: Services): Promise<number> {
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
  const stale = await staleDays(ctx, scope, await payVersion(ctx));
  // What changed may be of a day before the first order.
  const left = spansOf(stale, { from: [...stale].toSorted()[0] ?? to, to });
  const begun = performance.now();
  let [counted, together] = [0, 1];
  for (let span = left.pop(); span && performance.now() - begun < CALL_MS; span = left.pop()) {
    const from = [span.from, addDays(span.to, 1 - together)].toSorted().at(-1) ?? span.from;
    if (span.from < from) left.push({ from: span.from, to: addDays(from, -1) });
    const at = performance.now();
    const isDone = await orm.em
      .fork()
      .transactional((em) => countSpan({ ...ctx, em }, { ...scope, from, to: span.to }), {
        isolationLevel: IsolationLevel.REPEATABLE_READ,
      });
    if (!isDone) return counted;
    counted += daysBetween(from, span.to) + 1;
    const isSoon = performance.now() - at < SOON_MS;
    together = isSoon ? Math.min(together * 2, DAYS_MAX) : Math.max(1, Math.floor(together / 2));
  }
  return counted;
}
