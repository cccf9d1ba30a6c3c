import { chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { LOCKS } from '../../src/db/advisory-locks.ts';
import { readerOf } from '../../src/db/rows.ts';
import { sweep } from '../../src/jobs/sweep.ts';
import { nightlyIfDue } from '../../src/operations/backup/nightly.ts';
import { restoreBackup, verifyBackup } from '../../src/operations/backup/restore.service.ts';
import { readBackupState } from '../../src/operations/backup/runs.ts';
import { hashPassword } from '../../src/security/password.ts';
import { type Running, start } from '../../src/start.ts';
import { multipartBody } from '../support/app.ts';
import { photo } from '../support/factories.ts';

const METRICS_TOKEN = 'a-token-for-metrics';
const silent = { log: () => undefined };
let dir: string;
let folder: string;
let running: Running;
let clock = new Date();
const at = (text: string) => {
  clock = new Date(text);
};
const night = () => nightlyIfDue(running.services, running.databaseUrl);
const nights = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.tar'));
const stored = async () => {
  const entries = await readdir(join(folder, 'photos'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
};
const upload = async () => {
  const file = { field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes: await photo() };
  const { payload, contentType } = multipartBody({}, [file]);
  const headers = { 'content-type': contentType };
  const answer = await running.app.inject({ method: 'POST', url: '/api/v1/upload', payload, headers });
  expect(answer.statusCode).toBe(201);
};
const metrics = async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await running.app.inject({ url: '/metrics', headers })).body;
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-nightly-'));
  await chmod(dir, 0o755);
  folder = join(dir, 'backups');
  const environment = { DATA_DIR: join(dir, 'data'), BACKUP_DIR: folder, BACKUP_KEEP: '2', BACKUP_TIME: '03:00' };
  // The archive between the nights brings a removed copy of a photo back, every ten seconds.
  const more = {
    BACKUP_WAL: 'false',
    BUSINESS_TIMEZONE: 'Europe/Vienna',
    PORT: '0',
    LOG_LEVEL: 'silent',
    METRICS_TOKEN,
  };
  running = await start(readConfig({ ...environment, ...more }), { clock: () => clock });
  await running.services.orm.em.fork().execute(`update schema_migrations set executed_at = '2026-03-01T12:00:00Z'`);
});
afterAll(async () => {
  await running?.stop();
  await rm(dir, { recursive: true, force: true });
});

it('B22 is made once at the first start, whatever the time is', async () => {
  at('2026-03-01T22:00:00Z');
  await night();
  await night();
  at('2026-03-02T01:59:00Z');
  await night();
  expect(await nights()).toHaveLength(1);
  // The rest begins without it.
  await rm(folder, { recursive: true });
  await running.services.orm.em.fork().execute('delete from backup_runs');
});

it('B10 is made once when its time in the company’s time zone has passed, later when nothing ran then, and again an hour after a failure that everybody can see', async () => {
  // 03:00 in Vienna, and the folder cannot be made.
  await writeFile(folder, 'in the way');
  at('2026-03-02T02:00:00Z');
  await night();
  const state = () => readBackupState(readerOf((sql) => running.services.orm.em.fork().execute(sql)));
  expect(await state()).toMatchObject({
    lastSuccess: null,
    failure: expect.stringMatching(/EEXIST|ENOTDIR/),
    failedAt: new Date('2026-03-02T02:00:00Z'),
  });
  expect(await metrics()).toMatch(/^quickfleet_backup_failed 1$/m);
  await rm(folder);
  at('2026-03-02T02:59:00Z');
  await night();
  expect(await nights()).toEqual([]);
  at('2026-03-02T03:01:00Z');
  await Promise.all([night(), night()]);
  at('2026-03-02T09:00:00Z');
  await night();
  expect(await nights()).toEqual(['nightly-2026-03-02T030100Z.tar']);
  expect(await state()).toMatchObject({
    lastSuccess: new Date('2026-03-02T03:01:00Z'),
    failure: null,
  });
  expect(await metrics()).toMatch(/^quickfleet_backup_failed 0$/m);
  expect(await metrics()).toMatch(/^quickfleet_backup_last_success_timestamp_seconds 1772420460$/m);
  // Summer time has begun: 03:00 is an hour earlier in UTC. The night before nothing ran.
  at('2026-03-30T01:00:00Z');
  await night();
  expect(await nights()).toContain('nightly-2026-03-30T010000Z.tar');
});

it('B11 copies each photo once, keeps BACKUP_KEEP nights, removes the photos that none of them needs, and each night restores', async () => {
  await upload();
  at('2026-04-01T02:00:00Z');
  await night();
  const first = await stored();
  expect(first).toHaveLength(2);
  await upload();
  at('2026-04-02T02:00:00Z');
  await night();
  expect(await nights()).toEqual(['nightly-2026-04-01T020000Z.tar', 'nightly-2026-04-02T020000Z.tar']);
  expect(await stored()).toHaveLength(4);
  const data = join(dir, 'restored');
  const last = join(folder, 'nightly-2026-04-02T020000Z.tar');
  const { manifest } = await restoreBackup(last, data, silent);
  expect(manifest.files.filter(({ path }) => path.startsWith('files/'))).toHaveLength(4);
  for (const { path, size } of manifest.files)
    if (path.startsWith('files/')) expect((await stat(join(data, path))).size).toBe(size);
  // Unclaimed photos are swept after a day; their copies go with the last night that needs them.
  await sweep(running.services, 0);
  at('2026-04-05T02:00:00Z');
  await sweep(running.services, 0);
  await night();
  expect(await stored()).toHaveLength(4);
  at('2026-04-06T02:00:00Z');
  await night();
  expect(await stored()).toEqual([]);
  // A photo that is gone from the store is damage, and is found.
  await upload();
  at('2026-04-07T02:00:00Z');
  await night();
  const newest = join(folder, 'nightly-2026-04-07T020000Z.tar');
  for (const file of await stored()) await rm(file);
  await expect(verifyBackup(newest, silent)).rejects.toThrow(/is damaged: .* is missing/);
});

it('B12 keeps the sweep from removing a file until the copy is done', async () => {
  await upload();
  const { services } = running;
  at('2026-06-01T12:00:00Z');
  const holder = new pg.Client({ connectionString: running.databaseUrl });
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [LOCKS.files]);
  const before = (await Array.fromAsync(services.files.list())).length;
  expect(before).toBeGreaterThan(0);
  await sweep(services, 0);
  expect(await Array.fromAsync(services.files.list())).toHaveLength(before);
  await holder.end();
  await expect
    .poll(async () => {
      await sweep(services, 0);
      return Array.fromAsync(services.files.list());
    })
    .toEqual([]);
});

it('B18 a backup that fails tells the admins: once by mail for each streak of failures, and on the dashboard until one works', async () => {
  const { services, app } = running;
  const em = services.orm.em.fork();
  const hash = await hashPassword('a-good-password-1');
  for (const [username, role, email] of [
    ['ann', 'admin', 'Ann@example.com'],
    ['ben', 'admin', null],
    ['dana', 'dispatcher', 'dana@example.com'],
  ])
    await em.execute(
      `insert into users (username, password_hash, role, email, is_active, created_at, updated_at) values (?, ?, ?, ?, true, now(), now())`,
      [username, hash, role, email],
    );
  const mails = () =>
    em.execute<{ recipient: string; subject: string; text: string }[]>(
      `select recipient, subject, text from emails where trigger = 'backup_failed' order by id`,
    );
  const known = (await mails()).length;
  const dashboardOf = async (username: string) => {
    const payload = { username, password: 'a-good-password-1' };
    const cookie = (await app.inject({ method: 'POST', url: '/api/login', payload })).cookies[0];
    return (await app.inject({ url: '/api/v1/stats', headers: { cookie: `${cookie?.name}=${cookie?.value}` } })).json();
  };
  const spoil = () => rename(folder, `${folder}.aside`).then(() => writeFile(folder, 'in the way'));
  const mend = () => rm(folder).then(() => rename(`${folder}.aside`, folder));

  await spoil();
  at('2026-07-01T02:00:00Z');
  await night();
  at('2026-07-01T03:01:00Z');
  await night();
  const [mail, ...more] = (await mails()).slice(known);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'ann@example.com', subject: 'The nightly backup of QuickFleet failed' });
  expect(mail?.text).toMatch(/EEXIST|ENOTDIR/);
  expect((await dashboardOf('ben')).backupFailure).toMatchObject({ at: '2026-07-01T03:01:00.000Z' });
  expect((await dashboardOf('dana')).backupFailure).toBeNull();

  await mend();
  at('2026-07-01T05:00:00Z');
  await night();
  expect((await dashboardOf('ben')).backupFailure).toBeNull();
  await spoil();
  at('2026-07-02T02:00:00Z');
  await night();
  expect((await mails()).length).toBe(known + 2);
  await mend();
}, 60_000);
