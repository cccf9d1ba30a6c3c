// What drivers earned, as their pay says it, for the reports: of counted days kept, of all others asked for again.

import { c, readOne, readRows, select } from '../../db/rows.ts';
import { type PaidDay, payByDay } from '../../delivery/pay/pay.service.ts';
import type { AppContext } from '../../http/context.ts';
import { keptPart, keptRows, spansOf, staleDays } from './days/report-days.ts';
import { areasOf, keyOf, type Scope, type Source, whoseOrders } from './report-scope.ts';
import { type Part, part } from './sql-part.ts';

const paid = select({
  id: c.int('u.id'),
  /** By kilometres between places, which later deliveries to the same addresses make better known. */
  isByWay: c.bool(`u.pay ->> 'perKm' is not null`),
});
const PAID = 'u.pay is not null or exists (select 1 from pay_approvals a where a.driver_id = u.id)';
/** Who is paid by what they do: those whose days can be counted once, and those who are paid by the way. */
export async function readPaid(ctx: AppContext): Promise<{ counted: number[]; byWay: number[] }> {
  const found = await readRows(ctx.em, paid, `select $columns from users u where ${PAID} order by u.id`);
  const of = (isByWay: boolean) => found.filter((one) => one.isByWay === isByWay).map(({ id }) => id);
  return { counted: of(false), byWay: of(true) };
}
const rates = select({
  version: c.text(`md5(coalesce(string_agg(u.id || ' ' || u.pay::text, ',' order by u.id), ''))`),
});
/** What the rates of all drivers are, in a word: with others, days that nobody approved are worth something else. */
export const payVersion = async (ctx: AppContext): Promise<string> =>
  (await readOne(ctx.em, rates, 'select $columns from users u where u.pay is not null')).version;

/** What these drivers earned on the days of a scope, a row for each day, or for each order of it. */
async function factsOf(
  ctx: AppContext,
  scope: Scope,
  driverIds: readonly number[],
  isOfOrders: boolean,
): Promise<Part> {
  const rows: { driver: number; order: number | null; day: string; pay: string }[] = [];
  for (const { from, to } of scope.spans ?? [scope])
    for (const { driverId, day, pay, orders } of await payByDay(ctx, driverIds, { from, to }))
      if (isOfOrders) for (const one of orders) rows.push({ driver: driverId, order: one.orderId, day, pay: one.pay });
      else rows.push({ driver: driverId, order: null, day, pay });
  return part`select r.driver as driver_id, r."order" as order_id, r.day::timestamp as at, r.pay
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(driver int, "order" int, day date, pay numeric)`;
}
const keysOfPay = { driver: 'f.driver_id::text', customer: `coalesce(o.customer_id::text, '')` };
/** Pay with its keys: by customer the parts of their orders, else the whole of each day. */
export async function paySource(ctx: AppContext, scope: Scope, driverIds: readonly number[]): Promise<Source> {
  const { by, driverId } = scope;
  if (by !== 'customer') {
    const own = driverIds.filter((id) => driverId === undefined || id === driverId);
    return { from: part`(${await factsOf(ctx, scope, own, false)}) f`, keys: keysOfPay };
  }
  const facts = await factsOf(ctx, scope, driverIds, true);
  const areas = await areasOf(ctx, scope, facts);
  const from = part`(${facts}) f left join orders o on o.id = f.order_id
    left join ${areas} z on o.zone is null and z.address = o.delivery_address where ${whoseOrders(scope)}`;
  return { from, keys: keysOfPay };
}

/** Pay as `key`, `day` and `pay`; undefined where nobody is paid by what they do. */
export async function payPart(ctx: AppContext, scope: Scope): Promise<Part | undefined> {
  const { counted, byWay } = await readPaid(ctx);
  if (counted.length + byWay.length === 0) return undefined;
  const live = async (ids: readonly number[], spans?: Scope['spans']) => {
    const { from, keys } = await paySource(ctx, spans ? { ...scope, spans } : scope, ids);
    return part`select ${keyOf(scope, keys)} as key, f.at::date as day, f.pay from ${from}`;
  };
  const rows = keptRows('pay', scope);
  if (!rows) return live([...counted, ...byWay]);
  const spans = spansOf(await staleDays(ctx, scope, await payVersion(ctx)), scope);
  const parts = [
    keptPart(scope, 'pay', rows, spans),
    ...(spans.length > 0 ? [await live(counted, spans)] : []),
    ...(byWay.length > 0 ? [await live(byWay)] : []),
  ];
  return parts.reduce((before, one) => part`${before} union all ${one}`);
}

/** The pay of days as it is kept: by driver, and by the customers of their orders. */
export async function payOfDays(ctx: AppContext, { from, to }: Scope): Promise<Part> {
  const { counted } = await readPaid(ctx);
  const days: PaidDay[] = await payByDay(ctx, counted, { from, to });
  const drivers = days.map(({ driverId, day, pay }) => ({ day, driver: driverId, order: null, pay }));
  const orders = days.flatMap(({ day, orders: all }) =>
    all.map(({ orderId, pay }) => ({ day, driver: null, order: orderId, pay })),
  );
  return part`
    with paid as (
      select r.day, r.driver, r."order", r.pay
        from json_to_recordset(${JSON.stringify([...drivers, ...orders])}::json) as r(day date, driver int, "order" int, pay numeric))
    insert into report_counts (day, report, by, key, figures)
    select k.day, 'pay', k.by, k.key, array[sum(k.pay)] from (
      select day, 'all' as by, '' as key, pay from paid where driver is not null
      union all select day, 'driver', driver::text, pay from paid where driver is not null
      union all select p.day, 'customer', coalesce(o.customer_id::text, ''), p.pay
        from paid p left join orders o on o.id = p."order" where p."order" is not null) k
      group by k.day, k.by, k.key`;
}
