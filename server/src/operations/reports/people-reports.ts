// The reports about people: who orders, who drives, and who asks what it would cost.
import { amountOf, roundAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import { DAY_MS, endOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { spanBefore } from '@quickfleet/shared/operations/reports/periods';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import { quoteStatusesThat } from '@quickfleet/shared/quoting/quote-status';
import { c, readOne, readRows, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { dayIn } from '../../process/clock.ts';
import { zoneNameOf } from '../../quoting/places/zone-names.ts';
import { outcomeColumn } from '../../quoting/quote-page/quotes.outcome.ts';
import { keptAndLive } from './days/report-days.ts';
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
import { payPart } from './pay-facts.ts';
import {
  bounds,
  local,
  namedAreas,
  ofOrders,
  once,
  type Scope,
  type Source,
  within,
  withinDays,
} from './report-scope.ts';
import { type Part, part, plain } from './sql-part.ts';

type Of<Name extends Report['name']> = Extract<Report, { name: Name }>['totals'];
type CustomersRow = Omit<Extract<Report, { name: 'customers' }>['rows'][number], 'label'>;

/** Who ordered nothing for longer has left long ago. */
const SILENT_DAYS = 365;
const customersColumns = select({
  key: c.text('t.key'),
  deliveries: c.int('t.deliveries'),
  before: c.int('t.before'),
  net: c.digits('t.net'),
  pay: c.digits('t.pay'),
  lastOrder: c.day('t.last').nullable(),
  isNew: c.bool(
    `t.deliveries > 0 and not t.was_here and not exists (select 1 from orders e where e.customer_id = t.key::int and e.delivered_at < t.begins and e.status in (${quoted(orderStatusesThat('isDelivered'))}))`,
  ),
});
/** Customers with their deliveries, what these brought, and what is left of it when their drivers are paid. */
export async function countCustomers(
  ctx: AppContext,
  scope: Scope,
): Promise<{ totals: Of<'customers'>; rows: CustomersRow[] }> {
  const [begins] = bounds(scope);
  const before = spanBefore(scope).from;
  const earliest = dayIn(scope.zoneOfTime, new Date(begins.getTime() - SILENT_DAYS * DAY_MS));
  // The year before, and the period before where that is longer.
  const year: Scope = { ...scope, from: [earliest, before].toSorted()[0] ?? before };
  const facts = await keptAndLive(ctx, year, 'revenue', (own) => ofOrders(ctx, own, revenueFacts(own)));
  const pay = scope.withPay ? await payPart(ctx, scope) : undefined;
  const paid = pay ?? plain(`select ''::text as key, null::date as day, 0::numeric as pay where false`);
  const from = part`${scope.from}::date`;
  const found = await readPart(
    ctx,
    customersColumns,
    part`with facts as (
        select key, day, deliveries, net, 0::numeric as pay from (${facts}) f
        union all select key, day, 0, 0, pay from (${paid}) p),
      t as (
        select key, coalesce(sum(deliveries) filter (where day >= ${from}), 0)::int as deliveries,
            coalesce(sum(deliveries) filter (where day >= ${before}::date and day < ${from}), 0)::int as before,
            coalesce(sum(net) filter (where day >= ${from}), 0) as net, sum(pay) as pay,
            coalesce(sum(deliveries) filter (where day < ${from}), 0) > 0 as was_here, max(day) filter (where deliveries > 0) as last, ${begins}::timestamptz as begins
          from facts where key <> '' group by key)
      select $columns from t where t.last is not null`,
  );
  const all = found.reduce((total, { deliveries }) => total + deliveries, 0);
  const units = (amount: string) => unitsOf(roundAmount(amount, scope.currency), scope.currency);
  const rows = found.map(({ net, pay: cost, ...row }) => ({
    ...row,
    net: roundAmount(net, scope.currency),
    margin: pay ? amountOf(units(net) - units(cost), scope.currency) : null,
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
  reason: `case when f.is_declined = 1 then coalesce(q.outcome_reason, chr(63)) else '' end`,
};
const median = (column: string) =>
  c.float(`round((percentile_cont(0.5) within group (order by ${column}) / 1000)::numeric, 1)`).nullable();
const quotesColumns = select({
  ...grouped,
  asked: c.int('coalesce(sum(asked), 0)::int'),
  dueInTime: c.int('coalesce(sum(in_time), 0)::int'),
  due: c.int('coalesce(sum(due), 0)::int'),
  sent: c.int('coalesce(sum(is_sent), 0)::int'),
  accepted: c.int('coalesce(sum(is_accepted), 0)::int'),
  declined: c.int('coalesce(sum(is_declined), 0)::int'),
  expired: c.int('coalesce(sum(is_expired), 0)::int'),
  daysToYes: median('to_yes'),
  priceAgainstHint: median('against'),
});
const asked = select({ address: c.text('q.delivery_address') });
/** Where quotes would go, as areas are called today; nothing where no area is asked for. */
async function areasOfQuotes(ctx: AppContext, scope: Scope): Promise<Part> {
  if (scope.by !== 'zone' && scope.zone === undefined) return namedAreas([]);
  const found = await readPart(
    ctx,
    asked,
    part`select distinct $columns from quotes q where ${within(scope, 'q.created_at')}`,
  );
  const { priceZones } = ctx.services.config;
  return namedAreas(found.map(({ address }) => ({ address, zone: zoneNameOf(address, priceZones) })));
}
/** Facts of quotes, on the day on which they were asked for; days to the yes and percents in thousandths. */
export async function quotesSource(ctx: AppContext, scope: Scope): Promise<Source> {
  const today = dayIn(scope.zoneOfTime, scope.now);
  const middle = `((q.estimate ->> 'from')::numeric + (q.estimate ->> 'to')::numeric) / 2`;
  const facts = part`
    select q.id, x.outcome, 1 as asked, ${local(scope, 'q.created_at')} as at, (${plain(isSent)})::int as is_sent, ${plain(isAccepted)}::int as is_accepted,
        (x.outcome is not distinct from 'declined')::int as is_declined, (x.outcome is not distinct from 'expired')::int as is_expired,
        case when ${plain(isAccepted)} then round((extract(epoch from ${plain(yesAt)} - ${plain(sentAt)})::numeric / 86.4))::int end as to_yes,
        case when q.price is not null and q.currency is not distinct from q.estimate ->> 'currency' and ${plain(middle)} > 0
          then round(least((q.price / (${plain(middle)}) - 1) * 100000, 100000000))::int end as against,
        p.due::int, p.in_time::int
      from quotes q, lateral (select ${plain(outcomeColumn.replace('?', `'${today}'`))} as outcome) x, lateral (
        select count(*) filter (where kept_at is not null or due_at < ${scope.now}) as due, count(*) filter (where kept_at <= due_at) as in_time
          from quote_promises where quote_id = q.id and kind = 'price') p
      where ${within(scope, 'q.created_at')}`;
  const { customerId, zone, status } = scope;
  const whose = [
    ...(customerId === undefined ? [] : [part`q.customer_id = ${customerId}`]),
    ...(zone === undefined ? [] : [part`coalesce(z.zone, '') = ${zone}`]),
    ...(status === undefined ? [] : [part`q.status = ${status}`]),
  ].reduce((before, one) => part`${before} and ${one}`, plain('true'));
  const from = part`${once(facts)} join quotes q using (id) left join ${await areasOfQuotes(ctx, scope)} z on z.address = q.delivery_address where ${whose}`;
  return { from, keys: keysOfQuotes };
}
export async function countQuotes(ctx: AppContext, scope: Scope): Promise<Counts<Of<'quotes'>>> {
  const kept = await keptAndLive(ctx, scope, 'quotes', (own) => quotesSource(ctx, own));
  const found = await readPart(
    ctx,
    quotesColumns,
    part`with keyed as (${kept}) select $columns from keyed ${plain(GROUPS)}`,
  );
  return splitTotal(found, ({ key: _, isTotal: _total, due, dueInTime, ...figures }) => ({
    ...figures,
    pricedInTime: rateOf(dueInTime, due),
  }));
}
const nextChange = select({
  day: c.day('day'),
  due: c.date('min(p.due_at) filter (where p.kept_at is null and p.due_at >= ?)').nullable(),
  valid: c
    .day(`min(q.valid_until) filter (where q.status = 'sent' and q.outcome is null and q.valid_until >= ?::date)`)
    .nullable(),
});
/** Until when the quotes of each day stay as they are if nobody changes them; a day is not there where that is for good. */
export async function quotesStayUntil(ctx: AppContext, scope: Scope): Promise<Map<string, Date>> {
  const asked = part`(select q.id, q.status, q.outcome, q.valid_until, ${local(scope, 'q.created_at')}::date as day from quotes q
    where ${within(scope, 'q.created_at')}) q`;
  const found = await readRows(
    ctx.em,
    nextChange,
    `select $columns from ${asked.sql} left join quote_promises p on p.quote_id = q.id and p.kind = 'price' group by day`,
    [scope.now, dayIn(scope.zoneOfTime, scope.now), ...asked.params],
    { dependsOnValues: true },
  );
  return new Map(
    found.flatMap(({ day, due, valid }) => {
      const moments = [due && new Date(due.getTime() + 1), valid ? endOfDay(valid, scope.zoneOfTime) : null];
      const [until] = moments.flatMap((at) => at ?? []).toSorted((a, b) => a.getTime() - b.getTime());
      return until ? [[day, until]] : [];
    }),
  );
}

const keysOfDrivers = { driver: 'f.driver_id::text' };
const driversColumns = select({
  ...grouped,
  stops: c.int('coalesce(sum(stops), 0)::int'),
  hours: c.float('round(nullif(sum(seconds), 0) / 3600, 2)').nullable(),
  perHour: c.float('round(sum(timed) / (nullif(sum(seconds), 0) / 3600), 2)').nullable(),
  onTime: c.int('coalesce(sum(on_time), 0)::int'),
  windows: c.int('coalesce(sum(has_window), 0)::int'),
  stars: c.int('coalesce(sum(stars), 0)::int'),
  ratings: c.int('coalesce(sum(ratings), 0)::int'),
  pay: c.digits('sum(pay)').nullable(),
});
/**
 * Stops count for whoever has the order now. A pickup is made once, when the items were last collected; an order of which
 * the items were never collected on the phone has none.
 */
export function driversSource(scope: Scope): Source {
  const pickedUp = quoted(orderStatusesThat('isPickedUp'));
  const stops = part`
    select o.driver_id, w.at, w.on_time, w.has_window, coalesce(r.stars, 0) as stars, (r.stars is not null)::int as ratings
      from (${windowFacts(scope)}) w join orders o on o.id = w.order_id left join ratings r on r.order_id = o.id and r.corrected_at is null
    union all
    select o.driver_id, ${local(scope, 'l.at')}, 0, 0, 0, 0
      from history l join orders o on o.id = l.subject_id and o.status in (${plain(pickedUp)})
      where l.subject = 'order' and l.to_status = 'picked_up' and ${within(scope, 'l.at')}
        and not exists (select 1 from history m where m.subject = 'order' and m.subject_id = l.subject_id and m.to_status = 'picked_up' and (m.at, m.id) > (l.at, l.id))
    union all
    select o.driver_id, ${local(scope, 'a.received_at')}, 0, 0, 0, 0 from attempts a join orders o on o.id = a.order_id where ${failedIn(scope)}`;
  const timed = 'y.started_at is not null and y.ended_at > y.started_at';
  const facts = part`
    select s.*, 1 as stops, 0::numeric as seconds, (y.driver_id is not null)::int as timed
      from (${stops}) s left join driver_days y on y.driver_id = s.driver_id and y.day = s.at::date and ${plain(timed)} where s.driver_id is not null
    union all
    select y.driver_id, y.day::timestamp, 0, 0, 0, 0, 0, extract(epoch from y.ended_at - y.started_at)::numeric, 0 from driver_days y
      where (${withinDays(scope, 'y.day')}) and ${plain(timed)}`;
  const { driverId } = scope;
  const whose = driverId === undefined ? plain('true') : part`f.driver_id = ${driverId}`;
  return { from: part`(${facts}) f where ${whose}`, keys: keysOfDrivers };
}
export async function countDrivers(ctx: AppContext, scope: Scope): Promise<Counts<Of<'drivers'>>> {
  const kept = await keptAndLive(ctx, scope, 'drivers', driversSource);
  const pay = scope.withPay ? await payPart(ctx, scope) : undefined;
  const paid = pay ? part`union all select key, 0, 0, 0, 0, 0, 0, 0, pay from (${pay}) p` : plain('');
  const found = await readPart(
    ctx,
    driversColumns,
    part`with keyed as (
        select key, stops, timed, on_time, has_window, stars, ratings, seconds, null::numeric as pay from (${kept}) k ${paid})
      select $columns from keyed ${plain(GROUPS)}`,
  );
  return splitTotal(found, ({ stops: made, hours, perHour, onTime, windows, stars, ratings, pay: earned }) => ({
    stops: made,
    hours,
    kilometres: null,
    perHour,
    onTime: rateOf(onTime, windows),
    rating: { mean: ratings === 0 ? null : Math.round((stars / ratings) * 100) / 100, of: ratings },
    pay: earned === null ? null : roundAmount(earned, scope.currency),
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
