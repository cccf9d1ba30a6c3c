import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { ormOptions } from '../../src/db/orm.config.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import { redact } from '../../src/process/logger.ts';
import { createSecrets } from '../../src/security/secrets.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makePaidQuote, makeQuote, ok, photoFile } from '../support/factories.ts';

// Rows of docs/security.md that belong to no other file.

const world = useWorld();
const priced = { price: '10.00', paymentUrl: 'https://pay.example.com/q' };

async function emptyCluster() {
  const dir = await mkdtemp(join(tmpdir(), 'quickfleet-rows-'));
  const database = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), log: () => undefined });
  onTestFinished(async () => {
    await database.stop();
    await rm(dir, { recursive: true, force: true });
  });
  return { dir, url: database.url };
}

describe('the embedded database', () => {
  it('TR-18 has a new password, for its owner alone, and not the package’s', async () => {
    const { dir, url } = await emptyCluster();
    const file = join(dir, 'postgres.password');
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect((await readFile(file, 'utf8')).trim()).toMatch(/^[0-9a-f]{48}$/);
    const known = new URL(url);
    known.password = 'password';
    const stranger = new pg.Client({ connectionString: known.toString() });
    await expect(stranger.connect()).rejects.toThrow(/password authentication failed/);
  });

  it('F-26 two concurrent starts on an empty database migrate it once, one after the other', async () => {
    const { url } = await emptyCluster();
    const orms = await Promise.all([1, 2].map(() => MikroORM.init({ ...ormOptions(url), logger: () => undefined })));
    const done = await Promise.all(orms.map((orm) => migrate(orm, url)));
    expect(done.map((names) => names.length).sort((a, b) => a - b)[0]).toBe(0);
    const [row] = await (orms[0]?.em.fork().execute('select count(*)::int as n from schema_migrations') ?? []);
    expect(row?.n).toBe(done.flat().length);
    for (const orm of orms) await orm.close(true);
  });

  it('F-26 a migration that breaks in the middle leaves everything as it was', async () => {
    const { url } = await emptyCluster();
    const orm = await MikroORM.init({ ...ormOptions(url), logger: () => undefined });
    const tables = async () =>
      (await orm.em.fork().execute(`select 1 from pg_tables where schemaname = 'public'`)).length;
    await orm.em.fork().execute('create table "email_templates" (id int)');
    await expect(migrate(orm, url)).rejects.toThrow();
    expect(await orm.em.fork().execute(`select 1 from pg_tables where tablename = 'quotes'`)).toEqual([]);
    await orm.em.fork().execute('drop table "email_templates"');
    await migrate(orm, url);
    expect(await tables()).toBeGreaterThan(10);
    await orm.close(true);
  });
});

it('T-23 a log line holds no password, code, cookie or key, and what was typed makes no second line', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, next) {
      lines.push(String(chunk));
      next();
    },
  });
  const log = pino({ level: 'trace', redact }, sink);
  const app = await buildApp({ ...world.app.services, log });
  onTestFinished(() => app.close());
  const secrets = ['wrong-password-of-mine', 'WRNGC0DE12', 'cookie-of-mine', 'qf_key-of-mine'];
  const headers = { cookie: `qf_session=${secrets[2]}`, authorization: `Bearer ${secrets[3]}` };
  await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'a\n{"level":60,"msg":"forged"}', password: secrets[0] },
  });
  await app.inject({ method: 'POST', url: '/api/driver/access', payload: { accessCode: secrets[1] } });
  await app.inject({ url: '/api/v1/orders', headers });
  log.warn({ headers, password: secrets[0], order: { accessCode: secrets[1] } }, 'what might be logged\n{"level":60}');
  for (const line of lines) expect(line.trimEnd()).not.toContain('\n');
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
  expect(lines.length).toBeGreaterThan(0);
});

describe('concurrent calls', () => {
  it('F-9 a locked row makes its writers wait a few seconds at most, and nobody else’s', async () => {
    const [held, free] = [await makeQuote(world.app), await makeQuote(world.app)];
    const holder = new pg.Client({ connectionString: world.app.databaseUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await holder.query('select 1 from quotes where id = $1 for update', [held.id]);
    const began = performance.now();
    const waiting = world.dispatcher.put(`/api/v1/quotes/${held.id}`, { notes: 'x' });
    for (let n = 0; n < 20; n++) ok(await world.dispatcher.put(`/api/v1/quotes/${free.id}`, { notes: `${n}` }));
    ok(await world.dispatcher.get(`/api/v1/quotes/${held.id}`));
    expect(performance.now() - began).toBeLessThan(20_000);
    expectError(await waiting, 409, 'BUSY');
    expect(performance.now() - began).toBeLessThan(40_000);
  }, 60_000);

  it('F-10 a deadlock is tried again, three times in all, and then said', async () => {
    const { id } = await makeQuote(world.app);
    await world.app.sql('create sequence deadlocks');
    await world.app.sql(`create function deadlock() returns trigger language plpgsql as
      $$ begin if nextval('deadlocks') <= 2 then raise exception 'deadlock detected' using errcode = '40P01'; end if; return new; end $$`);
    await world.app.sql('create trigger deadlock before update on quotes for each row execute function deadlock()');
    onTestFinished(() => world.app.sql('drop trigger if exists deadlock on quotes').then(() => undefined));
    expect(ok(await world.dispatcher.put(`/api/v1/quotes/${id}`, { notes: 'third' }))).toMatchObject({
      notes: 'third',
    });
    await world.app.sql(`select setval('deadlocks', 1, false)`);
    await world.app.sql(`create or replace function deadlock() returns trigger language plpgsql as
      $$ begin perform nextval('deadlocks'); raise exception 'deadlock detected' using errcode = '40P01'; end $$`);
    expectError(await world.dispatcher.put(`/api/v1/quotes/${id}`, { notes: 'never' }), 409, 'BUSY');
    expect(await world.app.sql('select last_value::int as n from deadlocks')).toEqual([{ n: 3 }]);
    expect(await world.app.sql('select notes from quotes where id = ?', id)).toEqual([{ notes: 'third' }]);
  });

  it('F-21 a quote that is deleted and converted together ends as one of both, and nothing is orphaned', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await makePaidQuote(world.app, world.admin, {});
      const [deleted, converted] = await Promise.all([
        world.admin.delete(`/api/v1/quotes/${id}`),
        world.dispatcher.post(`/api/v1/quotes/${id}/convert-to-order`),
      ]);
      const won = [deleted, converted].filter(({ statusCode }) => statusCode < 300);
      expect(won, `${deleted.body} ${converted.body}`).toHaveLength(1);
      for (const lost of [deleted, converted].filter((answer) => !won.includes(answer)))
        expect([404, 409]).toContain(lost.statusCode);
    }
    expect(
      await world.app.sql(
        'select i.id from order_items i left join orders o on o.id = i.order_id where o.id is null union all select o.id from orders o left join quotes q on q.id = o.quote_id where o.quote_id is not null and q.id is null',
      ),
    ).toEqual([]);
  }, 60_000);
});

it('F-14 a photo for which the disk has no room is refused with a sentence, leaves no row, and reads go on', async () => {
  const { services } = world.app;
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const app = await buildApp({ ...services, files: { ...services.files, write: () => Promise.reject(full) } });
  onTestFinished(() => app.close());
  const rows = () => world.app.sql('select count(*)::int as n from stored_files');
  const before = await rows();
  const file = await photoFile('file');
  const boundary = createHash('sha256').update(file.bytes).digest('hex').slice(0, 20);
  const payload = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/upload',
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  expectError(answer, 503, 'DISK_FULL');
  expect(await rows()).toEqual(before);
  expect(services.incoming.budget.held()).toBe(0);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
});

it('F-31 sessions and access codes of the old secret stay good while both are listed, and end with it', async () => {
  const { id } = await makePaidQuote(world.app, world.admin, priced);
  const { accessCode } = ok<{ accessCode: string }>(await world.admin.post(`/api/v1/quotes/${id}/convert-to-order`));
  const cookie = `qf_session=${world.admin.cookies.get('qf_session')}`;
  const fresh = 'another secret of more than thirty-two characters';
  const old = 'test-secret-test-secret-test-secret-1';
  for (const [list, status] of [
    [`${fresh},${old}`, 200],
    [fresh, 401],
  ] as const) {
    const app = await buildApp({ ...world.app.services, secrets: createSecrets(list) });
    onTestFinished(() => app.close());
    expect((await app.inject({ url: '/api/user', headers: { cookie } })).statusCode).toBe(status);
    const opened = await app.inject({ method: 'POST', url: '/api/driver/access', payload: { accessCode } });
    expect(opened.statusCode).toBe(status);
  }
});
