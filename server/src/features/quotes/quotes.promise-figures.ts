import type { PromiseFigures } from '@quickfleet/shared/dashboard';
import { PROMISE_SOON_MINUTES } from '@quickfleet/shared/promise-clock';
import { type AppContext, now } from '../../context.ts';
import { query, type Statement } from '../../lib/query.ts';

/** The present month and those before it. */
const MONTHS = 6;
const DAY = 86_400;
const startOfDay = (day: string) => `to_timestamp(${day} * ${DAY}.0)`;
const told = (kind: string, isMet: boolean) =>
  `coalesce(sum(amount) filter (where kind = '${kind}' and ${isMet ? '' : 'not '}is_met), 0)::int`;
const toldOf = (kind: string) => `json_build_object('met', ${told(kind, true)}, 'missed', ${told(kind, false)})`;

/**
 * One row as `PromiseFigures`. Days (UTC) that lie within a month of the zone, and are over, are kept figures (decision
 * 029): what was open then is missed. The days that two months share, and those from today on, are counted by their rows.
 *
 * Most quotes wait for nothing: that a time is there at all is said, so that the planner, who does not know the moment,
 * finds the few that do by their index.
 */
export const promiseFigures = (moment: Date, zone: string): Statement => ({
  sql: `with at as materialized (
         select moment, zone, date_trunc('month', moment at time zone zone) as this_month from (select ?::timestamptz as moment, ?::text as zone) given),
       months as materialized (
         select month, begins, ends, first, greatest(first, least(floor(extract(epoch from ends) / ${DAY}), floor(extract(epoch from moment) / ${DAY})))::int as after
         from at, generate_series(0, ${MONTHS - 1}) ago, lateral (select this_month - make_interval(months => ago) as month) m,
           lateral (select month at time zone zone as begins, (month + interval '1 month') at time zone zone as ends) span,
           lateral (select ceil(extract(epoch from begins) / ${DAY})::int as first) whole),
       told as (
         select month, kind, ending = 'met' as is_met,
           (select sum(amount) from figures where topic = 'promises' and state = kind || ' ' || ending and span >= first and span < after) as amount
         from months, unnest(array['price', 'answer']) kind, unnest(array['met', 'missed', 'open']) ending
         union all
         select month, kind, is_met, amount
         from at, months, lateral (values (begins, ${startOfDay('first')}), (${startOfDay('after')}, ends)) rest (since, until), lateral (
           select kind, coalesce(kept_at <= due_at, false) as is_met, count(*) as amount from quote_promises
           where due_at >= since and due_at < until and (kept_at is not null or due_at < moment) group by 1, 2) p)
     select (select count(*)::int from quotes q where q.due_at is not null and q.due_at < at.moment) as overdue,
       (select count(*)::int from quotes q where q.due_at >= at.moment and q.due_at < at.moment + make_interval(mins => ${PROMISE_SOON_MINUTES})) as "dueSoon",
       (select json_agg(json_build_object('month', to_char(month, 'YYYY-MM'), 'quotes', quotes, 'answers', answers) order by month)
        from (select month, ${toldOf('price')} as quotes, ${toldOf('answer')} as answers from told group by month) counted) as months
     from at`,
  params: [moment, zone],
});

/** How well promises are kept, by the month in which they were due, and what waits now; in the company's time zone. */
export async function readPromiseFigures(ctx: AppContext): Promise<PromiseFigures> {
  const { sql, params } = promiseFigures(now(ctx), ctx.services.config.BUSINESS_TIMEZONE);
  const [figures] = await query<PromiseFigures>(ctx.em, sql, params);
  if (!figures) throw new Error('the query of the promises answered nothing');
  return figures;
}
