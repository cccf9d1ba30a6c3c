import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Running, start } from '../../src/start.ts';
import { type Clone, cloneDatabase } from '../support/clone.ts';
import { quoteBody } from '../support/factories.ts';

const SECRET = 'a-secret-of-the-first-installation-1';
const OTHER = 'another-secret-of-another-process-12';
let clone: Clone;
let dir: string;
let running: Running | undefined;
const sql = async (text: string) => {
  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
const launch = async (more: Record<string, string> = {}) => {
  const environment = {
    DATABASE_URL: clone.url,
    DATA_DIR: dir,
    ADMIN_PASSWORD: 'a-good-password-1',
    LOG_LEVEL: 'fatal',
  };
  running = await start(readConfig({ ...environment, PORT: '0', ...more }));
  return running;
};
const stop = async () => {
  await running?.stop();
  running = undefined;
};
beforeAll(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
});
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-refusals-'));
});
afterEach(async () => {
  await stop();
  await sql('delete from secret_mark');
  await rm(dir, { recursive: true, force: true });
});
afterAll(() => clone.drop());

describe('the secret', () => {
  it('N07 is created at the first start, kept, and never replaced where data exists', async () => {
    await launch();
    await stop();
    const file = join(dir, 'session-secret');
    const secret = await readFile(file, 'utf8');
    await launch();
    await stop();
    for (const broken of ['', '\n', 'too short\n']) {
      await writeFile(file, broken);
      await expect(launch()).rejects.toThrow(`${file} must hold a secret of at least 32 characters`);
    }
    await rm(file);
    await expect(launch()).rejects.toThrow(/The secret of this database is missing: put .* back from a backup/);
    await writeFile(file, `${secret}\n`);
    await launch();
  });

  it('N07 is missed too in a database of an earlier release, which holds orders and no mark', async () => {
    await launch();
    const { app } = running as Running;
    const made = await app.inject({ method: 'POST', url: '/api/v1/quotes', payload: quoteBody() });
    expect(made.statusCode).toBe(201);
    await stop();
    await sql(`insert into orders (tracking_number, access_code_hash, access_code_sealed, status, customer_name, customer_email, pickup_address, delivery_address, created_at, updated_at, version)
      select 'QF1', 'h', 's', 'pending', 'a', 'a@example.com', 'a', 'b', now(), now(), 1`);
    await sql('delete from secret_mark');
    await rm(join(dir, 'session-secret'));
    await expect(launch()).rejects.toThrow(/The secret of this database is missing/);
    await sql('delete from orders');
  });

  it('N07 must be the one of the other processes; while it is rotated both are', async () => {
    await launch({ SESSION_SECRET: SECRET });
    await stop();
    await expect(launch({ SESSION_SECRET: OTHER })).rejects.toThrow(/was made with another secret: set SESSION_SECRET/);
    await launch({ SESSION_SECRET: `${OTHER},${SECRET}` });
    await stop();
    await launch({ SESSION_SECRET: OTHER });
  });
});

describe('a start that cannot be', () => {
  it('N08 refuses a database that a newer release has changed, and leaves it as it is', async () => {
    await sql(`insert into schema_migrations (name) values ('29991231_from_the_future')`);
    await expect(launch()).rejects.toThrow(
      /^This database was changed by a newer QuickFleet \(29991231_from_the_future\)\. Start that version/,
    );
    await sql(`delete from schema_migrations where name = '29991231_from_the_future'`);
    await launch();
  });

  it('N19 keeps running with a newer release that allows it, and is refused by one that does not', async () => {
    await launch();
    await stop();
    const [mine] = await sql('select release, newest, oldest from schema_stamp');
    await sql(`insert into schema_migrations (name) values ('29991231_from_the_future')`);
    await sql(`update schema_stamp set release = '9.0.0', newest = '29991231_from_the_future'`);
    await launch();
    await stop();
    expect(await sql('select release from schema_stamp')).toEqual([{ release: '9.0.0' }]);
    await sql(`update schema_stamp set oldest = '29991231_from_the_future'`);
    await expect(launch()).rejects.toThrow(
      /^This database was changed by a newer QuickFleet 9\.0\.0 \(.*Start that version/,
    );
    await sql(`delete from schema_migrations where name = '29991231_from_the_future'`);
    await sql(
      `update schema_stamp set release = '${mine?.['release']}', newest = '${mine?.['newest']}', oldest = '${mine?.['oldest']}'`,
    );
  });

  it('N08 names HOST when that is no address of this machine, and not the database', async () => {
    for (const HOST of ['no-such-host.invalid', '203.0.113.7'])
      await expect(launch({ HOST })).rejects.toThrow(`HOST must be an address of this machine`);
  });
});
