import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { type ReportName, reportNames } from '@quickfleet/shared/operations/reports/report-names';
import { LOCKS } from '../src/db/advisory-locks.ts';
import { type Services, systemContext, todayOf } from '../src/http/context.ts';
import { countDays } from '../src/operations/reports/days/count-days.ts';
import { readReport } from '../src/operations/reports/reports.service.ts';
import { User } from '../src/people/users/user.entity.ts';
import { hashPassword } from '../src/security/password.ts';

/** What the company of the bench has not: windows, attempts, ratings, hours, rates, and quotes that were said yes to. */
const extras = [
  `set local session_replication_role = replica`,
  `set local statement_timeout = 0`,
  `set local lock_timeout = 0`,
  // The server's own worker counts days too: it waits, and what it counted before is counted again.
  `select pg_advisory_xact_lock(${LOCKS.reportDays})`,
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
  `truncate report_changes, report_counts, report_days`,
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
    const more = await countDays(services);
    days += more;
    if (more === 0) await pause(1000);
  }
  await em.execute('analyze report_counts');
  return { driverId: driver.id, days, msOfDay: days === 0 ? 0 : (performance.now() - at) / days };
}

/** Milliseconds on a processor of one of PostgreSQL's processes since it began; where Linux is. */
async function cpuOf(pid: number): Promise<number> {
  const [nanoseconds = '0'] = (await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')).split(' ');
  return Number(nanoseconds) / 1e6;
}
const ownPid = async (em: EntityManager): Promise<number> => {
  const [row] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  return row?.pid ?? 0;
};
/** The same of all processes of PostgreSQL that run. */
export async function postgresCpu({ orm }: Services): Promise<number> {
  const parentOf = async (pid: string | number) => {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1]);
  };
  const postmaster = await parentOf(await ownPid(orm.em.fork()));
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const children = await Promise.all(pids.map(async (pid) => ((await parentOf(pid)) === postmaster ? pid : [])));
  const all = await Promise.all([postmaster, ...children.flat()].map(cpuOf));
  return all.reduce((sum, ms) => sum + ms, 0);
}

export interface ReportTime {
  name: ReportName;
  /** Of the connection that reads it, and of a clock, for the middle one of the readings. */
  cpuMs: number;
  ms: number;
}
const RUNS = 40;
const middleOf = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
/**
 * Every report over the last year, as an admin opens it, with the year before. All of its statements are sent over one
 * connection, so that the work of others is not in it.
 */
export const timeReports = (services: Services): Promise<ReportTime[]> =>
  services.orm.em.fork().transactional(async (em) => {
    const pid = await ownPid(em);
    // Its helpers would be other processes.
    await em.execute('set local max_parallel_workers_per_gather = 0');
    const times: ReportTime[] = [];
    for (const name of reportNames) {
      const spent: { cpuMs: number; ms: number }[] = [];
      for (let run = 0; run < RUNS + 2; run++) {
        const [cpu, at] = [await cpuOf(pid), performance.now()];
        const ctx = { ...systemContext(services), em, grant: 'yes' as const };
        const today = todayOf(ctx);
        await readReport(ctx, { name, from: addDays(today, -365), to: addDays(today, -1) });
        spent.push({ ms: performance.now() - at, cpuMs: (await cpuOf(pid)) - cpu });
        em.clear();
      }
      // The first ones bring the pages into memory.
      const later = spent.slice(2);
      times.push({ name, cpuMs: middleOf(later.map(({ cpuMs }) => cpuMs)), ms: middleOf(later.map(({ ms }) => ms)) });
    }
    return times;
  });

/** Puts the triggers that note what reports have to count again off or on. */
export async function setReportTriggers({ orm }: Services, state: 'enable' | 'disable'): Promise<void> {
  const em = orm.em.fork();
  const triggers = await em.execute<{ table: string; name: string }[]>(
    `select tgrelid::regclass::text as "table", tgname as name from pg_trigger where not tgisinternal and tgfoid::regproc::text like 'note_report%'`,
  );
  for (const { table, name } of triggers) await em.execute(`alter table ${table} ${state} trigger ${name}`);
}

/** Milliseconds by the clock that their functions took since this was asked the last time. */
export async function notesMs({ orm }: Services): Promise<number> {
  const em = orm.em.fork();
  await em.execute(`alter system set track_functions = 'pl'`);
  await em.execute('select pg_reload_conf()');
  // Connections report what they counted now and then.
  await pause(2000);
  const [row] = await em.execute<{ ms: number }[]>(
    `select coalesce(sum(total_time), 0)::float8 as ms from pg_stat_user_functions where funcname like 'note_report%'`,
  );
  await em.execute('select pg_stat_reset()');
  return row?.ms ?? 0;
}
