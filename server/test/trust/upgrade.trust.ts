import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrations } from '../../src/db/migrations/index.ts';
import { photo, quoteBody } from '../support/factories.ts';
import { MAIN, type ServerProcess, startProcess } from '../support/process.ts';
import { type Front, freePort, startFront } from './machines.ts';

// OLD_RELEASE names a folder with an earlier release, installed: two of its servers are replaced by this one's, one
// after the other, while people work. npm run test:faults -- --from DIR

const OLD = process.env['OLD_RELEASE'];
const AT_ONCE = 4;
const MIXED_MS = 8000;
let dir: string;
let database: EmbeddedDatabase;
let client: pg.Client;
let front: Front;
const ports: number[] = [];
const servers: ServerProcess[] = [];

async function launch(place: number, main: string): Promise<void> {
  servers[place] = await startProcess(
    {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'one secret of more than thirty-two characters',
      DATA_DIR: join(dir, `server-${place}`),
      PORT: String(ports[place]),
      TRUST_PROXY: '127.0.0.1',
      ADMIN_PASSWORD: 'a-good-password-1',
      LIMIT_SCALE: '100000',
      LOG_LEVEL: 'silent',
      BACKUP_TIME: 'off',
    },
    undefined,
    { main },
  );
}

beforeAll(async () => {
  if (!OLD) return;
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-upgrade-'));
  database = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), log: () => undefined });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // One folder of files for both: the release before may know no bucket.
  await mkdir(join(dir, 'files'));
  for (const place of [0, 1]) {
    await mkdir(join(dir, `server-${place}`));
    await symlink(join(dir, 'files'), join(dir, `server-${place}`, 'files'));
    ports.push(await freePort());
    await launch(place, join(OLD, 'server/src/main.ts'));
  }
  front = await startFront(ports);
});
afterAll(async () => {
  await front?.close();
  for (const server of servers) await server.end('SIGTERM');
  await client?.end();
  await database?.stop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

const schema = async () =>
  (await client.query<{ name: string }>('select name from schema_migrations order by id')).rows.map(({ name }) => name);

describe('F-35 an upgrade from an earlier release', () => {
  it.skipIf(!OLD)('refuses no request: old and new servers work side by side on the new schema', async ({ task }) => {
    const bytes = await photo(60, 40);
    const before = await schema();
    const failed: { phase: string; what: string }[] = [];
    let asked = 0;
    let phase = 'old alone';
    let isOver = false;
    const quotes: number[] = [];
    const ask = async (status: number, path: string, init: RequestInit = {}): Promise<string> => {
      asked++;
      const during = phase;
      const answer = await fetch(front.url + path, { signal: AbortSignal.timeout(30_000), ...init }).catch(
        (error: unknown) => error,
      );
      const text = answer instanceof Response ? await answer.text().catch(String) : String(answer);
      const given = answer instanceof Response ? answer.status : 0;
      if (given !== status)
        failed.push({ phase: during, what: `${init.method ?? 'GET'} ${path}: ${given} ${text.slice(0, 200)}` });
      return given === status ? text : '';
    };
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(path === '/api/login' ? 200 : 201, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const signedIn = await fetch(`${front.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'a-good-password-1' }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const load = Array.from({ length: AT_ONCE }, async (_, who) => {
      for (let n = 0; !isOver; n++) {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
        await ask(201, '/api/v1/upload', { method: 'POST', body: form });
        const made = await post('/api/v1/quotes', quoteBody(), { 'idempotency-key': `quote-${who}-${n}` });
        if (made) quotes.push(JSON.parse(made).id);
        await ask(404, '/api/v1/orders/tracking/QF-NOBODY-HAS');
        for (const list of ['quotes', 'orders', 'customers'])
          await ask(200, `/api/v1/${list}`, { headers: { cookie } });
      }
    });
    await pause(2000);
    for (const place of [0, 1]) {
      phase = 'an old server stops';
      await servers[place]?.end('SIGTERM');
      phase = 'a new server starts';
      await launch(place, MAIN);
      phase = place === 0 ? 'old and new side by side' : 'new alone';
      await pause(MIXED_MS);
    }
    for (const place of [0, 1]) {
      phase = 'a new server stops';
      await servers[place]?.end('SIGTERM');
      phase = 'a new server starts again';
      await launch(place, MAIN);
    }
    isOver = true;
    await Promise.all(load);
    const known = new Set((await client.query('select id from quotes')).rows.map(({ id }) => Number(id)));
    const lost = quotes.filter((id) => !known.has(id)).length;
    const after = await schema();
    // How the earlier release stops is its own; what it could not live with would fail in another phase.
    const byOldStop = failed.filter((one) => one.phase === 'an old server stops');
    const others = failed.filter((one) => one.phase !== 'an old server stops');
    const measured = `behind ${front.name}: from ${before.at(-1)} to ${after.at(-1)} (${after.length - before.length} migrations); ${asked} requests, ${others.length} failed, and ${byOldStop.length} while an old server stopped; of ${quotes.length} acknowledged quotes ${lost} lost`;
    Object.assign(task.meta, { tried: asked, letIn: others.length + lost, measured });
    console.log(measured, byOldStop.slice(0, 3), others.slice(0, 5));
    expect(after).toHaveLength(migrations.length);
    expect(others.slice(0, 5)).toEqual([]);
    expect(lost).toBe(0);
  });
});
