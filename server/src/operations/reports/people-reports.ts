// The reports about people: who orders, who drives, and who asks what it would cost.
import { roundAmount } from '@quickfleet/shared/base/money/money';
import { DAY_MS, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { spanBefore } from '@quickfleet/shared/operations/reports/periods';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import { quoteStatusesThat } from '@quickfleet/shared/quoting/quote-status';
import { c, readOne, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { dayIn } from '../../process/clock.ts';
import { zoneNameOf } from '../../quoting/places/zone-names.ts';
import { outcomeColumn } from '../../quoting/quote-page/quotes.outcome.ts';
import {
  type Counts,
  failedIn,
  GROUPS,
  grouped,
  rateOf,
  readPart,
  revenueFacts,
  splitTotal,
  windowFacts,
} from './order-reports.ts';
import { areasOf, bounds, keyOf, local, namedAreas, type Scope, whoseOrders, within } from './report-scope.ts';
import { type Part, part, plain } from './sql-part.ts';

type Of<Name extends Report['name']> = Extract<Report, { name: Name }>['totals'];
type CustomersRow = Omit<Extract<Report, { name: 'customers' }>['rows'][number], 'label'>;

/** Who ordered nothing for longer has left long ago. */
const SILENT_DAYS = 365;
const customersColumns = select({
  key: c.text('t.customer_id::text'),
  deliveries: c.int('t.deliveries'),
  before: c.int('t.before'),
  net: c.digits('t.net'),
  lastOrder: c.day('t.last').nullable(),
  isNew: c.bool(
    `t.deliveries > 0 and not exists (select 1 from orders e where e.customer_id = t.customer_id and e.delivered_at < t.begins and e.status in (${quoted(orderStatusesThat('isDelivered'))}))`,
  ),
});
export async function countCustomers(
  ctx: AppContext,
  scope: Scope,
): Promise<{ totals: Of<'customers'>; rows: CustomersRow[] }> {
  const [begins] = bounds(scope);
  const before = startOfDay(spanBefore(scope).from, scope.zoneOfTime);
  const earliest = new Date(begins.getTime() - SILENT_DAYS * DAY_MS);
  // The year before, and the period before where that is longer.
  const year: Scope = { ...scope, from: dayIn(scope.zoneOfTime, earliest < before ? earliest : before) };
  const facts = revenueFacts(year);
  const areas = await areasOf(ctx, year, facts);
  const found = await readPart(
    ctx,
    customersColumns,
    part`with facts as (
        select o.customer_id, f.at, f.net, o.delivered_at >= ${begins} as is_now, o.delivered_at >= ${before} and o.delivered_at < ${begins} as is_before
          from (${facts}) f join orders o on o.id = f.order_id left join ${areas} z on o.zone is null and z.address = o.delivery_address
          where o.customer_id is not null and ${whoseOrders(scope)}),
      t as (
        select customer_id, count(*) filter (where is_now)::int as deliveries, count(*) filter (where is_before)::int as before,
          coalesce(sum(net) filter (where is_now), 0) as net, max(at) as last, ${begins}::timestamptz as begins from facts group by customer_id)
      select $columns from t`,
  );
  const all = found.reduce((total, { deliveries }) => total + deliveries, 0);
  const rows = found.map(({ net, ...row }) => ({
    ...row,
    net: roundAmount(net, scope.currency),
    margin: null,
    share: rateOf(row.deliveries, all),
    isSleeping: row.deliveries === 0,
  }));
  const totals = {
    active: rows.filter(({ deliveries }) => deliveries > 0).length,
    new: rows.filter(({ isNew }) => isNew).length,
    sleeping: rows.filter(({ isSleeping }) => isSleeping).length,
    largestShare: rateOf(Math.max(0, ...rows.map(({ deliveries }) => deliveries)), all),
  };
  rows.sort((a, b) => b.deliveries - a.deliveries || b.before - a.before || Number(a.key) - Number(b.key));
  return { totals, rows };
}

const isSent = `q.status in (${quoted(quoteStatusesThat('isSent'))})`;
const isAccepted = `(q.accepted_at is not null or q.status in ('accepted', ${quoted(quoteStatusesThat('isPaid'))}))`;
const yesAt = 'coalesce(q.accepted_at, q.paid_at)';
const sentAt = 'coalesce(q.sent_at, q.created_at)';
const keysOfQuotes = {
  customer: `coalesce(q.customer_id::text, '')`,
  zone: `coalesce(z.zone, '')`,
  status: 'q.status',
  reason: `case when f.outcome = 'declined' then coalesce(q.outcome_reason, chr(63)) else '' end`,
};
const quotesColumns = select({
  ...grouped,
  asked: c.count(),
  dueInTime: c.int('coalesce(sum(in_time), 0)::int'),
  due: c.int('coalesce(sum(due), 0)::int'),
  sent: c.int('coalesce(sum(is_sent), 0)::int'),
  accepted: c.int('coalesce(sum(is_accepted), 0)::int'),
  declined: c.int(`count(*) filter (where outcome = 'declined')::int`),
  expired: c.int(`count(*) filter (where outcome = 'expired')::int`),
  daysToYes: c.float('round(percentile_cont(0.5) within group (order by days_to_yes)::numeric, 1)').nullable(),
  priceAgainstHint: c.float('round(percentile_cont(0.5) within group (order by against)::numeric, 1)').nullable(),
});
const asked = select({ address: c.text('q.delivery_address') });
/** Where quotes would go, as areas are called today; nothing where no area is asked for. */
async function areasOfQuotes(ctx: AppContext, scope: Scope): Promise<Part> {
  if (scope.by !== 'zone') return namedAreas([]);
  const found = await readPart(
    ctx,
    asked,
    part`select distinct $columns from quotes q where ${within(scope, 'q.created_at')}`,
  );
  const { priceZones } = ctx.services.config;
  return namedAreas(found.map(({ address }) => ({ address, zone: zoneNameOf(address, priceZones) })));
}
export async function countQuotes(ctx: AppContext, scope: Scope): Promise<Counts<Of<'quotes'>>> {
  const today = dayIn(scope.zoneOfTime, scope.now);
  const middle = `((q.estimate ->> 'from')::numeric + (q.estimate ->> 'to')::numeric) / 2`;
  const facts = part`
    select q.id, ${local(scope, 'q.created_at')} as at, (${plain(isSent)})::int as is_sent, ${plain(isAccepted)}::int as is_accepted, (${plain(outcomeColumn.replace('?', `'${today}'`))}) as outcome,
        case when ${plain(isAccepted)} then extract(epoch from ${plain(yesAt)} - ${plain(sentAt)})::float8 / 86400 end as days_to_yes,
        case when q.price is not null and q.currency is not distinct from q.estimate ->> 'currency' and ${plain(middle)} > 0 then (q.price / (${plain(middle)}) - 1)::float8 * 100 end as against,
        p.due, p.in_time
      from quotes q, lateral (
        select count(*) filter (where kept_at is not null or due_at < ${scope.now}) as due, count(*) filter (where kept_at <= due_at) as in_time
          from quote_promises where quote_id = q.id and kind = 'price') p
      where ${within(scope, 'q.created_at')}`;
  const { customerId, status } = scope;
  const whose = [
    ...(customerId === undefined ? [] : [part`q.customer_id = ${customerId}`]),
    ...(status === undefined ? [] : [part`q.status = ${status}`]),
  ].reduce((before, one) => part`${before} and ${one}`, plain('true'));
  const found = await readPart(
    ctx,
    quotesColumns,
    part`with keyed as (select ${keyOf(scope, keysOfQuotes)} as key, f.* from (${facts}) f join quotes q using (id) left join ${await areasOfQuotes(ctx, scope)} z on z.address = q.delivery_address where ${whose})
      select $columns from keyed ${plain(GROUPS)}`,
  );
  return splitTotal(found, ({ key: _, isTotal: _total, due, dueInTime, ...figures }) => ({
    ...figures,
    pricedInTime: rateOf(dueInTime, due),
  }));
}

const keysOfDrivers = { driver: 'f.driver_id::text' };
const driversColumns = select({
  ...grouped,
  stops: c.int('coalesce(sum(stops), 0)::int'),
  hours: c.float('round(sum(hours)::numeric, 2)').nullable(),
  perHour: c.float('round((sum(stops) filter (where is_timed) / nullif(sum(hours), 0))::numeric, 2)').nullable(),
  onTime: c.int('coalesce(sum(on_time), 0)::int'),
  windows: c.int('coalesce(sum(has_window), 0)::int'),
  stars: c.int('coalesce(sum(stars), 0)::int'),
  ratings: c.int('coalesce(sum(ratings), 0)::int'),
});
/**
 * Stops count for whoever has the order now. A pickup is made once, when the items were last collected; an order of which
 * the items were never collected on the phone has none.
 */
export async function countDrivers(ctx: AppContext, scope: Scope): Promise<Counts<Of<'drivers'>>> {
  const pickedUp = quoted(orderStatusesThat('isPickedUp'));
  const stops = part`
    select o.driver_id, w.at, 1 as stops, w.on_time, w.has_window, coalesce(r.stars, 0) as stars, (r.stars is not null)::int as ratings
      from (${windowFacts(scope)}) w join orders o on o.id = w.order_id left join ratings r on r.order_id = o.id and r.corrected_at is null
    union all
    select o.driver_id, ${local(scope, 'h.at')}, 1, 0, 0, 0, 0
      from (select subject_id, max(at) as at from history l where l.subject = 'order' and l.to_status = 'picked_up' and ${within(scope, 'l.at')} group by subject_id) h
        join orders o on o.id = h.subject_id and o.status in (${plain(pickedUp)})
    union all
    select o.driver_id, ${local(scope, 'a.received_at')}, 1, 0, 0, 0, 0 from attempts a join orders o on o.id = a.order_id where ${failedIn(scope)}`;
  const hoursOf = `extract(epoch from y.ended_at - y.started_at)::float8 / 3600`;
  const timed = 'y.started_at is not null and y.ended_at > y.started_at';
  const facts = part`
    select s.*, null::float8 as hours, exists (select 1 from driver_days y where y.driver_id = s.driver_id and y.day = s.at::date and ${plain(timed)}) as is_timed
      from (${stops}) s where s.driver_id is not null
    union all
    select y.driver_id, y.day::timestamp, 0, 0, 0, 0, 0, ${plain(hoursOf)}, true from driver_days y
      where y.day between ${scope.from}::date and ${scope.to}::date and ${plain(timed)}`;
  const { driverId } = scope;
  const found = await readPart(
    ctx,
    driversColumns,
    part`with keyed as (select ${keyOf(scope, keysOfDrivers)} as key, f.* from (${facts}) f where ${driverId === undefined ? plain('true') : part`f.driver_id = ${driverId}`})
      select $columns from keyed ${plain(GROUPS)}`,
  );
  return splitTotal(found, ({ stops: made, hours, perHour, onTime, windows, stars, ratings }) => ({
    stops: made,
    hours,
    kilometres: null,
    perHour,
    onTime: rateOf(onTime, windows),
    rating: { mean: ratings === 0 ? null : Math.round((stars / ratings) * 100) / 100, of: ratings },
    pay: null,
  }));
}

const firsts = select({
  order: c.date('min(o.delivered_at)').nullable(),
  quote: c.date('(select min(created_at) from quotes)').nullable(),
});
/** The days of the first delivery and the first quote: before them there are no figures. */
export async function readBeginning(ctx: AppContext, zoneOfTime: string) {
  const { order, quote } = await readOne(
    ctx.em,
    firsts,
    'select $columns from orders o where o.delivered_at is not null',
  );
  const dayOf = (at: Date | null) => (at ? dayIn(zoneOfTime, at) : null);
  return { order: dayOf(order), quote: dayOf(quote) };
}
