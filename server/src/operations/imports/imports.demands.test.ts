import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody, quoteBody } from '../../../test/support/factories.ts';
import { check, commit, rowsOf, work } from '../../../test/support/imports.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const WAY = 'Customer,E-mail,Pickup address,Delivery address,Item';
beforeAll(async () => {
  ok(await world.admin.put('/api/v1/company', { planning: { skills: ['cooled', 'two people'] } }));
});

/** What the first row of a file has become. */
async function made<T>(kind: 'orders' | 'quotes', id: number): Promise<T> {
  expect((await rowsOf(world.admin, id)).map(({ issues }) => issues)).toEqual([[]]);
  await commit(world.app, world.admin, id);
  const [row] = await rowsOf(world.admin, id);
  return ok<T>(await world.admin.get(`/api/v1/${kind}/${row?.objectId}`));
}

// Before somebody says of “Items” that it is none.
it.each(['en', 'de', 'fr', 'es'])(
  'C671 the count of items in our own table of orders is no item (%s)',
  async (language) => {
    const { trackingNumber } = ok<Order>(await world.admin.post('/api/v1/orders', orderBody()));
    const text = (await world.admin.get(`/api/v1/orders.csv?language=${language}&q=${trackingNumber}`)).body;
    const found = await check(world.app, world.admin, 'orders', text.replace(trackingNumber, 'QF000000000000'));
    expect((await rowsOf(world.admin, found.id))[0]).toMatchObject({
      state: 'invalid',
      issues: [{ message: 'Write the items like 2 x Box; Lamp' }],
    });
  },
);

describe.each(['orders', 'quotes'] as const)('C671 %s of a file', (kind) => {
  it('have the weight, the needs, the places and what is collected that their rows say', async () => {
    const lng = kind === 'orders' ? 13.405 : 13.406;
    const file = [
      `${WAY},Weight (kg),Skills,Delivery coordinates,Cash on delivery,COD method`,
      `Ada,ada.${kind}@example.com,1 A Street,2 B Street ${kind},Box,"12,5",cooled; two people,"52.52, ${lng}",45.00,cash`,
    ].join('\n');
    const found = await check(world.app, world.admin, kind, file);
    expect(found.warnings).toEqual([]);
    expect(await made<Order | Quote>(kind, found.id)).toMatchObject({
      weightKg: 12.5,
      needs: ['cooled', 'two people'],
      collect: { amount: '45.00', currency: 'USD', method: 'cash' },
    });
    expect(await world.app.sql('select lat, lng from address_pins')).toContainEqual({ lat: 52.52, lng });
  });

  it.each([
    ['500 g', 0.5],
    ['2,5 kg', 2.5],
    ['3 lb', 1.361],
    ['0,750', 0.75],
    ['1.5 t', 1500],
    ['12.50', 12.5],
  ])('C744 weigh what their unit says: %s', async (text, kilos) => {
    const line = `Ada,ada.w.${kind}@example.com,1 A Street,2 B Street ${text.replace(',', '.')},Box,"${text}"`;
    const found = await check(world.app, world.admin, kind, `${WAY},Weight\n${line}`);
    expect((await made<Order | Quote>(kind, found.id)).weightKg).toBe(kilos);
  });
  it.each([
    ['Weight (g)', 0.5, {}],
    ['Gewicht [lb]', 226.796, {}],
    ['Weight (kg)', 500, {}],
    ['Gewicht in g', 0.5, { 'Gewicht in g': 'weightKg' }],
  ])('C744 weigh what the head of their column says: %s', async (head, kilos, mapping) => {
    const line = `Ada,ada.h.${kind}@example.com,1 A Street,2 B Street ${head},Box,500`;
    const more = { mapping: JSON.stringify(mapping) };
    const found = await check(world.app, world.admin, kind, `${WAY},${head}\n${line}`, more);
    expect((await made<Order | Quote>(kind, found.id)).weightKg).toBe(kilos);
  });
  it('C744 are refused with a weight of a unit that nobody knows', async () => {
    const file = `${WAY},Weight\nAda,ada@example.com,1 A Street,2 B Street,Box,2 Sack`;
    const [row] = await rowsOf(world.admin, (await check(world.app, world.admin, kind, file)).id);
    expect(row?.issues.map(({ message }) => message)).toEqual(['Write the weight in kilograms, like 2.5']);
  });

  it('refuse a skill that the company has not, in the words of REST', async () => {
    const file = `${WAY},Needs\nAda,ada@example.com,1 A Street,2 B Street,Box,"cooled, crane"`;
    const [row] = await rowsOf(world.admin, (await check(world.app, world.admin, kind, file)).id);
    const body = kind === 'orders' ? orderBody({ needs: ['crane'] }) : quoteBody({ needs: ['crane'] });
    const refused = (await world.admin.post(`/api/v1/${kind}`, body)).json<{ error: string }>();
    expect(row).toMatchObject({ state: 'invalid', issues: [{ column: 'Needs', message: refused.error }] });
    expect(refused.error).toMatch(/^crane is not in the list of skills/);
  });

  it('refuse a weight that is none, at its cell', async () => {
    const file = `${WAY},Weight\nAda,ada@example.com,1 A Street,2 B Street,Box,heavy`;
    const [row] = await rowsOf(world.admin, (await check(world.app, world.admin, kind, file)).id);
    expect(row).toMatchObject({ state: 'invalid', issues: [{ column: 'Weight', field: 'weightKg' }] });
  });

  it.each(['en', 'de', 'fr', 'es'].flatMap((language) => ['csv', 'xlsx'].map((form) => ({ language, form }))))(
    'have all of it again from our own table ($language, $form)',
    async ({ language, form }) => {
      const more = {
        weightKg: 1.234,
        needs: ['cooled', 'two people'],
        collect: { amount: '1234.50', currency: 'EUR', method: 'card' },
      };
      const body =
        kind === 'orders'
          ? orderBody(more)
          : quoteBody({ ...more, speedType: 'specific_date', speedDate: '2026-12-14' });
      const { id, ...before } = ok<Order | Quote>(await world.admin.post(`/api/v1/${kind}`, body));
      const number = 'trackingNumber' in before && before.trackingNumber ? before.trackingNumber : String(id);
      const path = `/api/v1/${kind}.${form}?language=${language}&q=${kind === 'orders' ? number : `%23${id}`}`;
      const bytes = Buffer.from((await world.admin.get(path)).rawPayload);
      const found = await check(world.app, world.admin, kind, bytes, {}, `${kind}.${form}`);
      // As another installation reads it: it does not know the number, and a count of items is none of them.
      const isOrder = kind === 'orders';
      // What was said of a head is remembered for the next file.
      const unknown = isOrder ? ['trackingNumber', 'items', 'itemName'] : ['quoteNumber'];
      const heads = found.columns.flatMap(({ field, name }) => (unknown.includes(field ?? '') ? [name] : []));
      const mapping = Object.fromEntries(heads.map((head) => [head, '']));
      const change = { mapping, constants: isOrder ? { items: 'Box' } : {} };
      ok(await world.admin.put(`/api/v1/imports/${found.id}`, change));
      await work(world.app, world.admin, found.id);
      const after = await made<Order | Quote>(kind, found.id);
      expect(after.id).not.toBe(id);
      expect(after).toMatchObject(more);
      const itemsIn = ({ items }: Order | Quote) => items.map(({ name, quantity }) => ({ name, quantity }));
      if (!isOrder) expect(itemsIn(after)).toEqual(body.items.map(({ name, quantity }) => ({ name, quantity })));
      if ('speedDate' in after) expect(after.speedDate).toBe('2026-12-14');
    },
  );
});

describe('C744 numbers with what people write beside them', () => {
  const rows = (head: string, texts: readonly string[]) =>
    [`${WAY},${head}`, ...texts.map((text, at) => `Ada,ada.n@example.com,1 A,${head} ${at},Box,"${text}"`)].join('\n');
  const readAll = async (head: string, texts: readonly string[]) => {
    const found = await check(world.app, world.admin, 'orders', rows(head, texts));
    expect((await rowsOf(world.admin, found.id)).flatMap(({ issues }) => issues)).toEqual([]);
    await commit(world.app, world.admin, found.id);
    const ids = (await rowsOf(world.admin, found.id)).map(({ objectId }) => objectId);
    return Promise.all(ids.map(async (id) => ok<Order>(await world.admin.get(`/api/v1/orders/${id}`))));
  };
  const refused = async (head: string, texts: readonly string[]) => {
    const found = await check(world.app, world.admin, 'orders', rows(head, texts));
    return (await rowsOf(world.admin, found.id)).map(({ state }) => state === 'invalid');
  };

  it('counts come with their pieces, and a thousand with a separator is no one', async () => {
    const orders = await readAll('Item quantity', ['2x', 'x2', '2 Stk.', '2 pcs', '2,00', '1 000']);
    expect(orders.map(({ items }) => items[0]?.quantity)).toEqual([2, 2, 2, 2, 2, 1000]);
    expect(await refused('Item quantity', ['1.000', '2,000', '2 kg', '2.5'])).toEqual([true, true, true, true]);
  });
  it('amounts come with a currency in words, without cents, and in Arabic digits', async () => {
    const texts = ['12.50 dollars', 'Fr. 12.50', '12,-', '12.– CHF', '1 234,50 €', '١٢٫٥٠', '0,500'];
    const orders = await readAll('Item value', texts);
    const values = ['12.50', '12.50', '12.00', '12.00', '1234.50', '12.50', '0.50'];
    expect(orders.map(({ items }) => items[0]?.value)).toEqual(values);
    // What is taken off, or a share, is no amount.
    expect(await refused('Item value', ['(5.00)', '12%', '-5'])).toEqual([true, true, true]);
  });
  it('items of one cell have their numbers before or behind them', async () => {
    const [order] = await readAll('Contents', ['Lamp x2, Table x1']);
    expect(order?.items).toMatchObject([
      { name: 'Lamp', quantity: 2 },
      { name: 'Table', quantity: 1 },
    ]);
  });
  it('the currency of what is collected is not left out', async () => {
    const texts = ['40,50 USD', 'USD 40.50', '40.50 USD card'];
    const orders = await readAll('Collect', texts);
    expect(orders.map(({ collect }) => [collect?.amount, collect?.currency, collect?.method])).toEqual([
      ['40.50', 'USD', 'any'],
      ['40.50', 'USD', 'any'],
      ['40.50', 'USD', 'card'],
    ]);
    const [other] = await readAll('Collect', ['40.50 EUR']);
    expect(other?.collect).toMatchObject({ amount: '40.50', currency: 'EUR' });
  });
});
