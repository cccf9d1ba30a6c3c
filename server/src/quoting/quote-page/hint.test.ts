import type { QuoteHint } from '@quickfleet/shared/quoting/quote-hint';
import { describe, expect, it } from 'vitest';
import { expectError, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';

const world = useWorld();
const hint = async (id: number) => ok<QuoteHint>(await world.dispatcher.get(`/api/v1/quotes/${id}/hint`));
const route = (pickupAddress: string, deliveryAddress: string, more: object = {}) => ({
  pickupAddress,
  deliveryAddress,
  ...more,
});
async function paid(price: string, body: object): Promise<number> {
  const { id } = await makeQuote(world.app, { ...body });
  ok(await world.dispatcher.put(`/api/v1/quotes/${id}`, { price, paymentUrl: 'https://pay.example.com/q' }));
  ok(await world.dispatcher.put(`/api/v1/quotes/${id}`, { status: 'paid' }));
  return id;
}

describe('U60 the price hint', () => {
  it('U60 tells what similar quotes cost that were paid, as a range and the five most similar ones', async () => {
    const ids: number[] = [];
    for (const [at, price] of ['80.00', '90.00', '100.00', '110.00', '120.00', '500.00'].entries())
      ids.push(await paid(price, route(`${at + 1} Harbour Lane\nWestbrook`, `${at + 40} Maple Street\nDunmore`)));
    // Other towns; a town at one end alone; and one that nobody paid.
    await paid('9999.00', route('1 Harbour Lane\nWestbrook', '2 Some Road\nFaraway'));
    await paid('9998.00', route('Elm Yard, Oldtown', 'Mill 5, Newtown'));
    const { id: unpaid } = await makeQuote(world.app, route('7 Harbour Lane\nWestbrook', '8 Maple Street\nDunmore'));
    ok(
      await world.dispatcher.put(`/api/v1/quotes/${unpaid}`, {
        price: '1.00',
        paymentUrl: 'https://pay.example.com/q',
      }),
    );

    const { id } = await makeQuote(world.app, route('12 Harbour Lane, Westbrook', '51 Maple Street, 4711 Dunmore'));
    const { range, similar, currency } = await hint(id);
    expect(range).toEqual({ low: '80.00', median: '100.00', high: '500.00', count: 6 });
    expect(currency).toBe('USD');
    expect(similar).toHaveLength(5);
    for (const one of similar) expect(ids).toContain(one.id);
    expect(similar[0]).toMatchObject({ itemCount: 2, speedType: 'let_quickfleet_choose' });
    expect(similar[0]?.reference).toMatch(/^[0-9A-Z]{3}-[0-9A-Z]{3}$/);
  });

  it('U60 puts same things, as many of them, at the same speed, before others of the same way', async () => {
    const way = ['9 Quay, Porthaven', '3 Square, Hilltop'] as const;
    const piano = { items: [{ name: 'Grand piano' }], speedType: 'today' };
    const other = await paid(
      '50.00',
      route(...way, { items: [{ name: 'Letters' }, { name: 'Keys' }, { name: 'Box' }] }),
    );
    const same = await paid('300.00', route(...way, piano));
    const newer = await paid(
      '51.00',
      route(...way, { items: [{ name: 'Letters' }, { name: 'Keys' }, { name: 'Box' }] }),
    );
    const { id } = await makeQuote(world.app, route(...way, piano));
    expect((await hint(id)).similar.map((one) => one.id)).toEqual([same, newer, other]);
  });

  it('U60 says that there is none, takes any sign in an address, and is for staff', async () => {
    const { id } = await makeQuote(world.app, route('Nowhere else', 'Never before'));
    expect(await hint(id)).toEqual({ range: null, currency: 'USD', similar: [] });
    for (const odd of ['%', '1', '_%\\', '12345 678', "O'Neil -- ; drop", '東京都千代田区丸の内']) {
      const strange = await makeQuote(world.app, route(odd, `${odd}\n${odd}`));
      expect((await hint(strange.id)).range).toBeNull();
    }
    expectError(await world.dispatcher.get(`/api/v1/quotes/${NOWHERE}/hint`), 404, 'QUOTE_NOT_FOUND');
    await expectRefused(world, [['GET', `/api/v1/quotes/${id}/hint`]], ['driver', 'customer']);
    expect((await (await world.program('quotes:read')).get(`/api/v1/quotes/${id}/hint`)).statusCode).toBe(200);
  });
});
