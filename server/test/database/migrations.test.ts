import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../src/db/migrations/index.ts';
import { breaksOf } from '../support/additive.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Replaced by a rule that takes whatever the old one took, and more. */
const WIDENED = [
  'signatures_once',
  'late_evidence_after_check',
  'late_evidence_kind_check',
  'payments_state_check',
  'emails_status_check',
  'emails_attachment_check',
  'incidents_opened_by_check',
];

describe('migrations that keep the previous release working', () => {
  it.each(migrations)('B38 $name is additive', async (migration) => {
    const { orm } = app.services;
    const instance = new migration.class(orm.em.getDriver(), orm.config);
    await instance.up();
    expect(breaksOf(instance.getQueries().map(String), WIDENED)).toEqual([]);
  });

  it('B38 what would break the release before is found, and what is new may be made as it likes', () => {
    const broken = [
      'drop table "orders";',
      'alter table "orders" drop column "notes";',
      'alter table "orders" drop "notes"',
      'alter table "orders" add "weight" int null, drop column "notes"',
      'alter table "orders" rename column "notes" to "remarks"',
      'alter table "orders" alter column "notes" type int using notes::int',
      'alter table "orders" alter column "notes" set not null',
      'alter table "orders" add "weight" int not null',
      'alter table "orders" add constraint "orders_weight_check" check (weight > 0)',
      'create unique index "orders_once" on "orders" ("notes")',
      'alter table "orders" add constraint "orders_state_check" check (status in (\'new\', \'old\'))',
    ];
    for (const statement of broken) expect(breaksOf([statement]), statement).toHaveLength(1);
    expect(
      breaksOf([
        'create table "parcels" ("id" serial primary key, "weight" int not null)',
        'alter table "parcels" add constraint "parcels_weight_check" check (weight > 0)',
        'alter table "parcels" add "size" int not null',
        'create unique index "parcels_once" on "parcels" ("size")',
        'alter table "orders" add "weight" int null',
        'alter table "orders" add constraint "orders_weight_check" check ("weight" is null or weight > 0)',
        'alter table "orders" add "parcels" int not null default 1',
        'alter table "orders" add "search" text generated always as (lower(notes)) stored not null',
        'drop index "orders_by_day"',
        'alter table "orders" drop constraint "orders_old_check"',
        'alter table "orders" alter column "notes" drop not null',
        'create index "orders_heavy" on "orders" ("weight")',
        'update "orders" set "weight" = 1',
      ]),
    ).toEqual([]);
  });
});
