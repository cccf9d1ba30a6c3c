import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../src/db/migrations/index.ts';
import { ormOptions } from '../../src/db/orm.config.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { waitsOf } from '../support/brief.ts';
import { quoteBody } from '../support/factories.ts';

/** Those before were released with the tables of their day. */
const FIRST = migrations.findIndex(({ name }) => name === '20261122_quote_lists');

let app: TestApp;
let orm: MikroORM;
let url: string;
/** Somebody in the middle of a change. */
let writer: pg.Client;
/** The quote that others change during the migration. */
let other: number;
beforeAll(async () => {
  app = await createTestApp();
  url = app.databaseUrl;
  orm = await MikroORM.init({ ...ormOptions(url), logger: () => undefined });
  for (let n = 0; n < 2; n++)
    other = (await app.client().post('/api/v1/quotes', quoteBody())).json<{ id: number }>().id;
});
afterAll(async () => {
  await orm.close(true);
  await app.close();
});
beforeEach(async () => {
  writer = new pg.Client({ connectionString: url });
  await writer.connect();
});
afterEach(() => writer.end());

const isValid = async (index: string) =>
  (await app.sql('select indisvalid as v from pg_index where indexrelid = to_regclass(?)', index))[0]?.['v'];

/** The result of migrate() while one user is in the middle of a change of a quote, and others change another. */
async function migrateWhileWriting(held = `update quotes set views = views where id <> ${other}`): Promise<string[]> {
  await writer.query('begin');
  await writer.query(held);
  let isDone = false;
  const migrated = migrate(orm, url).finally(() => {
    isDone = true;
  });
  // Until the migration waits for the writer.
  await expect
    .poll(async () => {
      const [row] = await app.sql(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row?.['n'];
    })
    .toBeGreaterThan(0);
  // As the release before does, which knows nothing of what is new.
  for (let n = 0; n < 3; n++)
    expect(await app.sql('update quotes set views = views + 1 where id = ? returning id', other)).toHaveLength(1);
  expect(isDone).toBe(false);
  await writer.query('commit');
  return migrated;
}

describe('a migration while people work', () => {
  it('G13 gives way to them and comes back: their changes do not wait', async () => {
    for (let n = migrations.length; n > FIRST; n--) await orm.migrator.down();
    expect(await isValid('quotes_seen')).toBeUndefined();
    expect(await migrateWhileWriting()).toEqual(migrations.slice(FIRST).map(({ name }) => name));
    expect(await isValid('quotes_seen')).toBe(true);
    expect(await app.sql('select conname from pg_constraint where not convalidated')).toEqual([]);
  });

  it('G13 says what to do when they never stop, and has changed nothing', async () => {
    for (let n = migrations.length; n > FIRST; n--) await orm.migrator.down();
    await writer.query('begin');
    await writer.query('update quotes set views = views where id <> $1', [other]);
    await expect(migrate(orm, url, undefined, 2)).rejects.toThrow(/others keep using them; nothing was changed\. End/);
    expect(await app.sql('select count(*)::int as n from schema_migrations')).toEqual([{ n: FIRST }]);
    await writer.query('commit');
    expect(await migrate(orm, url)).toHaveLength(migrations.length - FIRST);
  });

  it('G13 leaves another program’s rule for another table alone', async () => {
    await app.sql('create table "somebody_elses" (weight int)');
    await app.sql('insert into "somebody_elses" values (-1)');
    await app.sql('alter table "somebody_elses" add constraint "theirs" check (weight > 0) not valid');
    expect(await migrate(orm, url)).toEqual([]);
    await app.sql('drop table "somebody_elses"');
  });

  it('G13 creates an index that is missing, or was interrupted, without blocking them', async () => {
    await app.sql('drop index quotes_seen');
    await app.sql(`update pg_index set indisvalid = false where indexrelid = 'quotes_form_token'::regclass`);
    expect(await migrateWhileWriting()).toEqual([]);
    expect([await isValid('quotes_seen'), await isValid('quotes_form_token')]).toEqual([true, true]);
  });

  it('G15 an index of an earlier release goes once another one serves its reads', async () => {
    await app.sql('drop index history_by_subject');
    await app.sql('create index history_of_subject on history (subject, subject_id, id)');
    // The lock of a transaction that writes a line of history.
    expect(await migrateWhileWriting('lock table history in row exclusive mode')).toEqual([]);
    expect([await isValid('history_by_subject'), await isValid('history_of_subject')]).toEqual([true, undefined]);
  });

  it.each(migrations.slice(FIRST))('G13 $name keeps nobody waiting for a table', async (migration) => {
    const instance = new migration.class(orm.em.getDriver(), orm.config);
    await instance.up();
    expect(waitsOf(instance.getQueries().map(String))).toEqual([]);
  });

  it('G13 one that would is found', () => {
    const briefly = `set local lock_timeout = '150ms'`;
    for (const statement of [
      'create index "orders_heavy" on "orders" ("weight")',
      'create unique index "orders_once" on "orders" ("notes")',
      'alter table "orders" add constraint "orders_weight_check" check (weight > 0)',
      'alter table "orders" add constraint "orders_once" unique ("notes")',
      'alter table "orders" add constraint "orders_of" foreign key ("quote_id") references "quotes" ("id")',
      'alter table "orders" add "weight" int null check (weight > 0)',
      'alter table "orders" add "search" text generated always as (lower(notes)) stored',
      'alter table "orders" add "token" uuid default gen_random_uuid()',
      'alter table "orders" alter column "notes" set not null',
      'alter table "orders" alter column "notes" type int using notes::int',
      'alter table "rate_counts" set unlogged',
    ])
      expect(waitsOf([briefly, statement]), statement).toHaveLength(1);
    expect(waitsOf(['alter table "orders" add "weight" int null'])).toHaveLength(1);
    expect(
      waitsOf([
        briefly,
        'create table "parcels" ("id" serial primary key, "weight" int not null)',
        'create unique index "parcels_once" on "parcels" ("weight")',
        'alter table "parcels" add constraint "parcels_weight_check" check (weight > 0)',
        'alter table "orders" add "weight" int not null default 0',
        'alter table "orders" add constraint "orders_weight_check" check (weight > 0) not valid',
        'drop index "orders_by_day"',
      ]),
    ).toEqual([]);
  });
});
