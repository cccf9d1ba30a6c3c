import { addDays, dayAt, nextMonth, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import type { ServiceLevels } from '@quickfleet/shared/operations/dashboard';
import { PROMISE_SOON_MINUTES, type PromiseKind } from '@quickfleet/shared/quoting/due-times';
import type { Statement } from '../../db/query.ts';
import { c, readOne, select, withColumns } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';

/** The present month and those before it. */
const MONTHS = 6;
const DAY = 86_400;
const startOfSpan = (day: string) => `to_timestamp(${day} * ${DAY}.0)`;
const told = (kind: PromiseKind, isMet: boolean) =>
  c.int(`coalesce(sum(amount) filter (where kind = '${kind}' and ${isMet ? '' : 'not '}is_met), 0)::int`);
const toldOf = (kind: PromiseKind) => c.object({ met: told(kind, true), missed: told(kind, false) });
const counts = { quotes: toldOf('price'), answers: toldOf('answer') };
const levelColumns = select({
  overdue: c.int('(select count(*)::int from quotes q where q.due_at is not null and q.due_at < at.moment)'),
  dueSoon: c.int(
    `(select count(*)::int from quotes q where q.due_at >= at.moment and q.due_at < at.moment + make_interval(mins => ${PROMISE_SOON_MINUTES}))`,
  ),
  months: c.list(
    {
      month: c.text('month'),
      quotes: counts.quotes.within(() => 'quotes'),
      answers: counts.answers.within(() => 'answers'),
    },
    `from (select month, ${counts.quotes.sql} as quotes, ${counts.answers.sql} as answers from told group by month) counted`,
    'month',
  ),
});

/** The names of the months, the moments with which they begin, and those with which they end. */
function monthsUntil(moment: Date, zone: string): [string[], Date[], Date[]] {
  const firsts = [nextMonth(dayAt(moment, zone))];
  while (firsts.length <= MONTHS) firsts.unshift(`${addDays(firsts[0] ?? '', -1).slice(0, 7)}-01`);
  const moments = firsts.map((day) => startOfDay(day, zone));
  return [firsts.slice(0, -1).map((day) => day.slice(0, 7)), moments.slice(0, -1), moments.slice(1)];
}

/**
 * One row as `ServiceLevels`. Past days (UTC) within one month of the zone come from the kept counters (decision 029);
 * a promise that was still open then counts as missed. Days shared by two months, and days from today on, are counted
 * by their rows.
 *
 * Most quotes have no due time. `due_at is not null` tells the planner so, and it finds the few others by their index.
 */
export const serviceLevels = (moment: Date, zone: string): Statement => ({
  sql: withColumns(
    levelColumns,
    `with at as materialized (select ?::timestamptz as moment),
       months as materialized (
         select month, begins, ends, first, greatest(first, least(floor(extract(epoch from ends) / ${DAY}), floor(extract(epoch from moment) / ${DAY})))::int as after
         from at, unnest(?::text[], ?::timestamptz[], ?::timestamptz[]) as m(month, begins, ends),
           lateral (select ceil(extract(epoch from begins) / ${DAY})::int as first) whole),
       told as (
         select month, kind, ending = 'met' as is_met,
           (select sum(amount) from figures where topic = 'promises' and state = kind || ' ' || ending and span >= first and span < after) as amount
         from months, unnest(array['price', 'answer']) kind, unnest(array['met', 'missed', 'open']) ending
         union all
         select month, kind, is_met, amount
         from at, months, lateral (values (begins, ${startOfSpan('first')}), (${startOfSpan('after')}, ends)) rest (since, until), lateral (
           select kind, coalesce(kept_at <= due_at, false) as is_met, count(*) as amount from quote_promises
           where due_at >= since and due_at < until and (kept_at is not null or due_at < moment) group by 1, 2) p)
     select $columns from at`,
  ),
  params: [moment, ...monthsUntil(moment, zone)],
});

/** How well promises are kept, by the month in which they were due, and what waits now; in the company's time zone. */
export async function readServiceLevels(ctx: AppContext): Promise<ServiceLevels> {
  const { sql, params } = serviceLevels(now(ctx), ctx.services.config.BUSINESS_TIMEZONE);
  return readOne(ctx.em, levelColumns, sql, params);
}
