// What a plan rests on: the orders, and of each driver everything that it has read of them and of their day.
import { isDeepStrictEqual } from 'node:util';
import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { stopKey } from '@quickfleet/shared/base/time/day-rules';
import { startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { CreatePlan } from '@quickfleet/shared/delivery/planning/plans';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, type Row, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import type { Issue } from '../../http/errors.ts';
import { readBoard } from '../planning/planning.queries.ts';
import { type DayWork, hoursOf, readWork } from './plans.drivers.ts';

const span = { from: z.number(), to: z.number() };
const seenDay = z.object({
  name: z.string(),
  hours: z.object({ ...span, breaks: z.array(z.object(span)) }),
  room: z.object({ parcelsMax: z.number().nullable(), kilosMax: z.number().nullable() }),
  skills: z.array(z.string()),
  ends: z.object({ start: z.string().nullable(), end: z.string().nullable() }),
  /** Whether it has begun, where the plan leaves what has begun as it is. */
  hasBegun: z.boolean(),
  stops: z.array(z.string()),
});
type SeenDay = z.infer<typeof seenDay>;
/** What a plan has read: days by their driver, versions by their order. */
export const seenSchema = z.object({ days: z.record(z.string(), seenDay), orders: z.record(z.string(), z.int()) });
export type Seen = z.infer<typeof seenSchema>;
/** What of a plan was applied: whose days, and how far each of their orders was right after it. */
export const appliedSchema = z.object({ driverIds: z.array(z.int()), orders: z.record(z.string(), z.string()) });
export type Applied = z.infer<typeof appliedSchema>;
/** As they were stored; null for what an earlier release stored otherwise, so that such a plan is made again. */
export const seenIn = (stored: unknown): Seen | null => seenSchema.nullable().catch(null).parse(stored);
export const appliedIn = (stored: unknown): Applied | null => appliedSchema.nullable().catch(null).parse(stored);

type Scope = Pick<CreatePlan, 'day' | 'keep'>;

/** Everything that a plan reads of a driver and of their day. */
export function seenDayOf(ctx: AppContext, { day, keep }: Scope, work: DayWork): SeenDay {
  const { column, vehicle, skills, start, end } = work;
  const begins = startOfDay(day, ctx.services.config.BUSINESS_TIMEZONE).getTime();
  return {
    name: displayName({ ...column.driver, username: '' }),
    hours: hoursOf(ctx, day, work, begins),
    room: { parcelsMax: vehicle?.parcelsMax ?? null, kilosMax: vehicle?.kilosMax ?? null },
    skills: skills.toSorted(),
    ends: { start, end },
    hasBegun: keep === 'started' && column.startedAt !== null,
    stops: column.stops.map(stopKey),
  };
}

/** The days of drivers as they are now, with their versions; without those who are not active. */
export async function readDays(
  ctx: AppContext,
  scope: Scope,
  driverIds: readonly number[],
): Promise<Map<number, SeenDay & { version: number }>> {
  const { drivers } = await readBoard(ctx, { day: scope.day });
  const columns: DayBoard['drivers'] = drivers.filter(({ driver }) => driverIds.includes(driver.id));
  const { depot } = (await readCompany(ctx.em)).planning;
  const work = await readWork(ctx, columns, depot);
  return new Map(
    work.map((one) => [one.column.driver.id, { ...seenDayOf(ctx, scope, one), version: one.column.version }]),
  );
}

const orderColumns = select({
  id: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  version: c.int('o.version'),
  /** Whether something of it was driven shows in this. */
  progress: c.text(`o.status || ' ' || (select count(*) from attempts a where a.order_id = o.id)`),
});
type SeenOrder = Row<typeof orderColumns>;
export async function readOrders({ em }: AppContext, ids: readonly number[]): Promise<Map<number, SeenOrder>> {
  const rows = await readRows(em, orderColumns, 'select $columns from orders o where o.id = any(?) order by o.id', [
    [...ids],
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

const numbersOf = (record: object): number[] => Object.keys(record).map(Number);

/** What has changed of what the rest of a plan rests on, that is not applied yet: orders by their number, and days. */
export async function findChanges(
  ctx: AppContext,
  scope: Scope,
  { seen, applied }: { seen: Seen; applied: Applied | null },
): Promise<{ issues: Issue[]; versions: Map<number, number> }> {
  const driverIds = numbersOf(seen.days).filter((id) => !applied?.driverIds.includes(id));
  const orderIds = numbersOf(seen.orders).filter((id) => applied?.orders[id] === undefined);
  const days = await readDays(ctx, scope, driverIds);
  const stops = driverIds.flatMap((id) => [...(seen.days[id]?.stops ?? []), ...(days.get(id)?.stops ?? [])]);
  const orders = await readOrders(ctx, [...orderIds, ...ordersIn(stops)]);
  const ofOrders = orderIds.flatMap((id) =>
    orders.get(id)?.version === seen.orders[id] ? [] : [orderIssue(id, orders.get(id))],
  );
  const named = new Set(ofOrders.map(({ orderId }) => orderId));
  const ofDays = driverIds.flatMap((id) => {
    const was = seen.days[id];
    return was ? changesOfDay(id, was, days.get(id), orders) : [];
  });
  return {
    issues: [...ofOrders, ...ofDays.filter(({ orderId }) => orderId === undefined || !named.has(orderId))],
    versions: new Map([...days].map(([id, { version }]) => [id, version])),
  };
}

/** What undoing would overwrite and is no longer as it was applied: places in the days, and what of it was driven. */
export async function findOverwritten(
  ctx: AppContext,
  scope: Scope,
  { seen, applied, touched }: { seen: Seen; applied: Applied; touched: readonly number[] },
): Promise<Issue[]> {
  const days = await readDays(ctx, scope, touched);
  const stops = touched.flatMap((id) => [...(seen.days[id]?.stops ?? []), ...(days.get(id)?.stops ?? [])]);
  const orders = await readOrders(ctx, [...numbersOf(applied.orders), ...ordersIn(stops)]);
  const driven = numbersOf(applied.orders).flatMap((id) =>
    orders.get(id)?.progress === applied.orders[id] ? [] : [orderIssue(id, orders.get(id))],
  );
  const moved = touched.flatMap((id) => {
    const [was, is] = [seen.days[id], days.get(id)];
    if (!was) return [];
    return is ? stopChanges(id, was, is, orders) : [gone(id, was)];
  });
  return [...driven, ...moved];
}

/** The orders of keys of stops. */
export const ordersIn = (stops: readonly string[]): number[] => [
  ...new Set(stops.map((key) => Number.parseInt(key, 10))),
];
function orderIssue(id: number, present: SeenOrder | undefined): Issue & { orderId: number } {
  const message = present
    ? t('{number} has changed', { number: formatTracking(present.trackingNumber) })
    : t('An order was deleted');
  return { path: `orders.${id}`, message, orderId: id };
}
const gone = (id: number, { name }: SeenDay): Issue => ({
  path: `drivers.${id}`,
  message: t('{driver} is no longer active', { driver: name }),
});

function changesOfDay(
  id: number,
  was: SeenDay,
  is: SeenDay | undefined,
  orders: ReadonlyMap<number, SeenOrder>,
): Issue[] {
  if (!is) return [gone(id, was)];
  const driver = was.name;
  const said = [
    ['hours', t('{driver}: hours or breaks have changed', { driver })],
    ['room', t('{driver}: the vehicle has changed', { driver })],
    ['skills', t('{driver}: skills have changed', { driver })],
    ['ends', t('{driver}: start or end of the day has changed', { driver })],
    ['hasBegun', t('{driver} has begun the day', { driver })],
  ] as const;
  return [
    ...said.flatMap(([what, message]) =>
      isDeepStrictEqual(was[what], is[what]) ? [] : [{ path: `drivers.${id}`, message }],
    ),
    ...stopChanges(id, was, is, orders),
  ];
}

/** Orders that came into a day or left it; or that its stops have another order. */
function stopChanges(id: number, was: SeenDay, is: SeenDay, orders: ReadonlyMap<number, SeenOrder>): Issue[] {
  const path = `drivers.${id}`;
  const say = (orderId: number, isNew: boolean): Issue => {
    const present = orders.get(orderId);
    if (!present) return orderIssue(orderId, present);
    const words = { driver: was.name, number: formatTracking(present.trackingNumber) };
    const message = isNew ? t('{driver} has {number} now', words) : t('{driver} no longer has {number}', words);
    return { path, message, orderId };
  };
  const [before, after] = [new Set(was.stops), new Set(is.stops)];
  const added = ordersIn(is.stops.filter((key) => !before.has(key)));
  const left = ordersIn(was.stops.filter((key) => !after.has(key)));
  const changes = [...added.map((one) => say(one, true)), ...left.map((one) => say(one, false))];
  if (changes.length > 0 || isDeepStrictEqual(was.stops, is.stops)) return changes;
  return [{ path, message: t('{driver}: the order of the stops has changed', { driver: was.name }) }];
}
