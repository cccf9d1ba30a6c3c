import { addDays, dayAt, MINUTE_MS, nextMonth, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { RECENT_LIST } from '@quickfleet/shared/limits';
import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import { can } from '@quickfleet/shared/permissions';
import { activeQuoteStatuses } from '@quickfleet/shared/quoting/quote-status';
import type { Statement } from '../../db/query.ts';
import { c, readOne, readRows, select, withColumns } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { countOverdue } from '../../delivery/orders/orders.counts.ts';
import { recentOrders } from '../../delivery/orders/orders.queries.ts';
import { type AppContext, now } from '../../http/context.ts';
import { amountSql, companyCurrency } from '../../http/money.ts';
import { readStuckMail } from '../../messages/outbox/mailbox.queries.ts';
import { readServiceLevels } from '../../quoting/promises/quotes.service-levels.ts';
import { allQuotes } from '../../quoting/quotes/quotes.queries.ts';
import { readBackupState } from '../backup/runs.ts';

const active = quoted(activeQuoteStatuses);

const kept = (topic: string, states: string) =>
  `(select coalesce(sum(amount), 0)::int from figures where topic = '${topic}' and state in (${states}))`;

const columns = select({
  activeQuotes: c.int(`${kept('quotes', active)} - ${kept('quote_outcomes', `'declined', 'expired'`)}
    - (select count(*)::int from quotes where status = 'sent' and outcome is null and valid_until < today)`),
  draftQuotes: c.int(kept('quotes', `'draft'`)),
  inTransit: c.int(kept('orders', `'in_transit'`)),
  pendingOrders: c.int(kept('orders', `'pending'`)),
  // Without an upper bound PostgreSQL expects a third of all orders after an unknown moment, and reads the whole table.
  completedToday: c.int(
    `(select count(*)::int from orders where status = 'delivered' and delivery_date between (select day_start from span) and 'infinity')`,
  ),
  failedOrders: c.int('(select count(*)::int from orders where failed_at is not null)'),
  totalUsers: c.int('(select count(*)::int from users)'),
  activeDrivers: c.int(`(select count(*)::int from users where role = 'driver' and is_active)`),
  // An order of an earlier release does not say its currency: it is the company's.
  monthlyRevenue: c.digits(
    amountSql(
      `(select coalesce(sum(amount), 0) from figures, span where topic = 'revenue' and state in ('-', ${companyCurrency}) and figures.span >= first and figures.span < after)`,
      companyCurrency,
    ),
  ),
  currency: c.text(companyCurrency),
});

/** The office's first view; its parts are read in parallel, because none needs another. */
export async function readDashboard(ctx: AppContext): Promise<Dashboard> {
  const [counters, overdueOrders, promises, recentQuotes, orders, failure, stuckMail] = await Promise.all([
    readCounters(ctx),
    countOverdue(ctx),
    readServiceLevels(ctx),
    allQuotes(ctx, RECENT_LIST),
    recentOrders(ctx, RECENT_LIST),
    backupFailure(ctx),
    readStuckMail(ctx.em, now(ctx)),
  ]);
  return {
    ...counters,
    overdueOrders,
    promises,
    recentQuotes,
    recentOrders: orders,
    backupFailure: failure,
    stuckMail,
  };
}

const QUARTER_MS = 15 * MINUTE_MS;
function daysOf(at: Date, zone: string) {
  const today = dayAt(at, zone);
  const next = nextMonth(today);
  return { today, monthFrom: `${today.slice(0, 7)}-01`, monthTo: addDays(next, -1), next };
}
function paramsOf({ today, monthFrom, next }: ReturnType<typeof daysOf>, zone: string): unknown[] {
  const quarterOf = (day: string) => Math.floor(startOfDay(day, zone).getTime() / QUARTER_MS);
  return [today, startOfDay(today, zone), quarterOf(monthFrom), quarterOf(next)];
}

/**
 * The counters of the dashboard in one statement, with day and month in the business time zone. Only the day's are
 * computed. A month begins with a quarter of an hour in every time zone; the revenue is kept in such spans.
 */
export const dashboardCounters = (at: Date, zone: string): Statement => ({
  sql: withColumns(
    columns,
    `with span as (select ?::date as today, ?::timestamptz as day_start, ?::int as first, ?::int as after)
     select $columns from span`,
  ),
  params: paramsOf(daysOf(at, zone), zone),
});

async function readCounters(ctx: AppContext) {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const { sql, params } = dashboardCounters(now(ctx), zone);
  const { next: _, ...days } = daysOf(now(ctx), zone);
  return { ...(await readOne(ctx.em, columns, sql, params)), ...days };
}

/** For users who can do something about it. */
async function backupFailure(ctx: AppContext): Promise<Dashboard['backupFailure']> {
  if (!can(ctx.caller.user?.role, 'doctor.get')) return null;
  const { failure, failedAt } = await readBackupState((columns, sql) => readRows(ctx.em, columns, sql));
  return failure && failedAt ? { at: failedAt.toISOString(), reason: failure } : null;
}
