import type { Dashboard } from '@quickfleet/shared/dashboard';
import { RECENT_LIST } from '@quickfleet/shared/limits';
import { can } from '@quickfleet/shared/permissions';
import { activeQuoteStatuses } from '@quickfleet/shared/quote-status';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { query, type Statement } from '../../lib/query.ts';
import { readBackupState } from '../backup/runs.ts';
import { recentOrders } from '../orders/orders.queries.ts';
import { readPromiseFigures } from '../quotes/quotes.promise-figures.ts';
import { allQuotes } from '../quotes/quotes.queries.ts';

type Figures = Omit<Dashboard, 'promises' | 'recentQuotes' | 'recentOrders' | 'backupFailure'>;
const active = activeQuoteStatuses.map((status) => `'${status}'`).join(', ');

const kept = (topic: string, states: string) =>
  `(select coalesce(sum(amount), 0)::int from figures where topic = '${topic}' and state in (${states}))`;

/** What the office sees first, read at once: no part needs another. */
export async function readDashboard(ctx: AppContext): Promise<Dashboard> {
  const [figures, promises, recentQuotes, orders, failure] = await Promise.all([
    readFigures(ctx),
    readPromiseFigures(ctx),
    allQuotes(ctx, RECENT_LIST),
    recentOrders(ctx, RECENT_LIST),
    backupFailure(ctx),
  ]);
  return { ...figures, promises, recentQuotes, recentOrders: orders, backupFailure: failure };
}

/**
 * The dashboard's figures, in SQL, with day and month of the business time zone: kept ones, but for the day's. A month
 * begins with a quarter of an hour in every time zone, and those are the spans of the revenue.
 */
export const dashboardFigures = (at: Date, zone: string): Statement => ({
  sql: `with at as (select (?::timestamptz at time zone z.zone) as local, z.zone from (select ?::text as zone) z),
       span as (select zone, date_trunc('day', local) at time zone zone as day_start, date_trunc('month', local) at time zone zone as month_start,
         (date_trunc('month', local) + interval '1 month') at time zone zone as month_end, local from at),
       month as (select floor(extract(epoch from month_start) / 900)::int as first, floor(extract(epoch from month_end) / 900)::int as after from span)
     select
       ${kept('quotes', active)} - ${kept('quote_outcomes', `'declined', 'expired'`)}
         - (select count(*)::int from quotes where status = 'sent' and outcome is null and valid_until < local::date) as "activeQuotes",
       ${kept('quotes', `'draft'`)} as "draftQuotes",
       ${kept('orders', `'in_transit'`)} as "inTransit",
       ${kept('orders', `'pending'`)} as "pendingOrders",
       (select count(*)::int from orders, span where status = 'delivered' and delivery_date >= day_start) as "completedToday",
       (select count(*)::int from orders where failed_at is not null) as "failedOrders",
       (select count(*)::int from users) as "totalUsers",
       (select count(*)::int from users where role = 'driver' and is_active) as "activeDrivers",
       (select coalesce(sum(amount), 0)::numeric(14, 2)::text from figures, month where topic = 'revenue' and state = '' and figures.span >= first and figures.span < after) as "monthlyRevenue",
       to_char(date_trunc('month', local), 'YYYY-MM-DD') as "monthFrom",
       to_char(date_trunc('month', local) + interval '1 month - 1 day', 'YYYY-MM-DD') as "monthTo",
       to_char(local, 'YYYY-MM-DD') as today
     from span`,
  params: [at, zone],
});

async function readFigures(ctx: AppContext): Promise<Figures> {
  const { sql, params } = dashboardFigures(now(ctx), ctx.services.config.BUSINESS_TIMEZONE);
  const [figures] = await query<Figures>(ctx.em, sql, params);
  if (!figures) throw new Error('the dashboard query answered nothing');
  return figures;
}

/** For whoever can do something about it. */
async function backupFailure(ctx: AppContext): Promise<Dashboard['backupFailure']> {
  if (!can(ctx.caller.user?.role, 'doctor.get')) return null;
  const { failure, failedAt } = await readBackupState((sql) => query(ctx.em, sql));
  return failure && failedAt ? { at: failedAt.toISOString(), reason: failure } : null;
}
