import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { kinds, left, quieted } from './kinds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** What opens something, by its name. */
const OPENS = /(password_hash|_sealed|token_hash|code_hash|key_hash|secret|pin_hash|^sealed$|external_hash)/;

describe('what an export has', () => {
  it('C94 every table is exported, or is left with a reason; no column that opens something goes out', async () => {
    const columns = await app.sql<{ table: string; column: string; isRequired: boolean }>(
      `select c.table_name as table, c.column_name as column, c.is_nullable = 'NO' and c.column_default is null as "isRequired"
         from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
    );
    const tables = [...new Set(columns.map(({ table }) => table))].toSorted();
    expect([...Object.keys(kinds), ...Object.keys(left)].toSorted()).toEqual(tables);
    for (const [table, { hidden = [] }] of Object.entries(kinds)) {
      const opening = columns.filter((each) => each.table === table && OPENS.test(each.column));
      expect(hidden, table).toEqual(expect.arrayContaining(opening.map(({ column }) => column)));
    }
  });

  it('C95 rows come after those that they refer to, and the triggers that are silenced exist', async () => {
    const names = Object.keys(kinds);
    const keys = await app.sql<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
    );
    for (const { from, to } of keys.filter((key) => names.includes(key.from)))
      expect([to, names.indexOf(to) >= 0 && names.indexOf(to) < names.indexOf(from)], from).toEqual([to, true]);
    const before = await app.sql<{ table: string; trigger: string }>(
      `select tgrelid::regclass::text as table, tgname as trigger from pg_trigger
        where not tgisinternal and tgtype & 6 = 6`,
    );
    expect(before.map(({ table, trigger }) => [table, trigger]).toSorted()).toEqual(
      quieted.map((each) => [...each]).toSorted(),
    );
  });
});
