import type { PromiseFigures } from '@quickfleet/shared/dashboard';
import { PROMISE_SOON_MINUTES } from '@quickfleet/shared/promise-clock';
import { type AppContext, now } from '../../context.ts';
import { query, type Statement } from '../../lib/query.ts';

/** The present month and those before it. */
const MONTHS = 6;
const kept = (kind: string, how: string) =>
  `count(*) filter (where p.kind = '${kind}' and ${how === 'met' ? 'p.kept_at <= p.due_at' : 'coalesce(p.kept_at, at.moment) > p.due_at'})::int`;

/**
 * One row as `PromiseFigures`. Most quotes wait for nothing: that a time is there at all is said, so that the planner, who
 * does not know the moment, finds the few that do by their index.
 */
export const promiseFigures = (moment: Date, zone: string): Statement => ({
  sql: `with at as materialized (select moment, zone, date_trunc('month', moment at time zone zone) as month from (select ?::timestamptz as moment, ?::text as zone) given),
       months as (select generate_series(month - make_interval(months => ${MONTHS - 1}), month, '1 month') as month from at),
       counted as (
         select date_trunc('month', p.due_at at time zone at.zone) as month, ${kept('price', 'met')} as price_met, ${kept('price', 'missed')} as price_missed,
           ${kept('answer', 'met')} as answer_met, ${kept('answer', 'missed')} as answer_missed
         from quote_promises p, at where p.due_at >= (at.month - make_interval(months => ${MONTHS - 1})) at time zone at.zone group by 1)
     select (select count(*)::int from quotes q where q.due_at is not null and q.due_at < at.moment) as overdue,
       (select count(*)::int from quotes q where q.due_at >= at.moment and q.due_at < at.moment + make_interval(mins => ${PROMISE_SOON_MINUTES})) as "dueSoon",
       (select json_agg(json_build_object('month', to_char(m.month, 'YYYY-MM'), 'quotes', json_build_object('met', coalesce(price_met, 0), 'missed', coalesce(price_missed, 0)),
          'answers', json_build_object('met', coalesce(answer_met, 0), 'missed', coalesce(answer_missed, 0))) order by m.month)
        from months m left join counted c using (month)) as months
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
