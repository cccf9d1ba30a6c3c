import { pickFields } from '@quickfleet/shared/base/fields';
import { amountOf, roundAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import { recurringColumns } from '@quickfleet/shared/delivery/orders/order-fields';
import { orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type {
  RecurringOrder as JobView,
  ListRecurring,
  RecurringPage,
  UpcomingDay,
} from '@quickfleet/shared/delivery/planning/recurring';
import { onClosedDays } from '@quickfleet/shared/delivery/planning/recurring-rule';
import { RECURRING_SHOWN_DAYS } from '@quickfleet/shared/limits';
import { readPage } from '../../db/paginate.ts';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { companyCurrency } from '../../http/money.ts';
import { windowsOn } from './job-times.ts';
import type { JobContent } from './recurring-order.entity.ts';
import { nextDays, wordsOfRule } from './rule.ts';

const columns = select({
  id: c.int('r.id'),
  content: c.stored<JobContent>('r.content'),
  currency: c.text(`coalesce(r.content ->> 'currency', ${companyCurrency})`),
  rule: c.text('r.rule'),
  start: c.day('r.starts_on'),
  end: c.day('r.ends_on').nullable(),
  onClosedDay: c.oneOf(onClosedDays, 'r.on_closed_day'),
  paused: c.bool('r.paused'),
  problem: c.text('r.problem').nullable(),
  version: c.int('r.version'),
  createdAt: c.time('r.created_at'),
  updatedAt: c.time('r.updated_at'),
  driver: c.objectIf('d.id is not null', {
    id: c.int('d.id'),
    firstName: c.text('d.first_name').nullable(),
    lastName: c.text('d.last_name').nullable(),
    phone: c.text('d.phone').nullable(),
  }),
});
type JobRow = Row<typeof columns>;
const days = select({
  jobId: c.int('x.recurring_id'),
  day: c.day('x.day'),
  ruleDay: c.day('coalesce(x.rule_day, x.day)'),
  state: c.oneOf(['skipped', 'made'], `case when x.skipped then 'skipped' else 'made' end`),
  orderId: c.int('o.id').nullable(),
  trackingNumber: c.text('o.tracking_number').nullable(),
  status: c.oneOf(orderStatuses, 'o.status').nullable(),
});
type DayRow = Row<typeof days>;
const joins = `left join users d on d.id = (r.content ->> 'driverId')::int`;

/** What is made and left out of these jobs, from today on. */
async function readDays(ctx: AppContext, ids: readonly number[]): Promise<Map<number, DayRow[]>> {
  const rows = await readRows(
    ctx.em,
    days,
    `select $columns from recurring_days x left join orders o on o.id = x.order_id
     where x.recurring_id = any(?) and greatest(x.day, x.rule_day) >= ?::date order by x.day`,
    [ids, todayOf(ctx)],
  );
  return Map.groupBy(rows, ({ jobId }) => jobId);
}

const scheduleOfRow = ({ rule, start, end, onClosedDay }: JobRow) => ({
  rule,
  startsOn: start,
  endsOn: end,
  onClosedDay,
});

/** The days of the rule, with those that are made although the rule names them no more. */
function upcomingOf(ctx: AppContext, row: JobRow, known: readonly DayRow[]) {
  const today = todayOf(ctx);
  const { days: planned, closedDays } = nextDays(scheduleOfRow(row), ctx.services.config.hours, today);
  const isDone = new Set(known.map(({ ruleDay }) => ruleDay));
  const byDay = new Map<string, UpcomingDay>(
    planned
      .filter(({ ruleDay }) => !isDone.has(ruleDay))
      .map(({ day }) => [day, { day, state: 'planned', orderId: null, trackingNumber: null, status: null }]),
  );
  for (const { jobId: _, ruleDay: __, ...day } of known) if (day.day >= today) byDay.set(day.day, day);
  const upcoming = [...byDay.values()]
    .sort((one, other) => (one.day < other.day ? -1 : 1))
    .slice(0, RECURRING_SHOWN_DAYS);
  return { upcoming, closedDays };
}

function netAndTax({ quotePrice, taxTotal }: JobContent, currency: string) {
  if (!quotePrice) return { netTotal: null, taxTotal: null };
  const tax = unitsOf(taxTotal ?? '0', currency);
  return { netTotal: amountOf(unitsOf(quotePrice, currency) - tax, currency), taxTotal: amountOf(tax, currency) };
}

function viewOf(ctx: AppContext, row: JobRow, known: readonly DayRow[] = []): JobView {
  const { content, currency, ...rest } = row;
  const amount = (given: string | null | undefined) => (given ? roundAmount(given, currency) : null);
  return {
    ...rest,
    order: {
      ...pickFields(content, recurringColumns),
      onAccount: content.onAccount ?? false,
      needs: content.needs ?? [],
      quotePrice: amount(content.quotePrice),
      ...netAndTax(content, currency),
      currency,
      driverId: content.driverId ?? null,
      ...windowsOn(content, row.start, ctx.services.config.BUSINESS_TIMEZONE),
      items: content.items.map(({ name, description, quantity, value, imageUrls }) => ({
        name,
        description: description ?? null,
        quantity,
        value: amount(value),
        imageUrls,
      })),
    },
    ruleInWords: wordsOfRule(scheduleOfRow(row)),
    ...upcomingOf(ctx, row, known),
  };
}

/** Recurring jobs, the newest first. */
export async function findRecurring(ctx: AppContext, input: ListRecurring): Promise<RecurringPage> {
  const listing = {
    table: 'recurring_orders',
    alias: 'r',
    joins,
    columns,
    where: new Where(),
    order: 'r.created_at desc, r.id desc',
    isSearch: false,
  };
  const page = await readPage(ctx.em, listing, input);
  const known = await readDays(
    ctx,
    page.data.map(({ id }) => id),
  );
  return { ...page, data: page.data.map((row) => viewOf(ctx, row, known.get(row.id))) };
}

export async function readRecurring(ctx: AppContext, id: number): Promise<JobView> {
  const row = await readRow(ctx.em, columns, `select $columns from recurring_orders r ${joins} where r.id = ?`, [id]);
  if (!row) throw notFound('Recurring job');
  return viewOf(ctx, row, (await readDays(ctx, [id])).get(id));
}
