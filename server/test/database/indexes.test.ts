import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('indexes', () => {
  it('G15 no index is only the beginning of another one on its table', async () => {
    const pairs = await app.sql(
      `select a.indexrelid::regclass::text as shorter, b.indexrelid::regclass::text as longer
       from pg_index a join pg_index b on a.indrelid = b.indrelid and a.indexrelid <> b.indexrelid
         join pg_class ca on ca.oid = a.indexrelid join pg_class cb on cb.oid = b.indexrelid and cb.relam = ca.relam
       where ca.relnamespace = 'public'::regnamespace and not a.indisunique and a.indexprs is null and b.indexprs is null
         and a.indpred is null and b.indpred is null
         and (b.indkey::text || ' ') like (a.indkey::text || ' %')
         and (b.indoption::text || ' ') like (a.indoption::text || ' %')`,
    );
    expect(pairs).toEqual([]);
  });
});
