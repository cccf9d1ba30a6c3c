import { IsolationLevel } from '@mikro-orm/postgresql';
import { addDays, minutesAt, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { weekStartOf } from '@quickfleet/shared/operations/reports/periods';
import { readCompany } from '../../../company/settings/company.service.ts';
import { LOCKS } from '../../../db/advisory-locks.ts';
import { c, readOne, readRows, run, select } from '../../../db/rows.ts';
import { type AppContext, type Services, systemContext, todayOf } from '../../../http/context.ts';
import { dayIn } from '../../../process/clock.ts';
import { deliveryFacts, revenueFacts, windowFacts } from '../order-reports.ts';
import type { Scope } from '../report-scope.ts';
import type { Part } from '../sql-part.ts';
import { countsOfDay, type KeptReport, staleDays, versionOf } from './report-days.ts';

const factsOf: Readonly<Record<KeptReport, (scope: Scope) => Part>> = {
  deliveries: deliveryFacts,
  punctuality: windowFacts,
  revenue: revenueFacts,
};
const kept: readonly KeptReport[] = ['deliveries', 'punctuality', 'revenue'];
/** A transaction that began yesterday has ended by then: what it wrote is seen. */
const COUNTED_AT = 120;
const DAYS_AT_ONCE = 60;

const first = select({
  at: c.date('least((select min(created_at) from orders), (select min(delivered_at) from orders))').nullable(),
});
const changes = select({ id: c.text('id::text'), at: c.date('at') });
const gotLock = select({ isOurs: c.bool('pg_try_advisory_xact_lock(?)') });

/** Counts a day, or again, from one snapshot; false where another process is counting. */
async function countDay(ctx: AppContext, scope: Scope): Promise<boolean> {
  const { from: day, zoneOfTime, currency, now } = scope;
  const { em } = ctx;
  const { isOurs } = await readOne(em, gotLock, 'select $columns', [LOCKS.reportDays]);
  if (!isOurs) return false;
  const seen = (await readRows(em, changes, 'select $columns from report_changes')).filter(
    ({ at }) => dayIn(zoneOfTime, at) === day,
  );
  await run(em, 'delete from report_days where day = ?::date returning day', [day]);
  await run(em, 'insert into report_days (day, version, counted_at) values (?::date, ?, ?) returning day', [
    day,
    versionOf(ctx.services.config, currency),
    now,
  ]);
  for (const report of kept) {
    const { sql, params } = await countsOfDay(ctx, scope, report, factsOf[report](scope));
    await em.execute(sql, [...params]);
  }
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
  await run(ctx.em, 'delete from report_changes where at >= ? returning id', [
    startOfDay(today, config.BUSINESS_TIMEZONE),
  ]);
  const stale = [...(await staleDays(ctx, scope))]
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
