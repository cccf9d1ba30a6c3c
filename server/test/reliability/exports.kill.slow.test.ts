import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Export } from '@quickfleet/shared/operations/full-exports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openInstallation } from '../../src/db/embedded/installation.ts';
import { COMPILED, type ServerProcess, startProcess } from '../support/process.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
const ROWS = 400_000;
const MB = 1024 * 1024;
/** How much the process may grow, whatever there is to export. */
const GROWTH_MAX = 120 * MB;
const SCRIPT = resolve(import.meta.dirname, '../../../scripts/import.ts');

let dir: string;
let server: ServerProcess | undefined;
const launch = () =>
  startProcess({
    DATA_DIR: join(dir, 'old'),
    PORT: '0',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LIMIT_SCALE: '1000',
    LOG_LEVEL: 'silent',
    // As `npm start` has them.
    NODE_OPTIONS: '--max-old-space-size=384 --max-semi-space-size=16',
    MALLOC_ARENA_MAX: '1',
  });
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-exports-'));
  // PostgreSQL, which does not run as root, walks through it.
  await chmod(dir, 0o711);
  server = await launch();
}, 120_000);
afterAll(async () => {
  await server?.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

async function rowsOf<T>(sql: string, name = 'old'): Promise<T[]> {
  const config = readConfig({ DATA_DIR: join(dir, name) });
  const installation = await openInstallation(config, () => undefined);
  const client = await installation.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
    await installation.close();
  }
}

/** A call of the admin, on whatever server runs now. */
async function call(method: string, path: string): Promise<Response> {
  const url = server?.url ?? '';
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const answer = await fetch(`${url}/api/v1/exports${path}`, { method, headers: { cookie } });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}
const read = async (id: number): Promise<Export> => (await call('GET', `/${id}`)).json() as Promise<Export>;
const patient = { timeout: 600_000, interval: 200 };

const rss = async (): Promise<number> => {
  const status = await readFile(`/proc/${server?.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
};

const importFile = (file: string, name: string) =>
  new Promise<{ code: number | null; output: string }>((done) => {
    const child = spawn(process.execPath, [SCRIPT, file], {
      env: { PATH: process.env['PATH'], ...COMPILED, DATA_DIR: join(dir, name) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('exit', (code) => done({ code, output }));
  });

it('C99 C95 an export is made although the server is killed in its middle, with bounded memory, and the command imports it', {
  timeout: 1_300_000,
}, async () => {
  await rowsOf(
    `insert into quote_visitors (quote_id, visitor, seen_at)
     select n, repeat(md5(n::text), 8), now() from generate_series(1, ${ROWS}) n`,
  );
  const { id } = (await (await call('POST', '')).json()) as Export;
  for (const part of [0.1, 0.3]) {
    await expect.poll(async () => (await read(id)).rows, patient).toBeGreaterThan(ROWS * part);
    expect((await read(id)).state).toBe('running');
    await server?.end('SIGKILL');
    server = await launch();
  }
  const before = await rss();
  let peak = before;
  const watch = setInterval(() => void rss().then((bytes) => (peak = Math.max(peak, bytes))), 100);
  await expect.poll(async () => (await read(id)).state, patient).toBe('ready');
  clearInterval(watch);
  console.log(`memory: ${Math.round(before / MB)} MB before, ${Math.round(peak / MB)} MB at most`);
  expect(peak - before).toBeLessThan(GROWTH_MAX);
  const made = await read(id);
  expect(made.kinds).toContainEqual({ name: 'quote_visitors', rows: ROWS });

  const file = join(dir, 'everything.zip');
  await writeFile(file, (await call('GET', `/${id}/download`)).body ?? '');
  const refused = await importFile(file, 'old');
  expect(refused).toMatchObject({ code: 1 });
  const imported = await importFile(file, 'new');
  expect(imported.output).toContain(`${made.rows} rows of`);
  expect(imported).toMatchObject({ code: 0 });
  expect(
    await rowsOf('select count(*)::int as rows, count(distinct visitor)::int as visitors from quote_visitors', 'new'),
  ).toEqual([{ rows: ROWS, visitors: ROWS }]);
  const again = await importFile(file, 'new');
  expect(again.code).toBe(1);
  expect(again.output).toMatch(/This installation is not empty: it has 400000 quote visitors/);
});
