import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { type CellValue, readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { check } from '../../../test/support/imports.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'America/Los_Angeles' });
const GERMAN = { headers: { 'accept-language': 'de' } };
let order: Order;
beforeAll(async () => {
  const window = { from: '2027-07-01T20:00:00-07:00', to: '2027-07-01T22:00:00-07:00' };
  order = ok(
    await world.admin.post(
      '/api/v1/orders',
      orderBody({ quotePrice: '12.50', onAccount: true, deliveryWindow: window }),
    ),
  );
});

const get = async (path: string, who: Client = world.admin, more = {}) => {
  const answer = await who.get(`/api/v1/${path}`, more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
const linesOf = (text: string) => text.slice(1).split('\r\n').slice(0, -1);
const csv = async (...asked: Parameters<typeof get>) => linesOf((await get(...asked)).body);
/** The first row under the heads, by them. */
async function cells(...asked: Parameters<typeof get>): Promise<Record<string, CellValue>> {
  const book = await readXlsx((await get(...asked)).rawPayload);
  const [heads = [], row = []] = book.sheets[0]?.rows ?? [];
  return Object.fromEntries(heads.map((head, at) => [String(head), row[at] ?? null]));
}

describe('a table in the language of its reader', () => {
  it('C556 has dates as dates on the company’s clocks, with the zone in the head, and amounts as numbers', async () => {
    const row = await cells('orders.xlsx');
    expect(row['Delivery from (America/Los_Angeles)']).toEqual(new Date('2027-07-01T20:00:00Z'));
    expect(row['Delivery until (America/Los_Angeles)']).toEqual(new Date('2027-07-01T22:00:00Z'));
    expect(row['Planned for']).toEqual(new Date('2027-07-01T00:00:00Z'));
    expect(row['Created (America/Los_Angeles)']).toBeInstanceOf(Date);
    expect(row['Total']).toBe(12.5);
    const book = await readXlsx((await get('orders.xlsx')).rawPayload, { readStyles: true });
    const formats = [...(book.sheets[0]?.cells?.values() ?? [])].map(({ style }) => style?.numFmt);
    expect(formats).toEqual(expect.arrayContaining(['yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd', '#,##0.00']));
  });

  it('C556 has heads and words in one language, the reader’s or the one that is asked for', async () => {
    const german = await cells('orders.xlsx', world.admin, GERMAN);
    expect(german).toMatchObject({ 'Auf Rechnung': 'ja', Gesamt: 12.5, Zahlung: 'auf Rechnung' });
    expect(Object.keys(german).join()).not.toMatch(/Pickup|Delivery|Created|Company|On account/);
    expect(await cells('orders.xlsx?language=fr', world.admin, GERMAN)).toMatchObject({ 'En compte': 'oui' });
    expect(await cells('orders.xlsx?language=en', world.admin, GERMAN)).toMatchObject({
      'On account': 'yes',
      Payment: 'account',
    });
    for (const name of ['quotes', 'customers', 'payments', 'emails', 'activity', 'accounting'])
      expect(
        (await csv(`${name}.csv?language=es${name === 'accounting' ? '&month=2026-11' : ''}`))[0],
        name,
      ).not.toMatch(/\b(Created|Customer|Phone|Company|Status|Amount|Recipient|Who|Kind|Net)\b/);
    expectError(await world.admin.get('/api/v1/orders.csv?language=xx'), 400, 'VALIDATION_FAILED');
  });

  it('C556 has a semicolon and decimal commas as CSV where spreadsheets of the language want them', async () => {
    const [heads, row] = await csv('orders.csv', world.admin, GERMAN);
    expect(heads).toMatch(/^Sendungsnummer;Auftrag;Status;/);
    expect(row).toContain(';12,50;');
    expect((await csv('orders.csv?delimiter=comma', world.admin, GERMAN))[1]).toContain(',"12,50",');
    expect((await csv('orders.csv?language=en', world.admin, GERMAN))[1]).toContain(',12.50,');
  });

  it('C556 a key reads English, whatever the company speaks, unless it asks', async () => {
    ok(await world.admin.put('/api/v1/company', { locale: { language: 'de' } }));
    const reader = await world.program('orders:read');
    expect((await csv('orders.csv', reader))[0]).toMatch(/^Tracking number,Order ID,Status/);
    expect((await csv('orders.csv?language=de', reader))[0]).toMatch(/^Sendungsnummer;/);
    expect((await csv('orders.csv'))[0]).toMatch(/^Sendungsnummer;/);
    ok(await world.admin.put('/api/v1/company', { locale: { language: 'en' } }));
  });

  it.each(['de', 'fr', 'es'])(
    'C556 our own tables in %s come in again: what exists is said to exist',
    async (language) => {
      for (const form of ['csv', 'xlsx']) {
        const bytes = Buffer.from((await get(`orders.${form}?language=${language}`)).rawPayload);
        const found = await check(world.app, world.admin, 'orders', bytes, {}, `orders.${form}`);
        expect(found, form).toMatchObject({ valid: 0, invalid: 0, skipped: 1, warnings: [] });
        expect(
          found.columns.filter(({ field }) => field === 'deliveryFrom'),
          form,
        ).toHaveLength(1);
      }
      expect(order.id).toBeGreaterThan(0);
    },
  );

  it('C672 has each amount with the decimals of its currency, several currencies in one column too', async () => {
    const prices = { JPY: '1101', USD: '1101.50', KWD: '1101.500' };
    for (const [currency, quotePrice] of Object.entries(prices)) {
      ok(await world.admin.put('/api/v1/company', { quoting: { currency } }));
      ok(await world.admin.post('/api/v1/orders', orderBody({ customerName: 'Eight Currencies', quotePrice })));
    }
    ok(await world.admin.put('/api/v1/company', { quoting: { currency: 'USD' } }));
    const book = await readXlsx((await get('orders.xlsx?q=Eight+Currencies')).rawPayload, { readStyles: true });
    const [sheet] = book.sheets;
    const [heads = [], ...rows] = sheet?.rows ?? [];
    const total = heads.indexOf('Total');
    const shown = rows.map((row, at) => [row[total], sheet?.cells?.get(`${at + 1},${total}`)?.style?.numFmt]);
    // The newest first.
    expect(shown).toEqual([
      [1101.5, '#,##0.000'],
      [1101.5, '#,##0.00'],
      [1101, '#,##0'],
    ]);
  });
});
