import { createHash } from 'node:crypto';
import { addDays, DAY_MS, dayAt, minutesAt, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import type { DriverEarnings } from '@quickfleet/shared/delivery/drivers/pay';
import {
  keysOfTime,
  lastDays,
  spanBefore,
  spanOfYearBefore,
  weekOf,
} from '@quickfleet/shared/operations/reports/periods';
import { bysOf, type ReportBy, type ReportName } from '@quickfleet/shared/operations/reports/report-names';
import type { Report, ReportChanges, ReportPlaces } from '@quickfleet/shared/operations/reports/reports';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, openByMail } from '../../../test/support/factories.ts';
import { countDays } from './days/count-days.ts';

const ZONE = 'Europe/Berlin';
const world = useWorld({ BUSINESS_TIMEZONE: ZONE, BUSINESS_COUNTRY: 'DE' });
const NOW = new Date('2026-02-10T11:00:00Z');
const FIRST = Date.parse('2025-01-01T00:00:00+01:00');

/** The same company every time. */
let seed = 63;
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
const pick = <T>(all: readonly T[]): T => all[int(0, all.length - 1)] as T;
const chance = (of: number) => random() < of;
/** Hours in which clocks change, and the last of years: where a day is most easily counted wrongly. */
const EDGES = [
  '2025-03-30T00:59:59.999Z',
  '2025-03-30T01:00:00Z',
  '2025-03-29T23:00:00Z',
  '2025-10-26T00:30:00Z',
  '2025-10-26T01:30:00Z',
  '2025-10-25T22:00:00Z',
  '2025-10-26T22:59:59.999Z',
  '2025-12-31T22:59:59.999Z',
  '2025-12-31T23:00:00Z',
  '2024-12-31T23:00:00Z',
];
const moment = (): Date =>
  chance(0.1) ? new Date(pick(EDGES)) : new Date(FIRST + Math.floor(random() * (NOW.getTime() - FIRST)));

const TOWNS = ['Kiel', 'Hamburg', 'Bremen'];
interface OrderRow {
  id: number;
  customerId: number | null;
  driverId: number | null;
  email: string;
  address: string;
  zone: string | null;
  status: string;
  outcome: string | null;
  price: number | null;
  tax: number;
  payment: string;
  parcels: number | null;
  pieces: number;
  deliveryFrom: Date | null;
  deliveryTo: Date | null;
  deliveryDate: Date | null;
  deliveredAt: Date | null;
  cancelledAt: Date | null;
}
interface AttemptRow {
  id: number;
  orderId: number;
  stop: 'pickup' | 'delivery' | 'return';
  number: number | null;
  outcome: string;
  reason: string;
  at: Date;
  isCorrected: boolean;
}
const orders: OrderRow[] = [];
const attempts: AttemptRow[] = [];
const promises: { orderId: number; from: Date; to: Date; at: Date }[] = [];
const charges: { orderId: number; amount: number; tax: number; state: string; at: Date }[] = [];
interface InvoiceRow {
  id: number;
  customerId: number | null;
  kind: 'invoice' | 'credit_note';
  state: string;
  currency: string;
  issuedOn: string;
  lines: { orderId: number | null; net: number; isSource: boolean }[];
  paid: number;
  credited: number;
}
const invoices: InvoiceRow[] = [];
const ratings: { orderId: number; stars: number; isCorrected: boolean }[] = [];
const pickups: { orderId: number; at: Date }[] = [];
const arrivals: { orderId: number; at: Date }[] = [];
const delayed: number[] = [];
/** What drivers earned, as their pay says it. */
let paid: { driverId: number; day: string; amount: number; orderId: number | null; kind: string }[] = [];
const days: { driverId: number; day: string; startedAt: Date; endedAt: Date | null }[] = [];
const quotes: {
  id: number;
  customerId: number | null;
  createdAt: Date;
  status: string;
  outcome: string | null;
  reason: string | null;
  price: number | null;
  sentAt: Date | null;
  acceptedAt: Date | null;
  shown: number | null;
  due: Date;
  kept: Date | null;
}[] = [];
let drivers: number[] = [];
let customers: number[] = [];
let ownEmail = '';
let leastQuote = 0;

const insert = (table: string, fields: string, rows: readonly object[]) => {
  const names = fields.split(',').map((field) => field.trim().split(' ')[0]);
  return world.app.sql(
    `insert into ${table} (${names}) select ${names} from json_to_recordset(?::json) as r(${fields})`,
    JSON.stringify(rows),
  );
};

beforeAll(async () => {
  world.app.setClock(NOW);
  drivers = [world.driver.userId, (await world.app.as('driver')).userId];
  const made = await world.app.sql<{ id: number; email: string }>(
    `insert into customers (name, email, created_at, updated_at, version) select 'Customer ' || n, 'customer' || n || '@example.com', now(), now(), 1 from generate_series(1, 4) n returning id, email`,
  );
  customers = made.map(({ id }) => id);
  ownEmail = made[0]?.email ?? '';
  for (let id = 1; id <= 700; id++) {
    const status = pick(['delivered', 'delivered', 'delivered', 'cancelled', 'pending', 'in_transit']);
    const at = moment();
    const hasWindow = chance(0.8);
    const deliveryTo = hasWindow ? new Date(at.getTime() + int(-90, 120) * 60_000 + pick([0, 0, 1])) : null;
    const customer = chance(0.9) ? int(0, 3) : null;
    const town = pick(TOWNS);
    orders.push({
      id,
      customerId: customer === null ? null : (customers[customer] ?? null),
      driverId: status === 'pending' ? null : chance(0.95) ? pick(drivers) : null,
      email: customer === null ? 'nobody@example.com' : `Customer${customer + 1}@example.com`,
      address: `${int(1, 9)} Road\n2${int(1000, 9999)} ${town}`,
      zone: chance(0.5) ? `Area ${town}` : null,
      status,
      outcome: status === 'cancelled' && chance(0.4) ? 'returned' : null,
      price: chance(0.95) ? int(500, 20_000) / 100 : null,
      tax: int(0, 400) / 100,
      payment: pick(['open', 'paid', 'account']),
      parcels: chance(0.5) ? int(1, 9) : null,
      pieces: int(1, 5),
      deliveryFrom: deliveryTo && new Date(deliveryTo.getTime() - 7_200_000),
      deliveryTo,
      deliveryDate: status === 'delivered' ? at : chance(0.5) ? moment() : null,
      deliveredAt: status === 'delivered' ? at : null,
      cancelledAt: status === 'cancelled' ? at : null,
    });
  }
  let attemptId = 0;
  for (const order of orders) {
    for (let number = 1; number <= 3 && chance(0.25); number++)
      attempts.push({
        id: ++attemptId,
        orderId: order.id,
        stop: pick(['pickup', 'delivery', 'delivery', 'return']),
        number: chance(0.95) ? number * 10 : null,
        outcome: pick(['failed', 'failed', 'failed', 'partial', 'done']),
        reason: pick(['not_home', 'refused', 'vehicle']),
        at: moment(),
        isCorrected: chance(0.1),
      });
    if (order.status !== 'pending' && order.status !== 'cancelled')
      for (let time = 0; time < int(0, 2); time++) pickups.push({ orderId: order.id, at: moment() });
    const { deliveredAt } = order;
    if (!deliveredAt) continue;
    for (let time = 0; time < int(0, 2); time++) {
      const from = new Date(deliveredAt.getTime() + int(-60, 20) * 60_000);
      promises.push({ orderId: order.id, from, to: new Date(from.getTime() + 3_600_000), at: deliveredAt });
    }
    if (chance(0.2))
      charges.push({
        orderId: order.id,
        amount: int(100, 900) / 100,
        tax: int(0, 99) / 100,
        state: pick(['approved', 'approved', 'proposed', 'dropped']),
        at: moment(),
      });
    if (chance(0.3)) ratings.push({ orderId: order.id, stars: int(1, 5), isCorrected: chance(0.1) });
  }
  for (const driverId of drivers)
    for (let at = 0; at < 400; at++) {
      const startedAt = new Date(FIRST + at * DAY_MS + 6 * 3_600_000);
      if (chance(0.4))
        days.push({
          driverId,
          day: dayAt(startedAt, ZONE),
          startedAt,
          endedAt: chance(0.8) ? new Date(startedAt.getTime() + int(60, 600) * 60_000) : null,
        });
    }
  for (let id = 1; id <= 300; id++) {
    const createdAt = moment();
    const status = pick(['draft', 'sent', 'accepted', 'paid', 'converted']);
    const sentAt = status === 'draft' ? null : new Date(createdAt.getTime() + int(1, 50) * 3_600_000);
    const isYes = ['accepted', 'paid', 'converted'].includes(status);
    const outcome = status === 'sent' ? pick([null, 'declined', 'expired']) : null;
    quotes.push({
      id,
      customerId: chance(0.8) ? pick(customers) : null,
      createdAt,
      status,
      outcome,
      reason: outcome === 'declined' && chance(0.8) ? pick(['Too dear', 'Too late']) : null,
      price: status === 'draft' ? null : int(1000, 9000) / 100,
      sentAt,
      acceptedAt: isYes && sentAt ? new Date(sentAt.getTime() + int(1, 200) * 3_600_000) : null,
      shown: chance(0.5) ? int(20, 80) : null,
      due: new Date(createdAt.getTime() + 86_400_000),
      kept: sentAt,
    });
  }
  await insert(
    'orders',
    'tracking_number text, access_code_hash text, access_code_sealed text, customer_id int, driver_id int, customer_name text, customer_email text, pickup_address text, delivery_address text, zone text, status text, outcome text, quote_price numeric, tax_total numeric, currency text, payment text, parcels int, delivery_from timestamptz, delivery_to timestamptz, delivery_date timestamptz, delivered_at timestamptz, cancelled_at timestamptz, created_at timestamptz, updated_at timestamptz, version int',
    orders.map((o) => ({
      tracking_number: `QF${String(o.id).padStart(12, '0')}`,
      access_code_hash: `h${o.id}`,
      access_code_sealed: 's',
      customer_id: o.customerId,
      driver_id: o.driverId,
      customer_name: 'N',
      customer_email: o.email,
      pickup_address: '1 Depot\n24103 Kiel',
      delivery_address: o.address,
      zone: o.zone,
      status: o.status,
      outcome: o.outcome,
      quote_price: o.price,
      tax_total: o.tax,
      currency: 'USD',
      payment: o.payment,
      parcels: o.parcels,
      delivery_from: o.deliveryFrom,
      delivery_to: o.deliveryTo,
      delivery_date: o.deliveryDate,
      delivered_at: o.deliveredAt,
      cancelled_at: o.cancelledAt,
      created_at: NOW,
      updated_at: NOW,
      version: 1,
    })),
  );
  const [{ first } = { first: 0 }] = await world.app.sql<{ first: number }>('select min(id) as first from orders');
  for (const row of [...attempts, ...promises, ...charges, ...ratings, ...pickups]) row.orderId += first - 1;
  for (const row of orders) row.id += first - 1;
  await insert(
    'order_items',
    'order_id int, position int, name text, quantity int, updated_at timestamptz',
    orders.map(({ id, pieces }) => ({ order_id: id, position: 0, name: 'Box', quantity: pieces, updated_at: NOW })),
  );
  await insert(
    'attempts',
    'order_id int, stop text, number int, outcome text, reason text, received_at timestamptz, corrected_at timestamptz, by text',
    attempts.map((a) => ({
      order_id: a.orderId,
      stop: a.stop,
      number: a.number === null ? null : a.number + a.id * 100,
      outcome: a.outcome,
      reason: a.reason,
      received_at: a.at,
      corrected_at: a.isCorrected ? NOW : null,
      by: 'x',
    })),
  );
  await insert(
    'eta_promises',
    'order_id int, promised_at timestamptz, from_at timestamptz, to_at timestamptz, basis text, stops_before int, width float8, reached_at timestamptz',
    promises.map((p) => ({
      order_id: p.orderId,
      promised_at: p.from,
      from_at: p.from,
      to_at: p.to,
      basis: 'learned',
      stops_before: 1,
      width: 1,
      reached_at: p.at,
    })),
  );
  await insert(
    'charges',
    'order_id int, label text, amount numeric, tax_total numeric, state text, is_from_driver bool, by text, taken_at timestamptz, decided_at timestamptz',
    charges.map((g) => ({
      order_id: g.orderId,
      label: 'Waiting',
      amount: g.amount,
      tax_total: g.tax,
      state: g.state,
      is_from_driver: false,
      by: 'x',
      taken_at: NOW,
      decided_at: g.state === 'approved' ? g.at : null,
    })),
  );
  await insert(
    'ratings',
    'order_id int, "by" text, stars int, corrected_at timestamptz, created_at timestamptz',
    ratings.map((r) => ({
      order_id: r.orderId,
      by: 'customer',
      stars: r.stars,
      corrected_at: r.isCorrected ? NOW : null,
      created_at: NOW,
    })),
  );
  await insert(
    'history',
    'subject text, subject_id int, action text, to_status text, actor_kind text, actor_name text, at timestamptz',
    pickups.map((h) => ({
      subject: 'order',
      subject_id: h.orderId,
      action: 'order.picked_up',
      to_status: 'picked_up',
      actor_kind: 'system',
      actor_name: 'x',
      at: h.at,
    })),
  );
  for (const { id, deliveryTo } of orders) {
    if (deliveryTo && chance(0.2))
      arrivals.push({ orderId: id, at: new Date(deliveryTo.getTime() + int(-60, 30) * 60_000) });
    if (chance(0.1)) delayed.push(id);
  }
  const byDriver = { subject: 'order', actor_kind: 'system', actor_name: 'x' };
  await insert(
    'history',
    'subject text, subject_id int, action text, detail text, actor_kind text, actor_name text, at timestamptz',
    [
      ...arrivals.map(({ orderId, at }) => ({
        ...{ ...byDriver, subject_id: orderId, action: 'stop.arrived', detail: 'delivery, at the door', at },
      })),
      ...delayed.map((id) => ({ ...byDriver, subject_id: id, action: 'order.delayed', detail: 'Traffic', at: NOW })),
    ],
  );
  for (let id = 1; id <= 120; id++) {
    const kind = chance(0.85) ? 'invoice' : 'credit_note';
    const state = pick(['draft', 'issued', 'issued', 'part_paid', 'paid']);
    const lines = Array.from({ length: int(1, 5) }, () => ({
      orderId: chance(0.85) ? int(1, 700) : null,
      net: int(100, 30_000) / 100,
      isSource: kind === 'invoice' && chance(0.8),
    }));
    const customerId = chance(0.9) ? pick(customers) : null;
    const money = state === 'part_paid' ? { paid: 1.37, credited: chance(0.5) ? 0.4 : 0 } : { paid: 0, credited: 0 };
    const currency = chance(0.9) ? 'USD' : 'EUR';
    invoices.push({ id, customerId, kind, state, currency, issuedOn: dayAt(moment(), ZONE), lines, ...money });
  }
  const usedOrders = new Set<number>();
  for (const { lines } of invoices)
    for (const line of lines) {
      if (line.isSource && (line.orderId === null || usedOrders.has(line.orderId))) line.isSource = false;
      if (line.isSource && line.orderId !== null) usedOrders.add(line.orderId);
    }
  await insert(
    'invoices',
    'id int, kind text, state text, customer_id int, buyer jsonb, seller jsonb, language text, terms jsonb, currency text, lines jsonb, taxes jsonb, net numeric, tax numeric, gross numeric, rounding numeric, paid numeric, credited numeric, reminders jsonb, issued_on date, created_at timestamptz, updated_at timestamptz, version int',
    invoices.map(({ customerId, issuedOn, lines, ...invoice }) => {
      const net = lines.reduce((all, line) => all + Math.round(line.net * 100), 0);
      return {
        ...invoice,
        ...{ customer_id: customerId, buyer: {}, seller: {}, language: 'en', terms: {}, taxes: [], reminders: [] },
        ...{ lines: lines.map(({ orderId, net: own }) => ({ orderId, net: own.toFixed(2) })), net: net / 100 },
        ...{ tax: (Math.round(net * 1.2) - net) / 100, gross: Math.round(net * 1.2) / 100, rounding: 0 },
        ...{ issued_on: issuedOn, created_at: NOW, updated_at: NOW, version: 1 },
      };
    }),
  );
  await insert(
    'invoice_sources',
    'kind text, source_id int, invoice_id int',
    invoices.flatMap(({ id, lines }) =>
      lines.flatMap(({ isSource, orderId }) =>
        isSource ? [{ kind: 'order', source_id: orderId, invoice_id: id }] : [],
      ),
    ),
  );
  await insert(
    'driver_days',
    'driver_id int, day date, started_at timestamptz, ended_at timestamptz, version int',
    days.map((d) => ({ driver_id: d.driverId, day: d.day, started_at: d.startedAt, ended_at: d.endedAt, version: 1 })),
  );
  await insert(
    'quotes',
    'customer_id int, customer_name text, customer_email text, pickup_address text, delivery_address text, speed_type text, status text, outcome text, outcome_reason text, price numeric, currency text, sent_at timestamptz, accepted_at timestamptz, estimate jsonb, created_at timestamptz, updated_at timestamptz, version int',
    quotes.map((q) => ({
      customer_id: q.customerId,
      customer_name: 'N',
      customer_email: 'n@example.com',
      pickup_address: 'A',
      delivery_address: `1 Road\n21000 ${TOWNS[q.id % 3]}`,
      speed_type: 'today',
      status: q.status,
      outcome: q.outcome,
      outcome_reason: q.reason,
      price: q.price,
      currency: 'USD',
      sent_at: q.sentAt,
      accepted_at: q.acceptedAt,
      estimate:
        q.shown === null
          ? null
          : { from: String(q.shown - 10), to: String(q.shown + 10), currency: 'USD', isBinding: false, basis: 'zone' },
      created_at: q.createdAt,
      updated_at: NOW,
      version: 1,
    })),
  );
  const [{ least } = { least: 0 }] = await world.app.sql<{ least: number }>('select min(id) as least from quotes');
  leastQuote = least - 1;
  for (const row of quotes) row.id += leastQuote;
  await insert(
    'quote_promises',
    'quote_id int, kind text, made_at timestamptz, due_at timestamptz, kept_at timestamptz',
    quotes.map((q) => ({ quote_id: q.id, kind: 'price', made_at: q.createdAt, due_at: q.due, kept_at: q.kept })),
  );
  const [one = 0, second = 0] = drivers;
  await setPay(one, { ...PAY, perStop: '5' });
  ok(await world.admin.post(`/api/v1/drivers/${one}/pay/approve`, { from: '2025-05-10', to: '2025-06-20' }));
  await setPay(one, PAY);
  await setPay(second, { perStop: '2', perKm: '1', minimum: '10' });
});

const PAY = { perStop: '3.50', perHour: '9', orderShare: '10', chargeShare: '50', minimum: '25' };
const setPay = async (driverId: number, pay: object | null) =>
  ok(await world.admin.put(`/api/v1/users/${driverId}`, { pay }));
/** The pay screen, day by day; it shows a year at most. */
async function readPaid(): Promise<typeof paid> {
  const lines: typeof paid = [];
  for (const driverId of drivers)
    for (const span of ['from=2024-12-01&to=2025-06-30', 'from=2025-07-01&to=2026-02-10'])
      for (const { day, amount, orderId, kind } of ok<DriverEarnings>(
        await world.admin.get(`/api/v1/drivers/${driverId}/pay?${span}`),
      ).lines)
        lines.push({ driverId, day, amount: Number(amount), orderId, kind });
  return lines;
}

// The slow count: every row is looked at once for every figure, by the calendar of JavaScript.
interface Fact {
  at: Date;
  order?: OrderRow;
  more?: Record<string, string>;
  [figure: string]: unknown;
}
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const parties: Record<string, string> = { not_home: 'recipient', refused: 'recipient', vehicle: 'carrier' };
const townOfRow = (order: OrderRow) => order.zone ?? (order.address.split(' ').at(-1) || '');
function keyOfFact(by: ReportBy, { at, order, more }: Fact): string {
  const day = dayAt(at, ZONE);
  switch (by) {
    case 'day':
      return day;
    case 'week':
      return weekOf(day, 1);
    case 'month':
      return day.slice(0, 7);
    case 'weekday':
      return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
    case 'hour':
      return String(Math.floor(minutesAt(at, ZONE) / 60)).padStart(2, '0');
    case 'driver':
      return String(more?.['driver'] ?? order?.driverId ?? '');
    case 'customer':
      return String(more?.['customer'] ?? order?.customerId ?? '');
    case 'zone':
      return order ? townOfRow(order) : (more?.['zone'] ?? '');
    default:
      return more?.[by] ?? '';
  }
}
type Span = { from: string; to: string };
const isIn = (at: Date | null, { from, to }: Span): at is Date =>
  at !== null && at >= startOfDay(from, ZONE) && at < startOfDay(addDays(to, 1), ZONE);
const orderOf = (id: number) => orders.find((order) => order.id === id);
const sum = (facts: Fact[], figure: string) => facts.reduce((total, fact) => total + Number(fact[figure] ?? 0), 0);
const rate = (part: number, of: number) => ({
  rate: of < 10 ? null : Math.round((part / of) * 10_000) / 10_000,
  part,
  of,
});
const cents = (amount: number) => (Math.round(amount * 100) / 100).toFixed(2);
const median = (values: number[]) => {
  const all = values.toSorted((a, b) => a - b);
  const middle = (all.length - 1) / 2;
  return all.length === 0 ? null : ((all[Math.floor(middle)] ?? 0) + (all[Math.ceil(middle)] ?? 0)) / 2;
};
const atLeast = (values: number[], share: number) =>
  values.length === 0 ? null : (values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? null);
const failed = (span: Span) =>
  attempts.filter((one) => one.outcome === 'failed' && one.number !== null && !one.isCorrected && isIn(one.at, span));
const failedAtDoor = (orderId: number) =>
  attempts
    .filter(
      (one) =>
        one.orderId === orderId &&
        one.outcome === 'failed' &&
        one.number !== null &&
        !one.isCorrected &&
        one.stop === 'delivery',
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id);
const deliveredRows = (span: Span) =>
  orders.filter((order) => order.status === 'delivered' && isIn(order.deliveredAt, span));

const isInvoiced = (orderId: number) =>
  invoices.some(
    ({ state, lines }) => state !== 'draft' && lines.some((line) => line.isSource && line.orderId === orderId),
  );
/** Why a delivery was late, as far as it is known. */
function lateReasonOf({ order, at }: Fact): string {
  if (!order?.deliveryTo) return '';
  const to = order.deliveryTo;
  if (failedAtDoor(order.id).some((one) => one.at < at)) return 'failed_before';
  if (arrivals.some((one) => one.orderId === order.id && one.at <= to)) return 'waiting';
  if (delayed.includes(order.id)) return 'announced';
  return pickups.some((one) => one.orderId === order.id && one.at > to) ? 'departed_late' : '';
}
/** The lines of an invoice that was issued in a span, each with its part of what is due, in whole cents. */
function linesOf(invoice: InvoiceRow, span: Span): Fact[] {
  const { kind, state, currency, issuedOn, lines, paid, credited, customerId } = invoice;
  const at = new Date(`${issuedOn}T12:00:00Z`);
  if (state === 'draft' || currency !== 'USD' || !isIn(at, span)) return [];
  const net = lines.reduce((all, line) => all + Math.round(line.net * 100), 0);
  const isOpen = kind === 'invoice' && state !== 'paid';
  const due = isOpen ? Math.round(net * 1.2) - Math.round((paid + credited) * 100) : 0;
  let before = 0;
  return lines.map((line) => {
    const upto = before + Math.round(line.net * 100);
    const part = Math.round((due * upto) / net) - Math.round((due * before) / net);
    before = upto;
    const order = line.orderId === null ? undefined : orderOf(line.orderId);
    const more = { customer: String(customerId ?? ''), driver: String(order?.driverId ?? '') };
    const invoiced = kind === 'invoice' ? line.net : -line.net;
    return { at, ...(order && { order }), more, invoiced, open: part / 100 };
  });
}

const slow: Record<
  Exclude<ReportName, 'customers'>,
  { facts(span: Span, by: ReportBy): Fact[]; figures(facts: Fact[], by: ReportBy): object }
> = {
  deliveries: {
    facts: (span) => [
      ...orders.flatMap((order): Fact[] => {
        const at = order.deliveryFrom ?? order.deliveryDate;
        return isIn(at, span) ? [{ at, order, planned: 1 }] : [];
      }),
      ...deliveredRows(span).map((order) => ({
        at: order.deliveredAt as Date,
        order,
        delivered: 1,
        parcels: order.parcels ?? order.pieces,
      })),
      ...failed(span).map(({ at, orderId }) => ({ at, order: orderOf(orderId) as OrderRow, failed: 1 })),
      ...orders.flatMap((order): Fact[] =>
        isIn(order.cancelledAt, span)
          ? [{ at: order.cancelledAt, order, ...(order.outcome === 'returned' ? { returned: 1 } : { cancelled: 1 }) }]
          : [],
      ),
    ],
    figures: (facts) =>
      Object.fromEntries(
        ['planned', 'delivered', 'failed', 'returned', 'cancelled', 'parcels'].map((name) => [name, sum(facts, name)]),
      ),
  },
  punctuality: {
    facts: (span, by) => {
      const all: Fact[] = [
        ...deliveredRows(span).map((order) => {
          const at = order.deliveredAt as Date;
          const lateBy =
            order.deliveryTo && at > order.deliveryTo ? (at.getTime() - order.deliveryTo.getTime()) / 60_000 : null;
          return {
            at,
            order,
            windows: order.deliveryTo ? 1 : 0,
            onTime: order.deliveryTo && lateBy === null ? 1 : 0,
            without: order.deliveryTo ? 0 : 1,
            lateBy,
          };
        }),
        ...promises.flatMap((p): Fact[] =>
          isIn(p.at, span)
            ? [
                {
                  at: p.at,
                  order: orderOf(p.orderId) as OrderRow,
                  shown: 1,
                  held: p.at >= p.from && p.at <= p.to ? 1 : 0,
                  lateBy: null,
                },
              ]
            : [],
        ),
      ];
      return by === 'reason'
        ? all.filter(({ lateBy }) => lateBy !== null).map((fact) => ({ ...fact, more: { reason: lateReasonOf(fact) } }))
        : all;
    },
    figures: (facts) => {
      const lates = facts.flatMap(({ lateBy }) => (typeof lateBy === 'number' ? [lateBy] : []));
      const up = (value: number | null) => (value === null ? null : Math.ceil(value));
      return {
        onTime: rate(sum(facts, 'onTime'), sum(facts, 'windows')),
        inRange: rate(sum(facts, 'held'), sum(facts, 'shown')),
        minutesLate: { median: up(atLeast(lates, 0.5)), p90: up(atLeast(lates, 0.9)) },
        withoutWindow: sum(facts, 'without'),
      };
    },
  },
  failures: {
    facts: (span) => {
      const seen = new Set<number>();
      const all = failed(span).toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id);
      return [
        ...all.map((one): Fact => {
          const isFirst = !seen.has(one.orderId);
          seen.add(one.orderId);
          const order = orderOf(one.orderId) as OrderRow;
          const more = {
            reason: one.reason,
            party: parties[one.reason] ?? '',
            address: one.stop === 'delivery' ? order.address : '1 Depot\n24103 Kiel',
          };
          return {
            at: one.at,
            order,
            more,
            attempts: 1,
            orders: isFirst ? 1 : 0,
            tried: failedAtDoor(one.orderId)[0]?.id === one.id ? 1 : 0,
          };
        }),
        ...deliveredRows(span).flatMap((order): Fact[] =>
          failedAtDoor(order.id).length === 0 ? [{ at: order.deliveredAt as Date, order, tried: 1, first: 1 }] : [],
        ),
      ];
    },
    figures: (facts, by) => ({
      attempts: sum(facts, 'attempts'),
      orders: sum(facts, 'orders'),
      firstAttempt: ['reason', 'party', 'address'].includes(by) ? null : rate(sum(facts, 'first'), sum(facts, 'tried')),
    }),
  },
  revenue: {
    facts: (span) =>
      deliveredRows(span)
        .map((order): Fact => {
          const own = charges.filter(({ orderId, state }) => orderId === order.id && state === 'approved');
          const [more, moreTax] = [
            own.reduce((all, { amount }) => all + amount, 0),
            own.reduce((all, { tax }) => all + tax, 0),
          ];
          const gross = (order.price ?? 0) + more;
          const tax = (order.price === null ? 0 : order.tax) + moreTax;
          return {
            at: order.deliveredAt as Date,
            order,
            gross,
            tax,
            net: gross - tax,
            charges: more,
            open: order.payment === 'open' ? (isInvoiced(order.id) ? 0 : (order.price ?? 0)) + more : 0,
          };
        })
        .concat(invoices.flatMap((invoice) => linesOf(invoice, span))),
    figures: (facts) => ({
      ...Object.fromEntries(
        ['net', 'tax', 'gross', 'charges', 'invoiced', 'open'].map((name) => [name, cents(sum(facts, name))]),
      ),
      refunded: '0.00',
    }),
  },
  quotes: {
    facts: (span) =>
      quotes.flatMap((q): Fact[] => {
        if (!isIn(q.createdAt, span)) return [];
        const isYes = ['accepted', 'paid', 'converted'].includes(q.status);
        const reason = q.outcome === 'declined' ? (q.reason ?? '?') : '';
        return [
          {
            at: q.createdAt,
            more: {
              ...{ customer: String(q.customerId ?? ''), status: q.status, reason },
              zone: TOWNS[(q.id - leastQuote) % 3] ?? '',
            },
            asked: 1,
            due: q.kept || q.due < NOW ? 1 : 0,
            inTime: q.kept && q.kept <= q.due ? 1 : 0,
            sent: q.status === 'draft' ? 0 : 1,
            accepted: isYes ? 1 : 0,
            declined: q.outcome === 'declined' ? 1 : 0,
            expired: q.outcome === 'expired' ? 1 : 0,
            days: isYes && q.acceptedAt && q.sentAt ? (q.acceptedAt.getTime() - q.sentAt.getTime()) / DAY_MS : null,
            against: q.price !== null && q.shown !== null ? (q.price / q.shown - 1) * 100 : null,
          },
        ];
      }),
    figures: (facts) => {
      const near = (values: unknown[]) => {
        const middle = median(values.filter((value): value is number => typeof value === 'number'));
        // Rounded to a tenth, and a figure may lie in the middle of two: within 0.06.
        return middle === null ? null : expect.closeTo(middle, 0.9);
      };
      return {
        ...Object.fromEntries(
          ['asked', 'sent', 'accepted', 'declined', 'expired'].map((name) => [name, sum(facts, name)]),
        ),
        pricedInTime: rate(sum(facts, 'inTime'), sum(facts, 'due')),
        daysToYes: near(facts.map(({ days: of }) => of)),
        priceAgainstHint: near(facts.map(({ against }) => against)),
      };
    },
  },
  drivers: {
    facts: (span) => {
      const timed = (driverId: number | null, at: Date) =>
        days.some((day) => day.endedAt && day.driverId === driverId && day.day === dayAt(at, ZONE));
      const stop = (at: Date, order: OrderRow | undefined, figures: object): Fact[] =>
        !order || order.driverId === null
          ? []
          : [{ at, order, stops: 1, timed: timed(order.driverId, at) ? 1 : 0, ...figures }];
      const lastPickups = new Map<number, Date>();
      for (const { orderId, at } of pickups)
        if (at > (lastPickups.get(orderId) ?? new Date(0))) lastPickups.set(orderId, at);
      return [
        ...deliveredRows(span).flatMap((order) => {
          const at = order.deliveredAt as Date;
          const rated = ratings.find((one) => one.orderId === order.id && !one.isCorrected);
          return stop(at, order, {
            windows: order.deliveryTo ? 1 : 0,
            onTime: order.deliveryTo && at <= order.deliveryTo ? 1 : 0,
            stars: rated?.stars ?? 0,
            ratings: rated ? 1 : 0,
          });
        }),
        ...[...lastPickups].flatMap(([id, at]) => (isIn(at, span) ? stop(at, orderOf(id), {}) : [])),
        ...failed(span).flatMap(({ at, orderId }) => stop(at, orderOf(orderId), {})),
        ...days.flatMap((day): Fact[] =>
          day.endedAt && day.day >= span.from && day.day <= span.to
            ? [
                {
                  at: startOfDay(day.day, ZONE),
                  more: { driver: String(day.driverId) },
                  hours: (day.endedAt.getTime() - day.startedAt.getTime()) / 3_600_000,
                },
              ]
            : [],
        ),
        ...paid.flatMap(({ driverId, day, amount }): Fact[] =>
          day >= span.from && day <= span.to
            ? [{ at: startOfDay(day, ZONE), more: { driver: String(driverId) }, pay: amount }]
            : [],
        ),
      ];
    },
    figures: (facts) => {
      const isPaid = facts.some((fact) => 'pay' in fact);
      const hours = sum(facts, 'hours');
      const of = sum(facts, 'ratings');
      const timed = sum(facts, 'timed');
      return {
        stops: sum(facts, 'stops'),
        hours: hours === 0 ? null : expect.closeTo(hours, 1),
        kilometres: null,
        perHour: hours === 0 ? null : expect.closeTo(timed / hours, 1),
        onTime: rate(sum(facts, 'onTime'), sum(facts, 'windows')),
        rating: { mean: of === 0 ? null : Math.round((sum(facts, 'stars') / of) * 100) / 100, of },
        pay: isPaid ? cents(sum(facts, 'pay')) : null,
      };
    },
  },
};

const read = async (path: string, who = world.admin) => ok<Report>(await who.get(`/api/v1/reports/${path}`));
const SPANS: Span[] = [
  { from: '2025-01-01', to: '2025-12-31' },
  { from: '2025-03-30', to: '2025-03-30' },
  { from: '2025-10-26', to: '2025-10-26' },
  { from: '2025-12-29', to: '2026-01-04' },
  { from: '2026-02-01', to: '2026-02-10' },
];

/** Every figure of these reports by all that they can be read by, next to the slow count. */
async function expectCounted(
  names: readonly Exclude<ReportName, 'customers'>[],
  spans: readonly Span[] = SPANS,
): Promise<void> {
  paid = await readPaid();
  for (const name of names) {
    const { facts, figures } = slow[name];
    for (const span of spans)
      for (const by of bysOf[name] as readonly ReportBy[]) {
        const found = await read(`${name}?from=${span.from}&to=${span.to}&by=${by}`);
        const about = `${name} by ${by} from ${span.from}`;
        const all = facts(span, by);
        expect(found.totals, about).toEqual(figures(facts(span, 'day'), 'day'));
        const isTime = by === 'day' || by === 'week' || by === 'month';
        const groups = Map.groupBy(all, (fact) => keyOfFact(by, fact));
        if (by === 'reason' || by === 'party' || by === 'address')
          if (name === 'failures') for (const [key, of] of groups) if (sum(of, 'attempts') === 0) groups.delete(key);
        const keys = isTime
          ? keysOfTime(by, span, 1)
          : by === 'weekday'
            ? ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
            : [...groups.keys()];
        const rows = found.rows as unknown as { key: string; label: string }[];
        expect(rows.map(({ key }) => key).toSorted(), about).toEqual(keys.toSorted());
        for (const { key, label, ...row } of rows) {
          expect(row, `${about}, ${key}`).toEqual(figures(groups.get(key) ?? [], by));
          expect(label, about).not.toBe('');
        }
      }
  }
}

/** Customers next to the slow count. */
async function expectCustomers(): Promise<void> {
  const span = { from: '2025-12-01', to: '2025-12-31' };
  const { totals, rows } = await read(`customers?from=${span.from}&to=${span.to}`);
  const lately = { from: '2024-12-01', to: '2025-11-30' };
  const expected = customers.flatMap((id) => {
    const own = (of: Span) => deliveredRows(of).filter(({ customerId }) => customerId === id).length;
    const isNew = orders.every(
      (order) => order.customerId !== id || !order.deliveredAt || order.deliveredAt >= startOfDay(span.from, ZONE),
    );
    return own(span) + own(lately) === 0
      ? []
      : [
          {
            key: String(id),
            deliveries: own(span),
            before: own({ from: '2025-11-01', to: '2025-11-30' }),
            isNew: isNew && own(span) > 0,
            isSleeping: own(span) === 0,
          },
        ];
  });
  expect(rows.map(({ key }) => key).toSorted()).toEqual(expected.map(({ key }) => key).toSorted());
  expect(rows).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
  const all = expected.reduce((total, { deliveries }) => total + deliveries, 0);
  expect(totals).toEqual({
    active: expected.filter(({ deliveries }) => deliveries > 0).length,
    new: expected.filter(({ isNew }) => isNew).length,
    sleeping: expected.filter(({ isSleeping }) => isSleeping).length,
    largestShare: rate(Math.max(...expected.map(({ deliveries }) => deliveries)), all),
  });
  const revenue = await read(`revenue?from=${span.from}&to=${span.to}&by=customer`);
  const nets = new Map((revenue.rows as { key: string; net: string }[]).map(({ key, net }) => [key, net]));
  for (const row of rows as { key: string; net: string }[]) expect(row.net).toBe(nets.get(row.key) ?? '0.00');
  const withoutPay = await read(`customers?from=${span.from}&to=${span.to}`, world.dispatcher);
  expect((withoutPay.rows as { margin: string | null }[]).every(({ margin }) => margin === null)).toBe(true);
}

describe('reports', () => {
  it('K54 every figure of every report equals a slow count, also where clocks change and years end', async () => {
    await expectCounted(['deliveries', 'punctuality', 'failures', 'revenue', 'quotes', 'drivers']);
  });

  it('K55 customers: who orders, who is new and who fell silent', async () => {
    await expectCustomers();
  });

  it('C655 what drivers earn is what their pay says, and a customer’s margin what its orders leave', async () => {
    paid = await readPaid();
    expect(paid.length).toBeGreaterThan(100);
    const query = 'from=2025-01-01&to=2025-12-31';
    const { rows, totals } = await read(`drivers?${query}`);
    const year = paid.filter(({ day }) => day.startsWith('2025'));
    const of = (driverId: number) => year.filter((one) => one.driverId === driverId);
    const whole = (lines: typeof paid) => cents(lines.reduce((all, { amount }) => all + amount, 0));
    for (const { key, pay } of rows as { key: string; pay: string }[]) expect(pay).toBe(whole(of(Number(key))));
    expect(totals).toMatchObject({ pay: whole(year) });
    // Whatever happened to its orders lies in these days, so that each order's margin is a part of it.
    const [customerId = 0] = customers;
    const all = await read(`customers?from=2024-12-01&to=2026-02-10&customerId=${customerId}`);
    const [row] = all.rows as { net: string; margin: string }[];
    // Its own lines, and its stops' part of what the day has in common, to the cent for each order.
    const isTheirs = (orderId: number | null) => orderId !== null && orderOf(orderId)?.customerId === customerId;
    let pay = 0;
    for (const lines of Map.groupBy(paid, ({ driverId, day }) => `${driverId} ${day}`).values()) {
      const common = lines.filter(({ orderId }) => orderId === null).reduce((before, { amount }) => before + amount, 0);
      const stops = lines.filter(({ kind }) => kind === 'stop');
      for (const orderId of new Set(lines.map((line) => line.orderId).filter(isTheirs))) {
        const own = lines.filter((line) => line.orderId === orderId);
        pay += own.reduce((before, { amount }) => before + amount, 0);
        const mine = stops.filter((line) => line.orderId === orderId).length;
        if (stops.length > 0) pay += Math.round((Math.round(common * 100) * mine) / stops.length) / 100;
      }
    }
    expect(pay).toBeGreaterThan(50);
    expect(row?.margin).toBe(cents(Number(row?.net) - pay));
    const ofDriver = await read(`drivers?${query}`, world.driver);
    expect(ofDriver.totals).toMatchObject({ pay: whole(of(world.driver.userId)) });
    expect((await read(`drivers?${query}`, world.dispatcher)).totals).toMatchObject({ pay: null });
  });

  it('C656 areas have their places where their addresses are known, and their readers are those of the report', async () => {
    const kiel = orders.filter((order) => townOfRow(order) === 'Area Kiel');
    await insert(
      'address_places',
      'address_hash text, lat float8, lng float8, precision text, source text, tries int, read_at timestamptz',
      [...new Set(kiel.map(({ address }) => createHash('md5').update(address.toLowerCase()).digest('hex')))].map(
        (hash) => ({
          ...{
            address_hash: hash,
            lat: 54.32,
            lng: 10.13,
            precision: 'street',
            source: 'file',
            tries: 1,
            read_at: NOW,
          },
        }),
      ),
    );
    const query = 'from=2025-01-01&to=2025-12-31';
    const places = ok<ReportPlaces>(await world.dispatcher.get(`/api/v1/reports/failures/places?${query}`));
    expect(places.filter(({ key }) => key.startsWith('Area'))).toEqual([{ key: 'Area Kiel', lat: 54.32, lng: 10.13 }]);
    expect(ok<ReportPlaces>(await world.admin.get(`/api/v1/reports/deliveries/places?${query}&zone=Bremen`))).toEqual(
      [],
    );
    expectError(await world.driver.get(`/api/v1/reports/deliveries/places?${query}`), 403);
    expectError(await world.visitor.get(`/api/v1/reports/deliveries/places?${query}`), 401);
    expectError(await world.admin.get(`/api/v1/reports/revenue/places?${query}`), 400);
  });

  it('K56 filters, the period before and the year before, and what changed with its parts', async () => {
    const [driver = 0] = drivers;
    const span = { from: '2025-11-01', to: '2025-11-30' };
    const days30 = lastDays('2026-02-10', 30);
    const usual = await read('deliveries');
    expect([usual.from, usual.to, usual.by]).toEqual([days30.from, days30.to, 'day']);
    expect(spanBefore(span)).toEqual({ from: '2025-10-01', to: '2025-10-31' });
    expect(spanOfYearBefore({ from: '2024-02-01', to: '2024-02-29' })).toEqual({
      from: '2023-02-01',
      to: '2023-02-28',
    });
    const of = (period: Span) =>
      deliveredRows(period).filter((order) => order.driverId === driver && townOfRow(order) === 'Area Kiel').length;
    const filtered = await read(
      `deliveries?from=${span.from}&to=${span.to}&driverId=${driver}&zone=Area%20Kiel&compare=previous`,
    );
    expect(filtered.totals).toMatchObject({ delivered: of(span) });
    expect(filtered.previous).toMatchObject({ delivered: of(spanBefore(span)) });
    const delivered = await read(`deliveries?from=${span.from}&to=${span.to}&status=delivered&compare=year`);
    expect(delivered.totals).toMatchObject({ cancelled: 0, delivered: deliveredRows(span).length });
    expect(delivered.previous).toMatchObject({ delivered: 0 });
    expect(delivered.notes[1]).toMatch(/ more than a year before\.$/);
    const changes = ok<ReportChanges>(
      await world.admin.get(`/api/v1/reports/deliveries/changes?from=${span.from}&to=${span.to}`),
    );
    const whole = deliveredRows(span).length - deliveredRows(spanBefore(span)).length;
    for (const { key, before, after, share } of changes) {
      const own = (period: Span) =>
        deliveredRows(period).filter(({ customerId }) => String(customerId ?? '') === key).length;
      expect([before, after]).toEqual([own(spanBefore(span)), own(span)]);
      expect(share).toBeCloseTo((after - before) / whole, 2);
    }
    expect(changes.length).toBeGreaterThan(2);
    const areas = await read('quotes?from=2025-01-01&to=2025-12-31&by=zone');
    const [area] = areas.rows.filter(({ key }) => key !== '');
    const within = await read(`quotes?from=2025-01-01&to=2025-12-31&zone=${encodeURIComponent(area?.key ?? 'none')}`);
    expect(within.totals).toMatchObject({ asked: area && 'asked' in area ? area.asked : 0 });
    for (const query of [
      'deliveries?from=2025-01-01',
      'deliveries?from=2025-02-01&to=2025-01-01',
      'deliveries?from=2020-01-01&to=2025-01-01',
      'deliveries?by=reason',
      'quotes?driverId=1',
      'drivers?zone=x',
      'quotes?status=delivered',
    ])
      expectError(await world.admin.get(`/api/v1/reports/${query}`), 400);
    expectError(await world.admin.get('/api/v1/reports/nonsense'), 400);
  });

  it('K57 each reader has the own reports: dispatchers without amounts, drivers, keys, customers', async () => {
    const query = 'from=2025-01-01&to=2025-12-31';
    const reader = await world.program('reports:read');
    expect((await read(`revenue?${query}`, reader as typeof world.admin)).totals).toEqual(
      (await read(`revenue?${query}`)).totals,
    );
    expectError(await (await world.program('stats:read')).get('/api/v1/reports/deliveries'), 403);
    expectError(await world.visitor.get('/api/v1/reports/deliveries'), 401);
    expectError(await world.customer.get('/api/v1/reports/deliveries'), 403);
    expectError(await world.dispatcher.get('/api/v1/reports/revenue'), 403);
    expectError(await world.dispatcher.get('/api/v1/reports/revenue/changes'), 403);
    expectError(await world.dispatcher.get('/api/v1/reports/revenue.csv'), 403);
    const seen = await read(`customers?${query}`, world.dispatcher);
    expect((seen.rows as { net: string | null }[]).every(({ net }) => net === null)).toBe(true);
    const own = await read(`drivers?${query}`, world.driver);
    expect(own.rows.map(({ key }) => key)).toEqual([String(world.driver.userId)]);
    for (const path of [
      'deliveries',
      'revenue',
      `drivers?driverId=${drivers[1]}`,
      'deliveries/changes',
      'punctuality?by=customer',
    ])
      expect([400, 403]).toContain((await world.driver.get(`/api/v1/reports/${path}`)).statusCode);
    const [customerId = 0, other = 0] = customers;
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['reports:read'], customerId }),
    );
    const shop = world.app.client({ key });
    const theirs = deliveredRows({ from: '2025-01-01', to: '2025-12-31' }).filter(
      (order) => order.customerId === customerId,
    ).length;
    const ofShop = ok<Report>(await shop.get(`/api/v1/reports/deliveries?${query}`));
    expect(ofShop.totals).toMatchObject({ delivered: theirs });
    for (const path of ['revenue', 'drivers', `deliveries?customerId=${other}`, `deliveries?driverId=${drivers[0]}`])
      expectError(await shop.get(`/api/v1/reports/${path}`), 403);
    expectError(await shop.get('/api/v1/reports/deliveries?by=driver'), 400);
    const browser = await openByMail(world.app, ownEmail);
    expect(ok<Report>(await browser.get(`/api/v1/my/reports/deliveries?${query}`)).totals).toMatchObject({
      delivered: theirs,
    });
    const mine = ok<Report>(await browser.get(`/api/v1/my/reports/failures?${query}`));
    expect(mine.rows.map(({ label }) => label)).toContain('Nobody was home');
    for (const path of ['revenue', 'deliveries?by=driver'])
      expectError(await browser.get(`/api/v1/my/reports/${path}`), 400);
    expectError(await browser.get(`/api/v1/my/reports/deliveries?customerId=${other}`), 404);
  });

  it('C765 a customer without an account waits no longer than the office, also where PostgreSQL has no statistics', async () => {
    // As right after an import or a restore.
    for (const table of ['orders', 'attempts', 'order_items']) {
      await world.app.sql(`delete from pg_statistic where starelid = '${table}'::regclass`);
      await world.app.sql(`update pg_class set reltuples = -1, relpages = 0 where oid = '${table}'::regclass`);
    }
    const browser = await openByMail(world.app, ownEmail);
    const least = async (read: () => Promise<unknown>) => {
      const all: number[] = [];
      for (let run = 0; run < 3; run++) {
        const at = performance.now();
        await read();
        all.push(performance.now() - at);
      }
      return Math.min(...all);
    };
    const span = 'from=2025-01-01&to=2025-12-31';
    const office = await least(async () => ok(await world.admin.get(`/api/v1/reports/failures?by=address&${span}`)));
    const own = await least(async () => ok(await browser.get(`/api/v1/my/reports/failures?${span}`)));
    expect(own / office).toBeLessThan(10);
  });

  it('C766 days of which a neighbour has no year of four digits are refused, and nothing hangs', async () => {
    for (const days of [
      'from=9999-12-01&to=9999-12-31',
      'from=0001-01-01&to=0001-01-31',
      'from=2998-12-31&to=3000-01-01',
    ])
      for (const by of ['day', 'month'])
        expectError(await world.admin.get(`/api/v1/reports/revenue?${days}&by=${by}`), 400);
    ok(await world.admin.get('/api/v1/reports/failures?from=1970-01-01&to=1970-12-31&compare=year'));
    ok(await world.admin.get('/api/v1/reports/revenue?from=2999-12-01&to=2999-12-31&by=month&compare=year'));
  });

  it('K58 the same as CSV and for Excel, and in sentences that say the answer first', async () => {
    const query = 'from=2025-11-01&to=2025-11-30&by=month';
    const { totals, notes } = await read(`punctuality?${query}&compare=previous`);
    if (!('onTime' in totals)) throw new Error('no punctuality');
    expect(notes[0]).toBe(`On time: ${Math.round((totals.onTime.rate ?? 0) * 100)} %.`);
    expect(notes[1]).toMatch(/(better|worse|same) .*in the period before\.$/);
    const csv = await world.admin.get(`/api/v1/reports/punctuality.csv?${query}`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, november, total] = csv.body.slice(1).split('\r\n');
    expect(head).toMatch(/^Month,"On time, how many","On time, of",/);
    expect(november).toMatch(new RegExp(`^November 2025,${totals.onTime.part},${totals.onTime.of},`));
    expect(total).toMatch(/^Total,/);
    const revenue = await read('revenue?from=2025-11-01&to=2025-11-30');
    const book = await readXlsx(
      (await world.admin.get('/api/v1/reports/revenue.xlsx?from=2025-11-01&to=2025-11-30')).rawPayload,
    );
    expect(book.sheets[0]?.rows.at(-1)?.slice(0, 2)).toEqual([
      'Total',
      Number((revenue.totals as { net: string }).net),
    ]);
    expectError(await world.admin.get('/api/v1/reports/revenue.csv?nonsense=1'), 400, 'UNKNOWN_PARAMETER');
    const early = await read('deliveries?from=2024-12-01&to=2025-01-31');
    expect(early.notes.join(' ')).toContain('Figures begin on Jan 1, 2025.');
  });

  it('C738 the customers’ tables end with the sums of their rows and the totals of the screen', async () => {
    const span = 'from=2025-03-01&to=2025-11-30';
    const { rows, totals } = await read(`customers?${span}`);
    if (!('active' in totals)) throw new Error('no customers');
    const book = await readXlsx((await world.admin.get(`/api/v1/reports/customers.xlsx?${span}`)).rawPayload);
    const [heads = [], ...lines] = book.sheets[0]?.rows ?? [];
    expect(lines).toHaveLength(rows.length + 1);
    const last = new Map(heads.map((head, at) => [head, lines.at(-1)?.[at]]));
    const sum = (field: string) => rows.reduce((all, row) => all + Number(Reflect.get(row, field)), 0);
    expect(Object.fromEntries(last)).toMatchObject({
      ...{ Customer: 'Total', Deliveries: sum('deliveries'), 'In the period before': sum('before') },
      ...{ Net: Number(sum('net').toFixed(2)), 'With deliveries': totals.active, 'New ones': totals.new },
      ...{ 'Silent ones': totals.sleeping, 'Share of the largest, how many': totals.largestShare.part },
      'Share of the largest, of': totals.largestShare.of,
    });
    expect(sum('deliveries')).toBe(totals.largestShare.of);
    const csv = (await world.admin.get(`/api/v1/reports/customers.csv?${span}`)).body.slice(1).trim().split('\r\n');
    expect(csv.at(-1)?.split(',').slice(0, 3)).toEqual(['Total', String(sum('deliveries')), String(sum('before'))]);
    // Dispatchers read no amounts, and no sums of them.
    const without = (await world.dispatcher.get(`/api/v1/reports/customers.csv?${span}`)).body.trim().split('\r\n');
    expect(without.at(-1)?.split(',').slice(3, 5)).toEqual(['', '']);
  });

  it('C628 counted days say the same as the orders, while they change and after they are counted again', async () => {
    const all = ['deliveries', 'punctuality', 'failures', 'revenue', 'quotes', 'drivers'] as const;
    const [year = { from: '', to: '' }] = SPANS;
    const some = [year, { from: '2025-10-20', to: '2025-11-02' }];
    const count = async () => {
      let days = 0;
      for (let more = await countDays(world.app.services); more > 0; more = await countDays(world.app.services))
        days += more;
      return days;
    };
    expect(await count()).toBeGreaterThan(400);
    expect(await count()).toBe(0);
    await expectCounted(all);
    await expectCustomers();
    // A year of changes, as the office makes them: some days are stale, the others are not.
    const changed = (change: (order: OrderRow) => void, sql: string, ...values: unknown[]) => {
      const order = pick(orders.filter(({ status, deliveredAt }) => status === 'delivered' && deliveredAt));
      change(order);
      return world.app.sql(`update orders o set ${sql} where o.id = ${order.id}`, ...values);
    };
    const [driver = 0, customer = 0] = [drivers[1], customers[2]];
    await changed((order) => Object.assign(order, { driverId: driver }), 'driver_id = ?', driver);
    await changed((order) => Object.assign(order, { customerId: customer }), 'customer_id = ?', customer);
    await changed((order) => Object.assign(order, { price: 77.5 }), 'quote_price = 77.5');
    await changed((order) => Object.assign(order, { zone: 'Area new' }), `zone = 'Area new'`);
    await changed((order) => Object.assign(order, { payment: 'paid' }), `payment = 'paid'`);
    await changed((order) => Object.assign(order, { parcels: 11 }), 'parcels = 11');
    await changed((order) => {
      order.deliveredAt = new Date((order.deliveredAt?.getTime() ?? 0) + 3 * DAY_MS);
    }, `delivered_at = delivered_at + interval '3 days'`);
    await changed((order) => {
      order.deliveryTo = order.deliveredAt && new Date(order.deliveredAt.getTime() - 600_000);
    }, `delivery_to = delivered_at - interval '10 minutes'`);
    const items = pick(orders.filter(({ status, parcels }) => status === 'delivered' && parcels === null));
    items.pieces += 2;
    await world.app.sql('update order_items set quantity = quantity + 2 where order_id = ?', items.id);
    const charge = pick(charges.filter(({ state }) => state !== 'approved'));
    charge.state = 'approved';
    await world.app.sql(
      `update charges set state = 'approved', decided_at = '2025-08-15T10:00:00Z' where order_id = ? and amount = ? and tax_total = ? and state <> 'approved'`,
      ...[charge.orderId, charge.amount, charge.tax],
    );
    const attempt = pick(attempts.filter(({ outcome, isCorrected }) => outcome === 'failed' && !isCorrected));
    attempt.isCorrected = true;
    await world.app.sql('update attempts set corrected_at = now() where id = ?', attempt.id);
    const done = pick(attempts.filter(({ outcome, isCorrected }) => outcome !== 'failed' && !isCorrected));
    await world.app.sql(`update attempts set taken_at = received_at - interval '2 days' where id = ?`, done.id);
    const quote = pick(quotes.filter(({ status, outcome }) => status === 'sent' && outcome === null));
    Object.assign(quote, { outcome: 'declined', reason: 'Too late' });
    await world.app.sql(`update quotes set outcome = 'declined', outcome_reason = 'Too late' where id = ?`, quote.id);
    const promise = pick(quotes.filter(({ kept, due }) => kept && kept <= due));
    promise.kept = new Date(promise.due.getTime() + 1000);
    await world.app.sql(
      `update quote_promises set kept_at = due_at + interval '1 second' where quote_id = ?`,
      promise.id,
    );
    const rated = pick(ratings.filter(({ isCorrected }) => !isCorrected));
    rated.stars = rated.stars === 1 ? 5 : 1;
    await world.app.sql(
      'update ratings set stars = ? where order_id = ? and corrected_at is null',
      rated.stars,
      rated.orderId,
    );
    const shift = pick(days.filter(({ endedAt }) => endedAt));
    shift.endedAt = new Date((shift.endedAt?.getTime() ?? 0) + 3_600_000);
    await world.app.sql(
      `update driver_days set ended_at = ended_at + interval '1 hour' where driver_id = ? and day = ?::date`,
      ...[shift.driverId, shift.day],
    );
    const collected = pick(pickups.filter(({ orderId }) => orderOf(orderId)?.driverId));
    pickups.push({ orderId: collected.orderId, at: new Date('2026-02-01T09:00:00Z') });
    await world.app.sql(
      `insert into history (subject, subject_id, action, to_status, actor_kind, actor_name, at) values ('order', ?, 'order.picked_up', 'picked_up', 'system', 'x', '2026-02-01T09:00:00Z')`,
      collected.orderId,
    );
    await expectCounted(all, some);
    await expectCustomers();
    const again = await count();
    expect([again > 10, again < 60]).toEqual([true, true]);
    await expectCounted(all, some);
    await expectCustomers();
    // With other rates the days that nobody approved are worth something else.
    await setPay(drivers[0] ?? 0, { ...PAY, perStop: '4.25' });
    ok(await world.admin.delete(`/api/v1/drivers/${drivers[0]}/pay/approve`));
    await expectCounted(['drivers'], some);
    expect(await count()).toBeGreaterThan(400);
    await expectCounted(['drivers'], some);
    expect(await world.app.sql('select 1 from report_changes')).toEqual([]);
    // An order that goes takes its failed attempts out of their days.
    const gone = attempts.find((one) => one.outcome === 'failed' && one.number !== null && !one.isCorrected)?.orderId;
    orders.splice(
      orders.findIndex(({ id }) => id === gone),
      1,
    );
    for (const list of [attempts, promises, charges, ratings, pickups])
      list.splice(
        0,
        list.length,
        ...((list as { orderId: number }[]).filter(({ orderId }) => orderId !== gone) as never[]),
      );
    for (const { lines } of invoices) for (const line of lines) if (line.orderId === gone) line.orderId = null;
    await world.app.sql('delete from orders where id = ?', gone ?? 0);
    const left = ['deliveries', 'punctuality', 'failures', 'drivers'] as const;
    await expectCounted(left, some);
    await count();
    await expectCounted(left, some);
  }, 300_000);
});
