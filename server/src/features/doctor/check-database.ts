import { migrations } from '../../db/migrations/index.ts';
import { ageText, bytesText, Findings, type Patient, plural } from './check.ts';

const MAJOR_MIN = 14;
const CONNECTIONS_SHARE = 0.8;
const DEAD_ROWS = 20_000;
const DEAD_SHARE = 0.3;
const FROZEN_AGE_MAX = 1_500_000_000;
const HELD_WAL_MAX = 5_000_000_000;
const SLOW_SECONDS = 10;
const SLOW_MEAN_MS = 500;

async function checkSettings(found: Findings, { query }: Patient): Promise<void> {
  const rows = await query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in
       ('server_version', 'server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'max_connections', 'server_encoding')`,
  );
  const setting = new Map(rows.map((row) => [row.name, row.setting]));
  const version = `PostgreSQL ${setting.get('server_version')}.`;
  const major = Math.floor(Number(setting.get('server_version_num')) / 10_000);
  if (major < MAJOR_MIN) found.fail('Version', version, `Upgrade to PostgreSQL ${MAJOR_MIN} or newer.`);
  else found.ok('Version', version);
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => setting.get(name) === 'off');
  if (unsafe.length > 0)
    found.fail(
      'Durability',
      `${unsafe.join(', ')} off: a power cut loses what was acknowledged.`,
      `Set ${unsafe.join(', ')} to on.`,
    );
  else found.ok('Durability', 'What is acknowledged is on the disk.');
  if (setting.get('data_checksums') !== 'on')
    found.warn(
      'Checksums',
      'Data checksums are off: damage by the disk goes unseen.',
      'Switch them on with pg_checksums --enable while PostgreSQL is stopped.',
    );
  if (setting.get('server_encoding') !== 'UTF8')
    found.fail(
      'Encoding',
      `The database is in ${setting.get('server_encoding')}.`,
      'Make it anew with encoding UTF8, from a dump.',
    );
  const [used] = await query<{ count: string }>(
    `select count(*) as count from pg_stat_activity where backend_type = 'client backend'`,
  );
  const max = Number(setting.get('max_connections'));
  const words = `${used?.count} of ${max} connections are used.`;
  if (Number(used?.count) > max * CONNECTIONS_SHARE)
    found.warn('Connections', words, 'Raise max_connections, or run fewer processes; each takes up to 31.');
  else found.ok('Connections', words);
}

async function checkLocale(found: Findings, { query }: Patient): Promise<void> {
  const [row] = await query<{ locale: string | null; recorded: string | null; actual: string | null }>(
    `select coalesce(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale', datcollate) as locale,
            to_jsonb(d)->>'datcollversion' as recorded,
            case when to_jsonb(d) ? 'datcollversion' and to_jsonb(d)->>'datcollversion' is not null then pg_database_collation_actual_version(oid) end as actual
       from pg_database d where datname = current_database()`.replace(' ? ', ' operator(pg_catalog.?) '),
  ).catch(() => []);
  if (!row) return;
  if (row.recorded && row.actual && row.recorded !== row.actual)
    found.fail(
      'Locale',
      `The system's sorting rules changed from version ${row.recorded} to ${row.actual}: indexes of texts may be wrong.`,
      'Run reindex database and then alter database … refresh collation version.',
    );
  else found.ok('Locale', `Texts are sorted as ${row.locale} says.`);
}

async function checkTables(found: Findings, { query }: Patient): Promise<void> {
  const dead = await query<{ name: string; dead: string; live: string }>(
    `select relname as name, n_dead_tup::text as dead, n_live_tup::text as live from pg_stat_user_tables
      where n_dead_tup > ${DEAD_ROWS} and n_dead_tup > ${DEAD_SHARE} * (n_live_tup + n_dead_tup) order by n_dead_tup desc limit 3`,
  );
  const [size] = await query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes');
  if (dead.length > 0)
    found.warn(
      'Bloat',
      `Dead rows wait to be cleared away: ${dead.map((row) => `${row.dead} in ${row.name}`).join(', ')}.`,
      'Look for transactions that stay open, and run vacuum analyze.',
    );
  else found.ok('Bloat', `The database takes ${bytesText(Number(size?.bytes))}, and dead rows are cleared away.`);
  const [age] = await query<{ age: string }>(
    'select age(datfrozenxid)::text as age from pg_database where datname = current_database()',
  );
  if (Number(age?.age) > FROZEN_AGE_MAX)
    found.fail(
      'Transaction numbers',
      'The transaction numbers run out: autovacuum does not keep up.',
      'Run vacuum freeze now.',
    );
  const invalid = await query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid`,
  );
  if (invalid.length > 0)
    found.fail('Indexes', `Not usable: ${invalid.map(({ name }) => name).join(', ')}.`, 'Run reindex index on each.');
  const [trigram] = await query<{ count: string }>(
    `select count(*) as count from pg_extension where extname = 'pg_trgm'`,
  );
  if (Number(trigram?.count) === 0)
    found.warn(
      'Search',
      'The extension pg_trgm is missing: searches read whole tables.',
      'Run create extension pg_trgm as the owner, and start QuickFleet again.',
    );
  const slots = await query<{ name: string; bytes: string }>(
    `select slot_name as name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::text as bytes from pg_replication_slots where not active and restart_lsn is not null`,
  ).catch(() => []);
  for (const { name, bytes } of slots)
    if (Number(bytes) > HELD_WAL_MAX)
      found.fail(
        'WAL',
        `Slot ${name} holds ${bytesText(Number(bytes))} of WAL for nobody.`,
        `Run select pg_drop_replication_slot('${name}').`,
      );
}

async function checkQueries(found: Findings, { query }: Patient): Promise<void> {
  const long = await query<{ seconds: string; state: string }>(
    `select round(extract(epoch from clock_timestamp() - xact_start))::text as seconds, state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and application_name <> 'quickfleet command' and xact_start < clock_timestamp() - interval '${SLOW_SECONDS} seconds' order by xact_start limit 3`,
  );
  const [{ hasStatements = false } = {}] = await query<{ hasStatements: boolean }>(
    `select to_regclass('pg_stat_statements') is not null as "hasStatements"`,
  );
  const slow = hasStatements
    ? await query<{ ms: string; calls: string; text: string }>(
        `select round(mean_exec_time)::text as ms, calls::text as calls, left(query, 80) as text from pg_stat_statements
          where mean_exec_time > ${SLOW_MEAN_MS} and calls > 5 order by mean_exec_time desc limit 3`,
      ).catch(() => [])
    : [];
  if (long.length > 0)
    found.warn(
      'Slow queries',
      `${plural(long.length, 'transaction')} open for ${long.map(({ seconds, state }) => `${seconds} s (${state})`).join(', ')}.`,
      'Find out in pg_stat_activity what it is; pg_terminate_backend ends it.',
    );
  else if (slow.length > 0)
    found.warn(
      'Slow queries',
      slow.map(({ ms, calls, text }) => `${ms} ms × ${calls}: ${text}`).join('; '),
      'Run analyze; if it stays so, report the statement.',
    );
  else found.ok('Slow queries', `No transaction is open for more than ${SLOW_SECONDS} s.`);
}

async function checkSchema(found: Findings, { query }: Patient): Promise<void> {
  const rows = await query<{ name: string }>('select name from schema_migrations order by id');
  const applied = new Set(rows.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  const open = migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
  const newer = [...applied].filter((name) => !known.has(name));
  if (newer.length > 0)
    found.fail(
      'Schema',
      `The database was changed by a newer release (${newer.join(', ')}).`,
      'Start that release or a later one.',
    );
  else if (open.length > 0)
    found.warn(
      'Schema',
      `${plural(open.length, 'migration')} not yet applied: ${open.join(', ')}.`,
      'Start the server; it brings the database up to date.',
    );
  else found.ok('Schema', `All ${migrations.length} migrations are applied.`);
}

/** PostgreSQL itself, and how this database fares in it. */
export async function checkDatabase(patient: Patient): Promise<Findings> {
  const found = new Findings('Database');
  await checkSettings(found, patient);
  await checkLocale(found, patient);
  await checkSchema(found, patient);
  await checkTables(found, patient);
  await checkQueries(found, patient);
  return found;
}

const LATE_MINUTES = 5;

/** Whether jobs are done soon after they are due. */
export async function checkQueue({ query }: Patient): Promise<Findings> {
  const found = new Findings('Queue');
  const [row] = await query<{ late: string; oldest: string | null; waiting: string; dead: string }>(
    `select count(*) filter (where attempts < max_attempts and locked_at is null and run_at < now() - interval '${LATE_MINUTES} minutes')::text as late,
            (extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null)) * 1000)::text as oldest,
            count(*) filter (where attempts < max_attempts)::text as waiting,
            count(*) filter (where attempts >= max_attempts)::text as dead
       from graphile_worker.jobs`,
  );
  if (Number(row?.late) > 0)
    found.fail(
      'Jobs',
      `${plural(Number(row?.late), 'job is', 'jobs are')} late, the oldest by ${ageText(Number(row?.oldest))}.`,
      'See that a server with its worker runs, and read its log.',
    );
  else found.ok('Jobs', `${plural(Number(row?.waiting), 'job')} waiting, none late.`);
  if (Number(row?.dead) > 0)
    found.warn(
      'Given up',
      `${plural(Number(row?.dead), 'job')} given up after the last try.`,
      'Mails among them can be sent again from the mailbox.',
    );
  return found;
}
