import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays, MINUTE_MS, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { TRACKING_PREFIX } from '@quickfleet/shared/limits';
import type { Pool } from 'pg';
import { fillWords } from '../db/schema/fill-words.ts';
import { zoneNameOf } from '../quoting/places/zone-names.ts';
import { customers, places, things } from './company.ts';
import type { Random } from './random.ts';

interface Team {
  id: number;
  name: string;
}
interface DrivenDays {
  /** Today where the company is, YYYY-MM-DD. */
  today: string;
  days: number;
  zone: string;
  currency: string;
  team: readonly Team[];
  random: Random;
}

const FIRST_STOP = 8 * 60 + 30;
const FRIDAY = 5;
/** Numbers of these orders, far from those that are drawn. */
const NUMBERS_FROM = 630_000_000_000;
const FAILURES = ['not_home', 'not_home', 'closed', 'no_access', 'wrong_address', 'vehicle'] as const;

interface Stop {
  number: number;
  customer: (typeof customers)[number];
  driver: Team;
  pickup: string;
  delivery: string;
  thing: (typeof things)[number];
  quantity: number;
  price: string;
  ordered: number;
  pickedUp: number;
  from: number;
  to: number;
  failed: { at: number; reason: string } | null;
  delivered: number;
  isReturned: boolean;
  isPaid: boolean;
  stars: number | null;
}

/** The rounds of the working days: when each driver was where, late on Friday afternoons and after a shut door. */
function roundsOf({ today, days, zone, team, random }: DrivenDays) {
  const stops: Stop[] = [];
  const shifts: { driverId: number; day: string; from: number; to: number }[] = [];
  for (let ago = days; ago >= 1; ago--) {
    const day = addDays(today, -ago);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const at = (minutes: number) => momentOf(day, minutes, zone).getTime();
    for (const [seat, driver] of team.entries()) {
      const begin = FIRST_STOP + random.int(-20, 20);
      // The company grows, and its first driver has the longest round.
      const round = random.int(3, 5) + (seat === 0 ? 1 : 0) + (ago < days / 2 ? 1 : 0);
      let clock = begin + random.int(8, 25);
      const pickedUp = at(clock);
      for (let place = 0; place < round; place++) {
        const planned = begin + 45 + place * 62;
        const isSlow = weekday === FRIDAY && planned > 12 * 60;
        clock += random.int(28, 62) + (isSlow ? random.int(15, 45) : 0);
        const failed = random.chance(0.06) ? { at: at(clock), reason: random.pick(FAILURES) } : null;
        if (failed) clock += random.int(50, 120);
        const from = random.pick(places);
        const to = random.pick(places);
        stops.push({
          number: stops.length + 1,
          customer: random.pick(customers),
          driver,
          pickup: from,
          delivery: to === from ? '1 Depot Way\nSpringfield' : to,
          thing: random.pick(things),
          quantity: random.int(1, 4),
          price: `${random.int(18, 140)}.${random.pick(['00', '50', '90'])}`,
          ordered: at(-random.int(4, 30) * 60),
          pickedUp,
          from: at(planned - 45),
          to: at(planned + 75),
          failed,
          delivered: at(clock),
          isReturned: failed !== null && random.chance(0.2),
          isPaid: random.chance(ago > 20 ? 0.97 : 0.6),
          stars: random.chance(0.3) ? random.pick([5, 5, 5, 4, 4, 3, weekday === FRIDAY ? 2 : 5]) : null,
        });
      }
      shifts.push({ driverId: driver.id, day, from: at(begin), to: at(clock + random.int(10, 40)) });
    }
  }
  return { stops, shifts };
}

const iso = (at: number) => new Date(at).toISOString();
const names = (fields: string) =>
  fields
    .split(',')
    .map((field) => field.trim().split(' ')[0])
    .join(', ');
const insert = (tx: EntityManager, table: string, fields: string, rows: readonly object[], known = '') =>
  tx.execute(
    `insert into ${table} (${names(fields)}) select ${names(fields)} from json_to_recordset(?::json) as r(${fields}) ${known}`,
    [JSON.stringify(rows)],
  );

/**
 * The rounds that the demo's drivers have driven, written in a few statements: stops with their times, failures, shown
 * times and what became of them, ratings, hours, paid and open prices. They have no photos and no signatures, which are
 * with the orders that went through the services, and nobody knows their access codes.
 */
export async function driveDays(em: EntityManager, given: DrivenDays): Promise<void> {
  const { stops, shifts } = roundsOf(given);
  const { random, currency } = given;
  await em.transactional(async (tx) => {
    const people = await tx.execute<{ id: number; email: string }[]>('select id, email from customers');
    const idOf = new Map(people.map(({ id, email }) => [email, id]));
    await insert(
      tx,
      'orders',
      'tracking_number text, access_code_hash text, access_code_sealed text, customer_id int, driver_id int, customer_name text, customer_email text, customer_company text, pickup_address text, delivery_address text, zone text, status text, outcome text, quote_price numeric, currency text, payment text, paid_at timestamptz, on_account bool, delivery_date timestamptz, planned_day date, pickup_from timestamptz, pickup_to timestamptz, delivery_from timestamptz, delivery_to timestamptz, delivered_at timestamptz, actual_delivery timestamptz, cancelled_at timestamptz, cancelled_from text, created_at timestamptz, updated_at timestamptz, version int',
      stops.map((stop) => {
        const [name, email, company] = stop.customer;
        const end = iso(stop.delivered);
        const isOnAccount = company !== null && company.length % 5 === 0;
        return {
          tracking_number: `${TRACKING_PREFIX}${NUMBERS_FROM + stop.number * 7919}`,
          access_code_hash: `demo ${randomUUID()}`,
          access_code_sealed: '',
          customer_id: idOf.get(email) ?? null,
          driver_id: stop.driver.id,
          customer_name: name,
          customer_email: email,
          customer_company: company,
          pickup_address: stop.pickup,
          delivery_address: stop.delivery,
          zone: zoneNameOf(stop.delivery, []),
          status: stop.isReturned ? 'cancelled' : 'delivered',
          outcome: stop.isReturned ? 'returned' : null,
          quote_price: stop.price,
          currency,
          payment: isOnAccount ? 'account' : stop.isPaid ? 'paid' : 'open',
          paid_at: !isOnAccount && stop.isPaid ? end : null,
          on_account: isOnAccount,
          delivery_date: stop.isReturned ? iso(stop.from) : end,
          planned_day: iso(stop.from).slice(0, 10),
          delivery_from: iso(stop.from),
          delivery_to: iso(stop.to),
          delivered_at: stop.isReturned ? null : end,
          actual_delivery: stop.isReturned ? null : end,
          cancelled_at: stop.isReturned ? end : null,
          cancelled_from: stop.isReturned ? 'in_transit' : null,
          created_at: iso(stop.ordered),
          updated_at: end,
          version: 5,
        };
      }),
    );
    const made = await tx.execute<{ id: number; number: string }[]>(
      `select id, substr(tracking_number, 3) as number from orders where access_code_hash like 'demo %'`,
    );
    const ids = new Map(made.map(({ id, number }) => [(Number(number) - NUMBERS_FROM) / 7919, id]));
    const rows = stops.flatMap((stop) => {
      const id = ids.get(stop.number);
      return id === undefined ? [] : [{ ...stop, id }];
    });
    await insert(
      tx,
      'order_items',
      'order_id int, position int, name text, description text, quantity int, value numeric, is_picked_up bool, is_in_transit bool, is_delivered bool, updated_at timestamptz',
      rows.map(({ id, thing, quantity, isReturned, delivered }) => ({
        ...{
          order_id: id,
          position: 0,
          name: thing.name,
          description: thing.description,
          quantity,
          value: thing.value,
        },
        ...{ is_picked_up: true, is_in_transit: true, is_delivered: !isReturned, updated_at: iso(delivered) },
      })),
    );
    await insert(
      tx,
      'attempts',
      'order_id int, stop text, number int, outcome text, reason text, arrived_at timestamptz, taken_at timestamptz, received_at timestamptz, resolution text, resolved_at timestamptz, by text',
      rows.flatMap(({ id, failed, isReturned, driver }) => {
        if (!failed) return [];
        const at = iso(failed.at);
        const resolution = isReturned ? 'return' : 'retry';
        const resolved_at = iso(failed.at + 9 * MINUTE_MS);
        const told = { order_id: id, stop: 'delivery', number: 1, outcome: 'failed', reason: failed.reason };
        return [{ ...told, arrived_at: at, taken_at: at, received_at: at, resolution, resolved_at, by: driver.name }];
      }),
    );
    await insert(
      tx,
      'eta_promises',
      'order_id int, promised_at timestamptz, from_at timestamptz, to_at timestamptz, basis text, stops_before int, width float8, reached_at timestamptz',
      rows.flatMap(({ id, delivered, isReturned }) => {
        if (isReturned) return [];
        const middle = delivered + random.int(-38, 38) * MINUTE_MS;
        const [from_at, to_at] = [iso(middle - 30 * MINUTE_MS), iso(middle + 30 * MINUTE_MS)];
        const promised_at = iso(delivered - random.int(60, 150) * MINUTE_MS);
        const basis = 'under_way';
        const stops_before = random.pick([0, 1, 2, 5]);
        return [
          { order_id: id, promised_at, from_at, to_at, basis, stops_before, width: 1, reached_at: iso(delivered) },
        ];
      }),
    );
    await insert(
      tx,
      'ratings',
      'order_id int, by text, stars int, created_at timestamptz',
      rows.flatMap(({ id, stars, isReturned, delivered }) =>
        stars === null || isReturned
          ? []
          : [{ order_id: id, by: 'customer', stars, created_at: iso(delivered + random.int(20, 400) * MINUTE_MS) }],
      ),
    );
    await insert(
      tx,
      'driver_days',
      'driver_id int, day date, started_at timestamptz, ended_at timestamptz, version int',
      shifts.map(({ driverId, day, from, to }) => ({
        ...{ driver_id: driverId, day, started_at: iso(from), ended_at: iso(to), version: 1 },
      })),
      // A day that somebody has put in order is there already.
      'on conflict (driver_id, day) do update set started_at = excluded.started_at, ended_at = excluded.ended_at',
    );
    const lines = rows.flatMap(({ id, ordered, pickedUp, failed, delivered, isReturned, driver }) => {
      const office = {
        subject: 'order',
        subject_id: id,
        actor_kind: 'system',
        actor_id: null,
        actor_name: 'QuickFleet',
      };
      const road = { ...office, actor_kind: 'user', actor_id: driver.id, actor_name: driver.name };
      const step = (who: object, action: string, from: string | null, to: string | null, at: number) => ({
        ...{ ...who, action: `order.${action}`, from_status: from, to_status: to, at: iso(at) },
      });
      return [
        step(office, 'created', null, 'pending', ordered),
        step(office, 'assigned', 'pending', 'assigned', ordered + MINUTE_MS),
        step(road, 'picked_up', 'assigned', 'picked_up', pickedUp),
        step(road, 'in_transit', 'picked_up', 'in_transit', pickedUp + MINUTE_MS),
        ...(failed
          ? [{ ...step(road, 'failed', null, null, failed.at), action: 'attempt.failed', detail: failed.reason }]
          : []),
        isReturned
          ? { ...step(road, 'returned', 'in_transit', 'cancelled', delivered) }
          : step(road, 'delivered', 'in_transit', 'delivered', delivered),
      ];
    });
    lines.sort((one, other) => one.at.localeCompare(other.at));
    await insert(
      tx,
      'history',
      'subject text, subject_id int, action text, from_status text, to_status text, actor_kind text, actor_id int, actor_name text, detail text, at timestamptz',
      lines,
    );
  });
  // What was learned while there was nothing to learn from would stay for a day.
  await em.execute('delete from eta_learned');
  const pool: Pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  try {
    await fillWords(client);
  } finally {
    client.release();
  }
}
