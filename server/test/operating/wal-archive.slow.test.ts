import { chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { openInstallation } from '../../src/db/embedded/installation.ts';
import { readerOf } from '../../src/db/rows.ts';
import type { Services } from '../../src/http/context.ts';
import { addBackupGauges } from '../../src/operations/backup/backup.metrics.ts';
import { makeNightly, nightlyIfDue, prune } from '../../src/operations/backup/nightly.ts';
import { restoreBackup } from '../../src/operations/backup/restore.service.ts';
import { archivedTo, readArchiveState, WalArchive } from '../../src/operations/backup/wal/wal-archive.ts';
import type { Until } from '../../src/operations/backup/wal/wal-restore.ts';
import { type Ask, beginSeries, readSeries } from '../../src/operations/backup/wal/wal-series.ts';
import { examine } from '../../src/operations/doctor/doctor.service.ts';
import { type Running, start } from '../../src/start.ts';
import { multipartBody } from '../support/app.ts';
import { photo, quoteBody } from '../support/factories.ts';
import { runCommand } from '../support/operator.ts';

const log = () => undefined;
let dir: string;
let backups: string;
let running: Running;
let services: Services;
let archive: WalArchive;
let restores = 0;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-wal-'));
  await chmod(dir, 0o755);
  backups = join(dir, 'backups');
  const environment = { DATA_DIR: join(dir, 'data'), BACKUP_DIR: backups, PORT: '0', LOG_LEVEL: 'silent' };
  // Archive and nights are written when the test says so, and not by the server's own clock.
  running = await start(readConfig({ ...environment, LIMIT_SCALE: '1000', BACKUP_WAL: 'false', BACKUP_TIME: 'off' }));
  services = { ...running.services, config: { ...running.services.config, BACKUP_WAL: true, BACKUP_TIME: '02:00' } };
  archive = new WalArchive(services);
});
afterAll(async () => {
  await running?.stop();
  await rm(dir, { recursive: true, force: true });
});

const ask: Ask = (sql) => running.services.orm.em.fork().execute(sql);
/** A quote with a photo, as it was acknowledged. */
async function write(): Promise<{ id: number; key: string }> {
  const file = { field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes: await photo() };
  const { payload, contentType } = multipartBody({}, [file]);
  const headers = { 'content-type': contentType };
  const uploaded = await running.app.inject({ method: 'POST', url: '/api/v1/upload', payload, headers });
  expect(uploaded.statusCode).toBe(201);
  const { url } = uploaded.json<{ file: { url: string } }>().file;
  const [item] = quoteBody().items;
  const made = await running.app.inject({
    method: 'POST',
    url: '/api/v1/quotes',
    headers: { cookie: `qf_session=${uploaded.cookies.find(({ name }) => name === 'qf_session')?.value}` },
    payload: { ...quoteBody(), items: [{ ...item, images: [url] }] },
  });
  expect(made.statusCode, made.body).toBe(201);
  return { id: made.json<{ id: number }>().id, key: url.split('/').at(-1) ?? '' };
}
/** A moment after everything so far and before everything that follows. */
async function momentBetween(): Promise<Date> {
  const at = Date.now() + 5;
  await expect.poll(() => Date.now(), { interval: 5 }).toBeGreaterThan(at + 5);
  return new Date(at);
}
async function restored(
  file: string,
  until: Until,
): Promise<{ quotes: number[]; hasFile(key: string): Promise<boolean> }> {
  const data = join(dir, `restored-${++restores}`);
  const { missingFiles } = await restoreBackup(file, data, { log, until });
  expect(missingFiles).toEqual([]);
  const installation = await openInstallation(readConfig({ DATA_DIR: data }), log);
  const client = await installation.connect();
  const { rows } = await client.query<{ id: number }>('select id from quotes order by id');
  await client.end();
  await installation.close();
  return {
    quotes: rows.map(({ id }) => id),
    hasFile: (key) =>
      stat(join(data, 'files', key.slice(0, 2), key)).then(
        ({ size }) => size > 0,
        () => false,
      ),
  };
}
const finding = async () => {
  const { config, files } = services;
  const { checks } = await examine({ config, files, now: new Date(), read: readerOf(ask) });
  return checks.find(({ area, name }) => area === 'Backups' && name === 'Any second');
};

it('B16 a chosen second between two nights is restored: what was acknowledged before it is there with its photos, what came later is not', async () => {
  const first = await write();
  expect(await finding()).toMatchObject({
    state: 'warn',
    finding: expect.stringContaining('since the last backup can be restored'),
  });
  const { file } = await makeNightly(services, running.databaseUrl);
  const before = await write();
  await archive.run();
  // A segment that is whole, and one that grows.
  await ask('select pg_switch_wal()');
  const alsoBefore = await write();
  await archive.run();
  const at = await momentBetween();
  const after = await write();
  await archive.run();
  const series = await readSeries(readerOf(ask));
  const folder = join(backups, 'wal', series?.id ?? '');
  expect((await readdir(folder)).map((name) => name.replace(/^[0-9A-F]{24}/, '#').replace(/\d{4}-.*/, ''))).toEqual(
    expect.arrayContaining(['#', '#.gz', 'photos-']),
  );
  expect(await finding()).toMatchObject({ state: 'ok', finding: expect.stringContaining('any second') });

  const there = await restored(file, at);
  expect(there.quotes).toEqual([first, before, alsoBefore].map(({ id }) => id));
  expect(await Promise.all([first, before, alsoBefore, after].map(({ key }) => there.hasFile(key)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const newest = await restored(file, 'latest');
  expect(newest.quotes).toEqual([first, before, alsoBefore, after].map(({ id }) => id));
  expect(await newest.hasFile(after.key)).toBe(true);

  const data = join(dir, 'refused');
  const command = (until: string) => runCommand('restore', [file, '--until', until], { DATA_DIR: data });
  for (const [until, sentence] of [
    ['2026-11-22 10:15', '--until takes a time with its zone'],
    [new Date(Date.now() + 3_600_000).toISOString(), 'The archive does not go that far: its last change is of'],
    ['2020-01-01T00:00:00Z', 'Choose a backup from before the time you want.'],
  ] as const) {
    const { code, output } = await command(until);
    expect({ code, output: output.trim() }).toEqual({ code: 1, output: expect.stringContaining(sentence) });
    expect(await readdir(data).catch(() => [])).toEqual([]);
  }
}, 120_000);

it('B16 the archive goes as far back as the oldest night that is kept, with the photos of that time', async () => {
  const lost = await write();
  await archive.run();
  await ask('select pg_switch_wal()');
  const { file } = await makeNightly(services, running.databaseUrl);
  const swept = await write();
  await archive.run();
  // The photo is removed after the moment that is restored.
  const at = await momentBetween();
  await ask(`delete from quotes where id = ${swept.id}`);
  await ask(`delete from stored_files where key = '${swept.key}'`);
  await running.services.files.remove(swept.key);
  await archive.run();
  const folder = join(backups, 'wal', (await readSeries(readerOf(ask)))?.id ?? '');
  const before = (await readdir(folder)).length;
  await prune(backups, 1);
  expect((await readdir(folder)).length).toBeLessThan(before);
  const there = await restored(file, at);
  expect(there.quotes).toEqual(expect.arrayContaining([lost.id, swept.id]));
  expect(await there.hasFile(swept.key)).toBe(true);
}, 120_000);

it('B16 without BACKUP_WAL nothing is kept for an archive', async () => {
  await beginSeries(ask);
  const at = await readSeries(readerOf(ask));
  expect(at).toBeDefined();
  await new WalArchive({ ...services, config: { ...services.config, BACKUP_WAL: false } }).run();
  expect(await readSeries(readerOf(ask))).toBeUndefined();
});

it('B19 says in /metrics how much waits for the archive, when it was written to, and whether changes were lost', async () => {
  const metrics = async () => {
    const registry = new Registry();
    await addBackupGauges(registry, services)();
    const all = await registry.getMetricsAsJSON();
    return Object.fromEntries(
      all
        .filter(({ name }) => name.startsWith('quickfleet_archive_'))
        .map(({ name, values }) => [name.replace('quickfleet_archive_', ''), values[0]?.value]),
    );
  };
  expect(await metrics()).toEqual({ behind_bytes: 0, written_timestamp_seconds: 0, lost: 0 });
  await beginSeries(ask);
  const began = Math.floor(Date.now() / 1000);
  await write();
  expect(await metrics()).toMatchObject({ behind_bytes: expect.any(Number), written_timestamp_seconds: 0 });
  expect((await metrics())['behind_bytes']).toBeGreaterThan(1000);
  // PostgreSQL itself may write between the two, and the server's jobs may.
  await expect
    .poll(async () => {
      await archive.run();
      return (await metrics())['behind_bytes'];
    })
    .toBeLessThan(1000);
  const { written_timestamp_seconds, lost } = await metrics();
  expect(written_timestamp_seconds).toBeGreaterThanOrEqual(began);
  expect(lost).toBe(0);
});

it('B17 an archive that cannot be written to lets PostgreSQL throw its WAL away instead of filling the disk, says so, and restarts with the next night', async () => {
  const database = await startEmbeddedPostgres({
    dir: join(dir, 'small'),
    log,
    settings: { fsync: 'off', max_slot_wal_keep_size: '32MB', min_wal_size: '32MB', max_wal_size: '32MB' },
  });
  onTestFinished(database.stop);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  const here: Ask = async (sql) => (await client.query(sql)).rows;
  await beginSeries(here);
  const series = await readSeries(readerOf(here));
  expect(series?.isLost).toBe(false);
  for (let segment = 0; segment < 6; segment++) {
    await here('select pg_current_xact_id()');
    await here('select pg_switch_wal()');
  }
  await here('checkpoint');
  expect(await readSeries(readerOf(here))).toMatchObject({ id: series?.id, isLost: true });
  expect(await readArchiveState(readerOf(here), services.config)).toMatchObject({ isLost: true });
  const kept = await readdir(join(dir, 'small/pg_wal'));
  expect(kept.filter((name) => /^[0-9A-F]{24}$/.test(name)).length).toBeLessThan(6);
  await beginSeries(here);
  const next = await readSeries(readerOf(here));
  expect(next).toMatchObject({ isLost: false });
  expect(next?.id).not.toBe(series?.id);
  expect(await archivedTo(join(dir, 'nowhere'))).toBeUndefined();
}, 60_000);

it('B39 the archive goes on when its folder was away, with what it held and without, and a place without a base backup gets one soon', async () => {
  const nights = async () => (await readdir(backups)).filter((name) => name.endsWith('.tar'));
  const { file } = await makeNightly(services, running.databaseUrl);
  await nightlyIfDue(services, running.databaseUrl);
  await write();
  await archive.run();
  // Its disk is not mounted, and nothing can be made there.
  await rename(backups, `${backups}.away`);
  await writeFile(backups, 'in the way');
  await write();
  await expect(archive.run()).rejects.toThrow();
  expect(await finding()).toMatchObject({ state: 'fail', finding: expect.stringContaining('is not there') });
  await rm(backups);
  await rename(`${backups}.away`, backups);
  const after = await write();
  await archive.run();
  expect(await finding()).toMatchObject({ state: 'ok' });
  expect((await restored(file, 'latest')).quotes).toContain(after.id);

  // Another, empty one in its place, while PostgreSQL has thrown away what the first one holds.
  await ask('select pg_switch_wal()');
  await write();
  await archive.run();
  await rename(backups, `${backups}.away`);
  await write();
  await archive.run();
  await ask(`update backup_runs set started_at = started_at - interval '11 minutes'`);
  await nightlyIfDue(services, running.databaseUrl);
  const [base = ''] = await nights();
  const last = await write();
  await archive.run();
  expect((await restored(join(backups, base), 'latest')).quotes).toContain(last.id);

  // The first one comes back: what was written in between is not in it, so that it gets a series and a base of its own.
  await ask('select pg_switch_wal()');
  await archive.run();
  await rm(backups, { recursive: true });
  await rename(`${backups}.away`, backups);
  await archive.run();
  await ask(`update backup_runs set started_at = started_at - interval '11 minutes'`);
  const before = await nights();
  await nightlyIfDue(services, running.databaseUrl);
  const [newest = ''] = (await nights()).filter((name) => !before.includes(name));
  const end = await write();
  await archive.run();
  expect((await restored(join(backups, newest), 'latest')).quotes).toContain(end.id);
}, 180_000);
