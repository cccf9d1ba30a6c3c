import { DATABASE_CONNECTIONS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { migrations } from '../../db/migrations/index.ts';
import { c, select } from '../../db/rows.ts';
import { bytesText, Findings, type Patient } from './check.ts';

const MAJOR_MIN = 14;
const CONNECTIONS_SHARE = 0.8;
const DEAD_ROWS = 20_000;
const DEAD_SHARE = 0.3;
const FROZEN_AGE_MAX = 1_500_000_000;
const HELD_WAL_MAX = 5_000_000_000;
const SLOW_SECONDS = 10;
const SLOW_MEAN_MS = 500;

const howMany = select({ count: c.count() });
const settingColumns = select({ name: c.text('name'), setting: c.text('setting') });
const hasVersion = `to_jsonb(d) operator(pg_catalog.?) 'datcollversion' and to_jsonb(d)->>'datcollversion' is not null`;
const localeColumns = select({
  locale: c.text(`coalesce(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale', datcollate)`).nullable(),
  recorded: c.text(`to_jsonb(d)->>'datcollversion'`).nullable(),
  actual: c.text(`case when ${hasVersion} then pg_database_collation_actual_version(oid) end`).nullable(),
});
const deadRows = select({ name: c.text('relname'), dead: c.digits('n_dead_tup') });
const databaseSize = select({ bytes: c.float('pg_database_size(current_database())') });
const frozenAge = select({ age: c.int('age(datfrozenxid)') });
const indexName = select({ name: c.text('c.relname') });
const heldWal = select({
  name: c.text('slot_name'),
  bytes: c.float('pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)'),
});
const openLong = select({
  seconds: c.digits('round(extract(epoch from clock_timestamp() - xact_start))'),
  state: c.text('state').nullable(),
});
const statementsTable = select({ isThere: c.bool(`to_regclass('pg_stat_statements') is not null`) });
const slowStatement = select({
  ms: c.digits('round(mean_exec_time)'),
  calls: c.digits('calls'),
  text: c.text('left(query, 80)'),
});
const processesOf = select({
  servers: c.int(`(count(*) filter (where application_name = 'quickfleet events'))::int`),
  workers: c.int(`(count(*) filter (where application_name = 'quickfleet jobs' and query ilike 'listen%'))::int`),
});
const migrationName = select({ name: c.text('name') });

async function checkSettings(found: Findings, { read }: Patient): Promise<void> {
  const rows = await read(
    settingColumns,
    `select $columns from pg_settings where name in
       ('server_version', 'server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'max_connections',
        'superuser_reserved_connections', 'reserved_connections', 'server_encoding')`,
  );
  const setting = new Map(rows.map((row) => [row.name, row.setting]));
  const version = `PostgreSQL ${setting.get('server_version')}.`;
  const major = Math.floor(Number(setting.get('server_version_num')) / 10_000);
  if (major < MAJOR_MIN)
    found.fail('Version', version, t('Upgrade to PostgreSQL {version} or newer.', { version: MAJOR_MIN }));
  else found.ok('Version', version);
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => setting.get(name) === 'off');
  if (unsafe.length > 0)
    found.fail(
      'Durability',
      t('{settings} off: a power cut loses what was acknowledged.', { settings: unsafe.join(', ') }),
      t('Set {settings} to on.', { settings: unsafe.join(', ') }),
    );
  else found.ok('Durability', t('What is acknowledged is on the disk.'));
  if (setting.get('data_checksums') !== 'on')
    found.warn(
      'Checksums',
      t('Data checksums are off: damage by the disk goes unseen.'),
      t('Switch them on with pg_checksums --enable while PostgreSQL is stopped.'),
    );
  if (setting.get('server_encoding') !== 'UTF8')
    found.fail(
      'Encoding',
      t('The database is in {encoding}.', { encoding: setting.get('server_encoding') ?? '?' }),
      t('Create it again with encoding UTF8, from a dump.'),
    );
  const [used] = await read(howMany, `select $columns from pg_stat_activity where backend_type = 'client backend'`);
  const max = Number(setting.get('max_connections'));
  const reserved =
    Number(setting.get('superuser_reserved_connections') ?? 0) + Number(setting.get('reserved_connections') ?? 0);
  const [running] = await read(processesOf, 'select $columns from pg_stat_activity where datname = current_database()');
  const { servers, workers } = running ?? { servers: 0, workers: 0 };
  const processes = Math.max(1, servers, workers);
  const needed =
    processes * DATABASE_CONNECTIONS.calls +
    Math.max(1, servers) * DATABASE_CONNECTIONS.events +
    Math.max(1, workers) * DATABASE_CONNECTIONS.jobs;
  if (needed > max - reserved)
    found.warn(
      'Room for all',
      t(
        '{count, plural, one {# process} other {# processes}} may open {needed} connections, and PostgreSQL gives {max}.',
        { count: processes, needed, max: max - reserved },
      ),
      t('Raise max_connections to {needed}, or run fewer processes.', { needed: needed + reserved + 10 }),
    );
  else
    found.ok(
      'Room for all',
      t('{count, plural, one {# process} other {# processes}} may open {needed} of {max} connections.', {
        count: processes,
        needed,
        max: max - reserved,
      }),
    );
  const words = t('{count} of {max} connections are used.', { count: used?.count ?? 0, max });
  if (used && used.count > max * CONNECTIONS_SHARE)
    found.warn('Connections', words, t('Raise max_connections, or run fewer processes.'));
  else found.ok('Connections', words);
}

async function checkLocale(found: Findings, { read }: Patient): Promise<void> {
  const [row] = await read(
    localeColumns,
    'select $columns from pg_database d where datname = current_database()',
  ).catch(() => []);
  if (!row) return;
  if (row.recorded && row.actual && row.recorded !== row.actual)
    found.fail(
      'Locale',
      t("The system's sorting rules changed from version {recorded} to {actual}: indexes of texts may be wrong.", {
        recorded: row.recorded,
        actual: row.actual,
      }),
      t('Run reindex database and then alter database … refresh collation version.'),
    );
  else found.ok('Locale', t('Texts are sorted as {locale} says.', { locale: row.locale ?? '?' }));
}

async function checkTables(found: Findings, { read }: Patient): Promise<void> {
  const dead = await read(
    deadRows,
    `select $columns from pg_stat_user_tables
      where n_dead_tup > ${DEAD_ROWS} and n_dead_tup > ${DEAD_SHARE} * (n_live_tup + n_dead_tup) order by n_dead_tup desc limit 3`,
  );
  const [size] = await read(databaseSize, 'select $columns');
  if (dead.length > 0)
    found.warn(
      'Bloat',
      t('Dead rows wait to be cleared away: {tables}.', {
        tables: dead.map((row) => `${row.dead} in ${row.name}`).join(', '),
      }),
      t('Look for transactions that stay open, and run vacuum analyze.'),
    );
  else
    found.ok(
      'Bloat',
      t('The database takes {bytes}, and dead rows are cleared away.', { bytes: bytesText(size?.bytes ?? 0) }),
    );
  const [age] = await read(frozenAge, 'select $columns from pg_database where datname = current_database()');
  if (age && age.age > FROZEN_AGE_MAX)
    found.fail(
      'Transaction numbers',
      t('The transaction numbers run out: autovacuum does not keep up.'),
      t('Run vacuum freeze now.'),
    );
  const invalid = await read(
    indexName,
    `select $columns from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid`,
  );
  if (invalid.length > 0)
    found.fail(
      'Indexes',
      t('Not usable: {names}.', { names: invalid.map(({ name }) => name).join(', ') }),
      t('Run reindex index on each.'),
    );
  const [trigram] = await read(howMany, `select $columns from pg_extension where extname = 'pg_trgm'`);
  if (trigram?.count === 0)
    found.warn(
      'Search',
      t('The extension pg_trgm is missing: searches read whole tables.'),
      t('Run create extension pg_trgm as the owner, and start QuickFleet again.'),
    );
  const slots = await read(
    heldWal,
    `select $columns from pg_replication_slots where not active and restart_lsn is not null`,
  ).catch(() => []);
  for (const { name, bytes } of slots)
    if (bytes > HELD_WAL_MAX)
      found.fail(
        'WAL',
        t('Slot {name} holds {bytes} of WAL for nobody.', { name, bytes: bytesText(bytes) }),
        t('Run {statement}.', { statement: `select pg_drop_replication_slot('${name}')` }),
      );
}

async function checkQueries(found: Findings, { read }: Patient): Promise<void> {
  const long = await read(
    openLong,
    `select $columns from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and application_name <> 'quickfleet command' and xact_start < clock_timestamp() - interval '${SLOW_SECONDS} seconds' order by xact_start limit 3`,
  );
  const [statements] = await read(statementsTable, 'select $columns');
  const slow = statements?.isThere
    ? await read(
        slowStatement,
        `select $columns from pg_stat_statements
          where mean_exec_time > ${SLOW_MEAN_MS} and calls > 5 order by mean_exec_time desc limit 3`,
      ).catch(() => [])
    : [];
  if (long.length > 0)
    found.warn(
      'Slow queries',
      t('{count, plural, one {# transaction} other {# transactions}} open for {times}.', {
        count: long.length,
        times: long.map(({ seconds, state }) => `${seconds} s (${state})`).join(', '),
      }),
      t('Find out in pg_stat_activity what it is; pg_terminate_backend ends it.'),
    );
  else if (slow.length > 0)
    found.warn(
      'Slow queries',
      slow.map(({ ms, calls, text }) => `${ms} ms × ${calls}: ${text}`).join('; '),
      t('Run analyze; if it stays so, report the statement.'),
    );
  else found.ok('Slow queries', t('No transaction is open for more than {seconds} s.', { seconds: SLOW_SECONDS }));
}

async function checkSchema(found: Findings, { read }: Patient): Promise<void> {
  const rows = await read(migrationName, 'select $columns from schema_migrations order by id');
  const applied = new Set(rows.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  const open = migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
  const newer = [...applied].filter((name) => !known.has(name));
  if (newer.length > 0)
    found.fail(
      'Schema',
      t('The database was changed by a newer release ({newer}).', { newer: newer.join(', ') }),
      t('Start that release or a later one.'),
    );
  else if (open.length > 0)
    found.warn(
      'Schema',
      t('{count, plural, one {# migration} other {# migrations}} not yet applied: {open}.', {
        count: open.length,
        open: open.join(', '),
      }),
      t('Start the server; it brings the database up to date.'),
    );
  else found.ok('Schema', t('All {count} migrations are applied.', { count: migrations.length }));
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
