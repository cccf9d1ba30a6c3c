import { RECURRING_SHOWN_DAYS } from '@quickfleet/shared/limits';
import type {
  RecurringOrder as JobView,
  ListRecurring,
  RecurringPage,
  UpcomingDay,
} from '@quickfleet/shared/recurring';
import { type AppContext, todayOf } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import { readPage } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { iso, Where } from '../../lib/sql.ts';
import { windowsOn } from './job-times.ts';
import type { JobContent } from './recurring-order.entity.ts';
import { nextDays, wordsOfRule } from './rule.ts';

interface Row extends Omit<JobView, 'order' | 'ruleInWords' | 'upcoming'> {
  content: JobContent;
}
interface DayRow extends UpcomingDay {
  jobId: number;
}

const columns = `r.id, r.content, r.rule, to_char(r.starts_on, 'YYYY-MM-DD') as start, to_char(r.ends_on, 'YYYY-MM-DD') as "end",
  r.paused, r.problem, r.version, ${iso('r.created_at')} as "createdAt", ${iso('r.updated_at')} as "updatedAt",
  case when d.id is null then null else jsonb_build_object('id', d.id, 'firstName', d.first_name, 'lastName', d.last_name, 'phone', d.phone) end as driver`;
const joins = `left join users d on d.id = (r.content ->> 'driverId')::int`;

/** What is made and left out of these jobs, from today on. */
async function readDays(ctx: AppContext, ids: readonly number[]): Promise<Map<number, DayRow[]>> {
  const rows = await query<DayRow>(
    ctx.em,
    `select x.recurring_id as "jobId", to_char(x.day, 'YYYY-MM-DD') as day, case when x.skipped then 'skipped' else 'made' end as state,
       o.id as "orderId", o.tracking_number as "trackingNumber", o.status
     from recurring_days x left join orders o on o.id = x.order_id
     where x.recurring_id = any(?) and x.day >= ?::date order by x.day`,
    [ids, todayOf(ctx)],
  );
  return Map.groupBy(rows, ({ jobId }) => jobId);
}

/** The days of the rule, with those that are made although the rule names them no more. */
function upcomingOf(ctx: AppContext, row: Row, known: readonly DayRow[]): UpcomingDay[] {
  const today = todayOf(ctx);
  const schedule = { rule: row.rule, startsOn: row.start, endsOn: row.end };
  const planned = nextDays(schedule, today);
  const byDay = new Map<string, UpcomingDay>(
    planned.map((day) => [day, { day, state: 'planned', orderId: null, trackingNumber: null, status: null }]),
  );
  for (const { jobId: _, ...day } of known) byDay.set(day.day, day);
  return [...byDay.values()].sort((one, other) => (one.day < other.day ? -1 : 1)).slice(0, RECURRING_SHOWN_DAYS);
}

function viewOf(ctx: AppContext, row: Row, known: readonly DayRow[] = []): JobView {
  const { content, ...rest } = row;
  return {
    ...rest,
    order: {
      customerName: content.customerName,
      customerEmail: content.customerEmail,
      customerPhone: content.customerPhone ?? null,
      customerCompany: content.customerCompany ?? null,
      pickupAddress: content.pickupAddress,
      deliveryAddress: content.deliveryAddress,
      notes: content.notes ?? null,
      driverNotes: content.driverNotes ?? null,
      officeNotes: content.officeNotes ?? null,
      parcels: content.parcels ?? null,
      onAccount: content.onAccount ?? false,
      quotePrice: content.quotePrice ?? null,
      driverId: content.driverId ?? null,
      ...windowsOn(content, row.start, ctx.services.config.BUSINESS_TIMEZONE),
      items: content.items.map(({ name, description, quantity, value, imageUrls }) => ({
        name,
        description: description ?? null,
        quantity,
        value: value ?? null,
        imageUrls,
      })),
    },
    ruleInWords: wordsOfRule(row.rule),
    upcoming: upcomingOf(ctx, row, known),
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
  const page = await readPage<Row>(ctx.em, listing, input);
  const days = await readDays(
    ctx,
    page.data.map(({ id }) => id),
  );
  return { ...page, data: page.data.map((row) => viewOf(ctx, row, days.get(row.id))) };
}

export async function readRecurring(ctx: AppContext, id: number): Promise<JobView> {
  const [row] = await query<Row>(ctx.em, `select ${columns} from recurring_orders r ${joins} where r.id = ?`, [id]);
  if (!row) throw notFound('Recurring job');
  return viewOf(ctx, row, (await readDays(ctx, [id])).get(id));
}
