// The reports that count orders: how much was carried, whether it was in time, what failed, and what it brought.
import { roundAmount } from '@quickfleet/shared/base/money/money';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { SPAN_DAYS_MAX } from '@quickfleet/shared/operations/reports/periods';
import { RATE_MIN } from '@quickfleet/shared/operations/reports/report-names';
import type { Rate, Report } from '@quickfleet/shared/operations/reports/reports';
import { c, type Row, readRows, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { planned } from '../../delivery/orders/orders.filters.ts';
import { isUnpaid, orderCurrency, orderTax } from '../../delivery/orders/orders.money.ts';
import type { AppContext } from '../../http/context.ts';
import { keptAndLive } from './days/report-days.ts';
import { isInvoiced, keyedLines } from './invoice-facts.ts';
import { bounds, keyed, local, ofOrders, type Scope, within } from './report-scope.ts';
import { type Part, part, plain } from './sql-part.ts';

/** A row without its label; the one of all rows has no key. */
export type Counted<Figures> = Figures & { key: string };
export interface Counts<Figures> {
  totals: Figures;
  rows: Counted<Figures>[];
}
type Of<Name extends Report['name']> = Extract<Report, { name: Name }>['totals'];

export const rateOf = (partOf: number, of: number): Rate => ({
  rate: of < RATE_MIN ? null : Math.round((partOf / of) * 10_000) / 10_000,
  part: partOf,
  of,
});

export const grouped = {
  key: c.text('key').nullable(),
  isTotal: c.bool('grouping(key) = 1'),
};
/** Splits what `grouping sets ((key), ())` answers: the one row of everything, and the others. */
export function splitTotal<Row extends { key: string | null; isTotal: boolean }, Figures>(
  found: readonly Row[],
  figures: (row: Row) => Figures,
): Counts<Figures> {
  const total = found.find(({ isTotal }) => isTotal);
  if (!total) throw new Error('a report has no row of everything');
  const rows = found.flatMap((row) => (row.isTotal ? [] : [{ ...figures(row), key: row.key ?? '' }]));
  return { totals: figures(total), rows };
}
export const GROUPS = 'group by grouping sets ((key), ())';
/** Rows of a statement with parts; its plan follows its days. */
export const readPart = <Row>(
  ctx: AppContext,
  columns: Parameters<typeof readRows<Row>>[1],
  { sql, params }: Part,
): Promise<Row[]> => readRows(ctx.em, columns, sql, [...params], { dependsOnValues: true });

const sum = (column: string) => c.int(`coalesce(sum(${column}), 0)::int`);
const isDelivered = `o.status in (${quoted(orderStatusesThat('isDelivered'))})`;
const isCancelled = `o.status = 'cancelled'`;
/** Delivered in the span. */
export const delivered = (scope: Scope): Part => part`${plain(isDelivered)} and ${within(scope, 'o.delivered_at')}`;
/** An attempt `a` that failed in the span and was not taken back. */
export const isFailed = `a.outcome = 'failed' and a.number is not null and a.corrected_at is null`;
export const failedIn = (scope: Scope): Part => part`${plain(isFailed)} and ${within(scope, 'a.received_at')}`;

const deliveriesColumns = select({
  ...grouped,
  planned: sum('planned'),
  delivered: sum('delivered'),
  failed: sum('failed'),
  returned: sum('returned'),
  cancelled: sum('cancelled'),
  parcels: sum('parcels'),
});
/** Facts of what was planned and what became of it. */
export const deliveryFacts = (scope: Scope): Part => part`
    select o.id as order_id, ${local(scope, planned)} as at, 1 as planned, 0 as delivered, 0 as failed, 0 as returned, 0 as cancelled, 0 as parcels
      from orders o where ${within(scope, planned)}
    union all
    select o.id, ${local(scope, 'o.delivered_at')}, 0, 1, 0, 0, 0,
        coalesce(o.parcels, (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id))
      from orders o where ${delivered(scope)}
    union all
    select a.order_id, ${local(scope, 'a.received_at')}, 0, 0, 1, 0, 0, 0 from attempts a where ${failedIn(scope)}
    union all
    select o.id, ${local(scope, 'o.cancelled_at')}, 0, 0, 0, (o.outcome is not distinct from 'returned')::int, (o.outcome is distinct from 'returned')::int, 0
      from orders o where ${plain(isCancelled)} and ${within(scope, 'o.cancelled_at')}`;
export async function countDeliveries(ctx: AppContext, scope: Scope): Promise<Counts<Of<'deliveries'>>> {
  const found = await readPart(
    ctx,
    deliveriesColumns,
    part`with keyed as (${await keptAndLive(ctx, scope, 'deliveries', (own) => ofOrders(ctx, own, deliveryFacts(own)))}) select $columns from keyed ${plain(GROUPS)}`,
  );
  return splitTotal(found, ({ key: _, isTotal: _total, ...figures }) => figures);
}

const late = (share: number) => c.int(`percentile_disc(${share}) within group (order by late_by)`).nullable();
const punctualityColumns = select({
  ...grouped,
  onTime: sum('on_time'),
  windows: sum('has_window'),
  held: sum('held'),
  shown: sum('shown'),
  median: late(0.5),
  p90: late(0.9),
  withoutWindow: sum('without_window'),
});
/** Facts of deliveries: whether they kept their window, and by how many minutes they missed it. */
export const windowFacts = (scope: Scope): Part => part`
  select o.id as order_id, ${local(scope, 'o.delivered_at')} as at,
      (o.delivery_to is not null and o.delivered_at <= o.delivery_to)::int as on_time, (o.delivery_to is not null)::int as has_window,
      (o.delivery_to is null)::int as without_window,
      case when o.delivered_at > o.delivery_to then ceil(extract(epoch from o.delivered_at - o.delivery_to)::float8 / 60)::int end as late_by
    from orders o where ${delivered(scope)}`;
const figuresOfPunctuality = (row: Row<typeof punctualityColumns>): Of<'punctuality'> => ({
  onTime: rateOf(row.onTime, row.windows),
  inRange: rateOf(row.held, row.shown),
  minutesLate: { median: row.median, p90: row.p90 },
  withoutWindow: row.withoutWindow,
});
/** What is known of why an order `o` was late, the first that is so. */
const lateReason = `case
  when exists (select 1 from attempts a where a.order_id = o.id and ${isFailed} and a.stop = 'delivery' and a.received_at < o.delivered_at) then 'failed_before'
  when exists (select 1 from history h where h.subject = 'order' and h.subject_id = o.id and h.action = 'stop.arrived' and split_part(h.detail, ',', 1) = 'delivery' and h.at <= o.delivery_to) then 'waiting'
  when exists (select 1 from history h where h.subject = 'order' and h.subject_id = o.id and h.action = 'order.delayed') then 'announced'
  when exists (select 1 from history h where h.subject = 'order' and h.subject_id = o.id and h.to_status = 'picked_up' and h.at > coalesce(o.pickup_to, o.delivery_to)) then 'departed_late'
  else '' end`;
/** Deliveries that were late, by what is known of why; the total is that of all. */
async function countLate(ctx: AppContext, scope: Scope): Promise<Counts<Of<'punctuality'>>> {
  const facts = part`
    select w.*, ${plain(lateReason)} as reason, 0 as held, 0 as shown
      from (${windowFacts(scope)}) w join orders o on o.id = w.order_id where w.late_by is not null`;
  const found = await readPart(
    ctx,
    punctualityColumns,
    part`with keyed as (${await keyed(ctx, scope, facts)}) select $columns from keyed ${plain(GROUPS)}`,
  );
  const { totals } = await countPunctuality(ctx, { ...scope, by: 'day' });
  return { totals, rows: splitTotal(found, figuresOfPunctuality).rows };
}
export async function countPunctuality(ctx: AppContext, scope: Scope): Promise<Counts<Of<'punctuality'>>> {
  if (scope.by === 'reason') return countLate(ctx, scope);
  const shown = part`
    select p.order_id, ${local(scope, 'p.reached_at')} as at, (p.reached_at between p.from_at and p.to_at)::int as held
      from eta_promises p where ${within(scope, 'p.reached_at')}`;
  const found = await readPart(
    ctx,
    punctualityColumns,
    part`with keyed as (
        select key, on_time, has_window, without_window, late_by, 0 as held, 0 as shown from (${await keptAndLive(ctx, scope, 'punctuality', (own) => ofOrders(ctx, own, windowFacts(own)))}) k
        union all select key, 0, 0, 0, null, held, 1 from (${await keyed(ctx, scope, shown)}) k)
      select $columns from keyed ${plain(GROUPS)}`,
  );
  return splitTotal(found, figuresOfPunctuality);
}

const failuresColumns = select({
  ...grouped,
  attempts: sum('attempts'),
  orders: sum('orders'),
  first: sum('is_first'),
  tried: sum('tried'),
});
const PARTS_OF_FAILURES: readonly string[] = ['reason', 'party', 'address'];
/** The attempts of order `o` at its delivery that failed, of an alias. */
const failedAtDoor = (alias: string) =>
  `${alias}.order_id = o.id and ${isFailed.replaceAll('a.', `${alias}.`)} and ${alias}.stop = 'delivery'`;
/** Other failed attempts of the same order before `a`. */
const failedBefore = `e.order_id = a.order_id and ${isFailed.replaceAll('a.', 'e.')} and (e.received_at, e.id) < (a.received_at, a.id)`;
/**
 * Facts of failed attempts, and of what was done at once. An order counts with its first failed attempt of the period,
 * or of each day where `isKept`; `days_since` is how many days before that day the attempt before was.
 */
export function failureFacts(scope: Scope, isKept = false): Part {
  const [begins] = bounds(scope);
  const long = { ...scope, from: addDays(scope.from, -SPAN_DAYS_MAX) };
  const [earliest] = bounds(long);
  const day = part`${local(scope, 'a.received_at')}::date`;
  const dayBefore = () => part`${local(long, 'e.received_at')}::date`;
  const isBefore = isKept ? part`${dayBefore()} = ${day}` : part`e.received_at >= ${begins}`;
  const isFirst = part`not exists (select 1 from attempts e where ${plain(failedBefore)} and ${isBefore})`;
  const since = isKept
    ? part`case when ${isFirst} then ${day} - (select max(${dayBefore()}) from attempts e where ${plain(failedBefore)} and e.received_at >= ${earliest}) end`
    : plain('null::int');
  return part`
    select a.order_id, ${local(scope, 'a.received_at')} as at, coalesce(a.reason, '') as reason, coalesce(r.party, '') as party,
        case a.stop when 'delivery' then o.delivery_address else o.pickup_address end as address, 1 as attempts,
        (${isFirst})::int as orders, ${since} as days_since, 0 as is_first,
        (a.stop = 'delivery' and not exists (select 1 from attempts e where ${plain(failedAtDoor('e'))} and (e.received_at, e.id) < (a.received_at, a.id)))::int as tried
      from attempts a join orders o on o.id = a.order_id left join failure_reasons r on r.code = a.reason where ${failedIn(scope)}
    union all
    select o.id, ${local(scope, 'o.delivered_at')}, '', '', '', 0, 0, null, 1, 1 from orders o
      where ${delivered(scope)} and not exists (select 1 from attempts e where ${plain(failedAtDoor('e'))})`;
}
export async function countFailures(ctx: AppContext, scope: Scope): Promise<Counts<Of<'failures'>>> {
  const isOfParts = PARTS_OF_FAILURES.includes(scope.by);
  // What was done at once has no reason.
  const rows = isOfParts ? plain('where attempts > 0 or days_since is not null') : plain('');
  const kept = await keptAndLive(ctx, scope, 'failures', (own) => ofOrders(ctx, own, failureFacts(own)));
  const found = await readPart(
    ctx,
    failuresColumns,
    part`with keyed as (
        select key, attempts, orders - (coalesce(day - days_since >= ${scope.from}::date, false))::int as orders, is_first, tried, days_since from (${kept}) k)
      select $columns from keyed ${rows} ${plain(GROUPS)}`,
  );
  const counts = splitTotal(found, ({ attempts, orders, first, tried }) => ({
    attempts,
    orders,
    firstAttempt: isOfParts ? null : rateOf(first, tried),
  }));
  if (!isOfParts) return counts;
  // What was done at once has no reason: it is in the sum alone.
  const { totals } = await countFailures(ctx, { ...scope, by: 'day' });
  return { ...counts, totals };
}

const money = (column: string) => c.digits(`coalesce(sum(${column}), 0)`);
const revenueColumns = select({
  ...grouped,
  net: money('net'),
  tax: money('tax'),
  gross: money('gross'),
  charges: money('charges'),
  invoiced: money('invoiced'),
  open: money('open'),
  refunded: money('refunded'),
  /** For the notes. */
  others: c.int('coalesce(sum(is_other), 0)::int'),
  unpriced: c.int('coalesce(sum(is_unpriced), 0)::int'),
});
/** Facts of what was delivered and what it brought, in the currency of the company. */
export const revenueFacts = (scope: Scope): Part => part`
  select order_id, at, 1 as deliveries, case when is_other = 0 then price + charges else 0 end as gross,
      case when is_other = 0 then price_tax + charges_tax else 0 end as tax, case when is_other = 0 then price + charges - price_tax - charges_tax else 0 end as net,
      case when is_other = 0 then charges else 0 end as charges, case when is_other = 0 and is_open then open_price + open_charges else 0 end as open,
      case when is_other = 0 then refunded else 0 end as refunded, is_other, is_unpriced
    from (
      select o.id as order_id, ${local(scope, 'o.delivered_at')} as at, coalesce(o.quote_price, 0) as price,
          case when o.quote_price is null then 0 else ${plain(orderTax)} end as price_tax, g.charges, g.charges_tax, (${plain(isUnpaid)}) is true as is_open,
          case when ${isInvoiced('order', 'o.id')} then 0 else coalesce(o.quote_price, 0) end as open_price, g.open_charges,
          case when o.quote_id is null then 0 else coalesce((select sum(p.amount) from payments p where p.quote_id = o.quote_id and p.state = 'refunded' and p.currency = ${scope.currency}), 0) end as refunded,
          (${plain(orderCurrency)} <> ${scope.currency})::int as is_other, (o.quote_price is null)::int as is_unpriced
        from orders o, lateral (
          select coalesce(sum(amount), 0) as charges, coalesce(sum(tax_total), 0) as charges_tax,
              coalesce(sum(amount) filter (where not ${isInvoiced('charge', 'charges.id')}), 0) as open_charges from charges where order_id = o.id and state = 'approved') g
        where ${delivered(scope)}) priced`;
export interface RevenueNotes {
  /** Deliveries in other currencies, and deliveries without a price. */
  others: number;
  unpriced: number;
}
export async function countRevenue(
  ctx: AppContext,
  scope: Scope,
): Promise<Counts<Of<'revenue'>> & { about: RevenueNotes }> {
  const found = await readPart(
    ctx,
    revenueColumns,
    part`with keyed as (
        select key, net, tax, gross, charges, 0::numeric as invoiced, open, refunded, is_other, is_unpriced from (${await keptAndLive(ctx, scope, 'revenue', (own) => ofOrders(ctx, own, revenueFacts(own)))}) k
        union all select key, 0, 0, 0, 0, invoiced, due, 0, 0, 0 from (${await keyedLines(ctx, scope)}) k)
      select $columns from keyed ${plain(GROUPS)}`,
  );
  const inCurrency = (amount: string) => roundAmount(amount, scope.currency);
  const counts = splitTotal(found, ({ net, tax, gross, charges, invoiced, open, refunded }) => ({
    net: inCurrency(net),
    tax: inCurrency(tax),
    gross: inCurrency(gross),
    charges: inCurrency(charges),
    invoiced: inCurrency(invoiced),
    open: inCurrency(open),
    refunded: inCurrency(refunded),
  }));
  const total = found.find(({ isTotal }) => isTotal);
  return { ...counts, about: { others: total?.others ?? 0, unpriced: total?.unpriced ?? 0 } };
}
