import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { type ReportName, reportNames } from '@quickfleet/shared/operations/reports/report-names';
import { type Services, systemContext, todayOf } from '../src/http/context.ts';
import { countDays } from '../src/operations/reports/days/count-days.ts';
import { readReport } from '../src/operations/reports/reports.service.ts';
import { User } from '../src/people/users/user.entity.ts';
import { hashPassword } from '../src/security/password.ts';

/** What the company of the bench has not: windows, attempts, ratings, hours, rates, and quotes that were said yes to. */
const extras = [
  `set local session_replication_role = replica`,
  `set local statement_timeout = 0`,
  `update orders set delivery_to = delivered_at + make_interval(mins => (id % 130) - 20), delivery_from = delivered_at - interval '2 hours', zone = 'Area ' || id % 40 where delivered_at is not null`,
  `insert into attempts (order_id, stop, number, outcome, reason, received_at, by)
     select id, stop, 2, 'done', null, delivered_at - case stop when 'pickup' then interval '1 hour' else interval '0' end, 'Bench'
       from orders, unnest(array['pickup', 'delivery']) stop where delivered_at is not null`,
  `insert into attempts (order_id, stop, number, outcome, reason, received_at, by)
     select id, 'delivery', 1, 'failed', (array['not_home', 'refused', 'vehicle'])[id % 3 + 1], delivered_at - interval '1 day', 'Bench'
       from orders where delivered_at is not null and id % 20 = 0`,
  `insert into ratings (order_id, "by", stars, created_at) select id, 'customer', id % 5 + 1, delivered_at from orders where delivered_at is not null and id % 5 = 0`,
  `insert into driver_days (driver_id, day, started_at, ended_at, version)
     select u.id, day, (day + time '07:00') at time zone 'UTC', (day + time '16:00') at time zone 'UTC', 1
       from users u, generate_series(1, 730) n, lateral (select (now() at time zone 'UTC')::date - n as day) d where u.role = 'driver'`,
  `update users set pay = '{"perStop": "2.50", "perHour": "11", "minimum": "80"}' where role = 'driver'`,
  `update quotes set accepted_at = created_at + make_interval(hours => 6 + id % 90) where status in ('accepted', 'paid', 'converted')`,
  `update quotes set estimate = jsonb_build_object('from', (price * 0.8)::text, 'to', (price * 1.1)::text, 'currency', currency) where price is not null and id % 2 = 0`,
  `truncate report_changes`,
  `analyze orders, attempts, quotes, ratings, driver_days`,
];

/** Fills what reports count once, and counts all days; how many, the milliseconds of each, and who drives. */
export async function prepareReports(
  services: Services,
  password: string,
): Promise<{ days: number; msOfDay: number; driverId: number }> {
  const em = services.orm.em.fork();
  const passwordHash = await hashPassword(password);
  const driver =
    (await em.findOne(User, { username: 'bench-driver' })) ??
    em.create(User, { username: 'bench-driver', passwordHash, role: 'driver', email: 'drives@quickfleet.example' });
  driver.passwordHash = passwordHash;
  await em.flush();
  const [known] = await em.execute<{ n: number }[]>('select count(*)::int as n from ratings');
  if (known?.n === 0) {
    await em.transactional(async (tx) => {
      for (const sql of extras) await tx.execute(sql);
    });
  }
  const at = performance.now();
  let days = 0;
  // The server's own worker counts too, and may have the day.
  const left = async () => {
    const [row] = await em.execute<{ n: number }[]>(
      `select (select count(distinct (created_at at time zone 'UTC')::date) from orders where created_at < now() - interval '1 day')::int - (select count(*) from report_days)::int as n`,
    );
    return row?.n ?? 0;
  };
  while ((await left()) > 1) {
    const more = await countDays(services, 100);
    days += more;
    if (more === 0) await pause(1000);
  }
  await em.execute('analyze report_counts');
  return { driverId: driver.id, days, msOfDay: days === 0 ? 0 : (performance.now() - at) / days };
}

const TICK_MS = 10;
/** Milliseconds of CPU of PostgreSQL's processes since they began; where Linux is. */
export async function postgresCpu({ orm }: Services): Promise<number> {
  const [row] = await orm.em.fork().execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  const statOf = async (pid: string | number) => {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  };
  const postmaster = (await statOf(row?.pid ?? 0))[1] ?? 0;
  const own = await statOf(postmaster);
  let ticks = (own[11] ?? 0) + (own[12] ?? 0) + (own[13] ?? 0) + (own[14] ?? 0);
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await statOf(pid);
    if (stat[1] === postmaster) ticks += (stat[11] ?? 0) + (stat[12] ?? 0);
  }
  return ticks * TICK_MS;
}

export interface ReportTime {
  name: ReportName;
  /** Of PostgreSQL, and of a clock, for one reading. */
  cpuMs: number;
  ms: number;
}
const RUNS = 12;
/** Every report over the last year, as an admin opens it, with the year before. */
export async function timeReports(services: Services): Promise<ReportTime[]> {
  const times: ReportTime[] = [];
  for (const name of reportNames) {
    const read = async () => {
      const ctx = { ...systemContext(services), em: services.orm.em.fork(), grant: 'yes' as const };
      const today = todayOf(ctx);
      await readReport(ctx, { name, from: addDays(today, -365), to: addDays(today, -1) });
    };
    await read();
    await read();
    const spent: number[] = [];
    const cpu = await postgresCpu(services);
    for (let run = 0; run < RUNS; run++) {
      const at = performance.now();
      await read();
      spent.push(performance.now() - at);
    }
    const cpuMs = ((await postgresCpu(services)) - cpu) / RUNS;
    times.push({ name, cpuMs, ms: spent.toSorted((a, b) => a - b)[RUNS / 2] ?? 0 });
  }
  return times;
}

/** Puts the triggers that note what reports have to count again off or on. */
export async function setReportTriggers({ orm }: Services, state: 'enable' | 'disable'): Promise<void> {
  const em = orm.em.fork();
  const triggers = await em.execute<{ table: string; name: string }[]>(
    `select tgrelid::regclass::text as "table", tgname as name from pg_trigger where not tgisinternal and tgfoid::regproc::text like 'note_report%'`,
  );
  for (const { table, name } of triggers) await em.execute(`alter table ${table} ${state} trigger ${name}`);
}
