import { describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { makeOrder, makeQuote } from '../../../test/support/factories.ts';
import { check, rowsOf } from '../../../test/support/imports.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });

describe('C533 our own tables', () => {
  it.each(['csv', 'xlsx'])(
    'orders.%s comes in again: what exists is said to exist, and nothing is made',
    async (form) => {
      const order = await makeOrder(world.app, world.admin);
      const answer = await world.admin.get(`/api/v1/orders.${form}`);
      const bytes = Buffer.from(answer.rawPayload);
      const found = await check(world.app, world.admin, 'orders', bytes, {}, `orders.${form}`);
      expect(found).toMatchObject({ valid: 0, invalid: 0, warnings: [] });
      expect(found.skipped).toBe(found.rows);
      expect((await rowsOf(world.admin, found.id)).map(({ outcome }) => outcome)).toContain(
        `Exists already as order #${order.id}`,
      );
    },
  );

  it.each(['en', 'de', 'fr', 'es'])(
    'C671 quotes.csv in %s likewise, by number and e-mail address together',
    async (language) => {
      const { id } = await makeQuote(world.app);
      const text = (await world.admin.get(`/api/v1/quotes.csv?language=${language}`)).body;
      const found = await check(world.app, world.admin, 'quotes', text, {}, 'quotes.csv');
      expect(found).toMatchObject({ valid: 0, invalid: 0, warnings: [] });
      expect((await rowsOf(world.admin, found.id)).map(({ outcome }) => outcome)).toContain(
        `Exists already as quote #${id}`,
      );
      // The number of another installation is another quote.
      const elsewhere = text.replaceAll(/ada\d+@example\.com/g, `${language}@elsewhere.example`);
      expect(await check(world.app, world.admin, 'quotes', elsewhere)).toMatchObject({ skipped: 0, invalid: 0 });
    },
  );
});
