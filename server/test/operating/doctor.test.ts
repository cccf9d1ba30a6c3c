import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckState, HealthReport } from '@quickfleet/shared/operations/doctor';
import type { Setup } from '@quickfleet/shared/operations/setup';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { noteHealth } from '../../src/operations/doctor/doctor.service.ts';
import { type Running, start } from '../../src/start.ts';
import { multipartBody } from '../support/app.ts';
import { photo } from '../support/factories.ts';
import { runCommand } from '../support/operator.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
let dir: string;
let running: Running;
const environment = () => ({
  DATA_DIR: join(dir, 'data'),
  PORT: '0',
  LOG_LEVEL: 'silent',
  ADMIN_USERNAME: ADMIN.username,
  BACKUP_TIME: 'off',
});
const sql = (text: string) => running.services.orm.em.fork().execute(text);
const ask = async () => {
  const { code, output } = await runCommand('doctor', ['--json'], environment());
  return { code, report: JSON.parse(output) as HealthReport };
};
const find = (report: HealthReport, area: string, name: string, state: CheckState) =>
  report.checks.find((check) => check.area === area && check.name === name && check.state === state);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-doctor-'));
  await chmod(dir, 0o755);
  running = await start(readConfig({ ...environment(), ADMIN_PASSWORD: ADMIN.password }));
});
afterAll(async () => {
  await running?.stop();
  await rm(dir, { recursive: true, force: true });
});

it('B14 only admins read the same findings', async () => {
  const login = await running.app.inject({ method: 'POST', url: '/api/login', payload: ADMIN });
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await running.app.inject({ url: '/api/v1/doctor', headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  const report: HealthReport = answer.json();
  expect(report.checks.filter(({ name }) => name === 'Not checked')).toEqual([]);
  expect(find(report, 'Files', 'Photos', 'ok')).toBeDefined();
  expect(find(report, 'Database', 'Schema', 'ok')).toBeDefined();
  expect((await running.app.inject({ url: '/api/v1/doctor' })).statusCode).toBe(401);
});

it('C480 keeps what it found for the dashboard of admins, failures first, and nothing of what is as it should be', async () => {
  const login = await running.app.inject({ method: 'POST', url: '/api/login', payload: ADMIN });
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const health = async () =>
    (await running.app.inject({ url: '/api/v1/company/setup', headers: { cookie } })).json<Setup>().health;
  expect(await health()).toBeNull();
  await noteHealth(running.services);
  await noteHealth(running.services);
  const noted = await health();
  expect(noted?.findings[0]).toMatchObject({ state: 'fail', advice: expect.any(String) });
  const states = noted?.findings.map(({ state }) => state) ?? [];
  expect(states).toEqual([...states].sort((a, b) => Number(b === 'fail') - Number(a === 'fail')));
  expect(states).not.toContain('ok');
  const report = (await running.app.inject({ url: '/api/v1/doctor', headers: { cookie } })).json<HealthReport>();
  expect(noted?.findings.map(({ area, name }) => `${area} ${name}`).sort()).toEqual(
    report.checks.flatMap(({ area, name, state }) => (state === 'ok' ? [] : [`${area} ${name}`])).sort(),
  );
  expect(await sql('select id from health_reports')).toEqual([{ id: 1 }]);
});

it('B13 names each problem and its remedy, with or without a running server, and exits with 1 when something fails', async () => {
  const { code, report } = await ask();
  expect(code).toBe(1);
  expect(report.checks.filter(({ name }) => name === 'Not checked')).toEqual([]);
  expect(report.checks.every(({ state, advice }) => (state === 'ok') === (advice === null))).toBe(true);
  expect(find(report, 'Backups', 'Age', 'fail')).toMatchObject({
    finding: 'There is no backup.',
    advice: expect.stringContaining('npm run backup'),
  });
  expect(find(report, 'Database', 'Schema', 'ok')).toBeDefined();
  expect(find(report, 'Secrets', 'Permissions', 'ok')).toBeDefined();

  // A backup, secrets that others may read, a photo that is gone, a late job, a database of a later release.
  expect(await runCommand('backup', [join(dir, 'one.tar')], environment())).toMatchObject({ code: 0 });
  await chmod(join(dir, 'data', 'session-secret'), 0o644);
  const file = { field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes: await photo() };
  const { payload, contentType } = multipartBody({}, [file]);
  const headers = { 'content-type': contentType };
  const { statusCode } = await running.app.inject({ method: 'POST', url: '/api/v1/upload', payload, headers });
  expect(statusCode).toBe(201);
  const [stored] = (await Array.fromAsync(running.services.files.list())).filter(({ key }) => !key.includes('thumb'));
  await running.services.files.remove(stored?.key ?? '');
  await sql(`select graphile_worker.add_job('nobody_does_this', run_at => now() - interval '1 hour')`);
  await sql(`insert into schema_migrations (name) values ('29991231_from_the_future')`);
  const sick = (await ask()).report;
  expect(find(sick, 'Backups', 'Age', 'ok')?.finding).toContain('one.tar');
  expect(find(sick, 'Secrets', 'Permissions', 'fail')?.advice).toContain('chmod go-rwx');
  expect(find(sick, 'Files', 'Photos', 'fail')?.finding).toContain(stored?.key);
  expect(find(sick, 'Queue', 'Jobs', 'fail')?.finding).toMatch(/1 jobs? (is|are) late/);
  expect(find(sick, 'Database', 'Schema', 'fail')?.finding).toContain('29991231_from_the_future');

  await chmod(join(dir, 'data', 'session-secret'), 0o600);
  await sql('delete from stored_files');
  await sql(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'nobody_does_this'))`,
  );
  await sql(`delete from schema_migrations where name = '29991231_from_the_future'`);
  await running.stop();
  const plain = await runCommand('doctor', [], environment());
  expect(plain.output).toMatch(/^ {2}warn {2}Target: Backups go to .*\n {8}→ Set BACKUP_DIR/m);
  expect(plain).toMatchObject({ code: 0, output: expect.stringMatching(/\d+ ok, \d+ to look at, 0 failed/) });
  expect((await readdir(join(dir, 'data', 'postgres'))).includes('postmaster.pid')).toBe(false);
});
