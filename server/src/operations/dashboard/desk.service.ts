import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { addDays, endOfDay, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import {
  CHART_DAYS,
  type ChartDay,
  type Desk,
  type news,
  type newsSince,
} from '@quickfleet/shared/operations/dashboard';
import type { z } from 'zod';
import type { Statement } from '../../db/query.ts';
import { c, readOne, readRows, select, withColumns } from '../../db/rows.ts';
import { deliveredIn, failedIn, filterOrders, isLateOn } from '../../delivery/orders/orders.filters.ts';
import { isUnpaid } from '../../delivery/orders/orders.money.ts';
import { countDayStops } from '../../delivery/planning/planning.queries.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { amountSql, companyCurrency } from '../../http/money.ts';

const counters = select({
  late: c.int('late'),
  unassigned: c.int('unassigned'),
  failed: c.int('failed'),
  chargesProposed: c.int('charges_proposed'),
  paymentsOpen: c.object({
    count: c.int(`(select count(*)::int from orders o where ${isUnpaid})`),
    total: c.digits(
      amountSql(
        `(select coalesce(sum(quote_price), 0) from orders o where ${isUnpaid} and coalesce(o.currency, ${companyCurrency}) = ${companyCurrency})`,
        companyCurrency,
      ),
    ),
  }),
  currency: c.text(companyCurrency),
  openClaims: c.int(`(select count(*)::int from incidents where state = 'open')`),
  quotesDue: c.int('(select count(*)::int from quotes where due_at is not null)'),
});
/** What needs a hand: each figure by the conditions of the list that it leads to. */
async function countWork(ctx: AppContext, today: string) {
  const [zone, at] = [ctx.services.config.BUSINESS_TIMEZONE, now(ctx)];
  const lists = [
    { overdue: true },
    { unassigned: true, plannedOn: today },
    { failed: true },
    { chargesProposed: true },
  ].map((input) => filterOrders(zone, at, input));
  const counted = lists.map(({ sql }) => `(select count(*)::int from orders o ${sql})`);
  return readOne(
    ctx.em,
    counters,
    `select $columns from (select ${counted.join(', ')}) counted(late, unassigned, failed, charges_proposed)`,
    lists.flatMap(({ params }) => params),
  );
}

export async function readDesk(ctx: AppContext): Promise<Desk> {
  const today = todayOf(ctx);
  const [work, drivers] = await Promise.all([countWork(ctx, today), countDayStops(ctx, today)]);
  return {
    today,
    ...work,
    drivers: drivers.map(({ id, stops, stopsDone, ...name }) => ({ id, name: displayName(name), stops, stopsDone })),
  };
}

const chartDay = select({
  day: c.day('d.day'),
  delivered: c.int('o.delivered'),
  onTime: c.int('o.on_time'),
  failed: c.int(`(select count(*)::int from orders o where ${failedIn('d.starts', 'd.ends')})`),
});
/** The days are local ones; their beginnings and ends are computed here and passed in. */
export async function readDays(ctx: AppContext): Promise<{ days: ChartDay[] }> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const today = todayOf(ctx);
  const days = Array.from({ length: CHART_DAYS }, (_, at) => addDays(today, at + 1 - CHART_DAYS));
  const rows = await readRows(
    ctx.em,
    chartDay,
    `select $columns from unnest(?::date[], ?::timestamptz[], ?::timestamptz[]) as d(day, starts, ends),
       lateral (select count(*)::int as delivered, (count(*) filter (where not ${isLateOn('d.day')}))::int as on_time
         from orders o where ${deliveredIn('d.starts', 'd.ends')}) o
     order by d.day`,
    [days, days.map((day) => startOfDay(day, zone)), days.map((day) => endOfDay(day, zone))],
  );
  return { days: rows };
}

/** More than this nobody counts. */
const NEWS_MAX = 100;
/** Newest first, as in an index: PostgreSQL does not know the moment, and would look through the table otherwise. */
const since = (table: string, moment: string, condition = 'true') =>
  c.int(
    `(select count(*)::int from (select 1 from ${table} where ${condition} and ${moment} > (select at from seen) order by ${moment} desc limit ${NEWS_MAX}) n)`,
  );
const newsColumns = select({
  quotes: since('quotes', 'created_at'),
  claims: since('incidents', 'created_at', `opened_by <> 'staff'`),
  failures: since('orders', 'failed_at'),
});
/** Counts what came in since a moment. */
export const newsStatement = (seen: Date): Statement => ({
  sql: withColumns(newsColumns, 'with seen as materialized (select ?::timestamptz as at) select $columns'),
  params: [seen],
});
/** What came in since a moment; the first call of a screen has none, and learns what to ask with. */
export async function readNews(ctx: AppContext, input: z.infer<typeof newsSince>): Promise<z.infer<typeof news>> {
  const at = now(ctx);
  const { sql, params } = newsStatement(input.since ? new Date(input.since) : at);
  const counts = await readOne(ctx.em, newsColumns, sql, params);
  return { at: at.toISOString(), ...counts };
}
