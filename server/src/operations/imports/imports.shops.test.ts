import { readFileSync } from 'node:fs';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { importPresets } from '@quickfleet/shared/operations/import-presets/presets';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { check, commit, rowsOf } from '../../../test/support/imports.ts';
import { shopFiles } from '../../../test/support/shop-files.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const pickup = { pickupAddress: '1 Depot Way' };
const importAll = async (
  text: string,
  name: string,
  constants: Record<string, string> = {},
): Promise<{ shop: string | null; orders: Order[]; said: string[] }> => {
  const found = await check(
    world.app,
    world.admin,
    'orders',
    text,
    { constants: JSON.stringify({ ...pickup, ...constants }) },
    name,
  );
  const said = (await rowsOf(world.admin, found.id)).flatMap(({ issues }) => issues.map(({ message }) => message));
  if (found.valid > 0) await commit(world.app, world.admin, found.id);
  const ids = (await rowsOf(world.admin, found.id)).flatMap(({ objectId }) => objectId ?? []);
  const orders = await Promise.all(ids.map(async (id) => ok<Order>(await world.admin.get(`/api/v1/orders/${id}`))));
  return { shop: found.shop, orders, said };
};

describe('C531 exports of shops', () => {
  it('a gift from Shopify: the buyer stays the buyer, two rows are one order, apostrophes go', async () => {
    const text = readFileSync(new URL('../../../test/support/files/shopify-gift.csv', import.meta.url), 'utf8');
    const { shop, orders, said } = await importAll(text, 'shopify-gift.csv');
    expect({ shop, said }).toEqual({ shop: 'Shopify', said: [] });
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      externalId: '#1001',
      customerName: 'Buyer Person',
      customerEmail: 'buyer@example.com',
      customerPhone: '+49 30 1234567',
      pickupAddress: '1 Depot Way',
      deliveryAddress: 'Geschenkweg 9, Dresden, 01069, DE',
      deliveryContact: { name: 'Gift Receiver', company: 'Receiver GmbH', phone: '+49 351 7654321' },
      notes: 'Ring at the back',
      quotePrice: null,
      metadata: { shopPaid: 'paid', shopCurrency: 'EUR' },
      items: [
        { name: 'Candle', quantity: 2, value: '20.00' },
        { name: 'Card', quantity: 1, value: '3.00' },
      ],
    });
  });

  it.each(shopFiles)('$file is recognised as $shop, and read', async ({ shop, file, text, order, constants }) => {
    const read = await importAll(text, file, constants);
    expect({ shop: read.shop, said: read.said }).toEqual({ shop, said: [] });
    expect(read.orders).toHaveLength(1);
    expect(read.orders[0]).toMatchObject(order);
  });

  it('C793 what a shop writes as on its pages is read as people wrote it, in files of shops alone', async () => {
    const etsy = shopFiles.find(({ file }) => file === 'EtsySoldOrderItems.csv');
    const written = (etsy?.text ?? '')
      .replaceAll('Candle', '6&quot; candle &amp; holder &#8211; Ben&#39;s')
      .replaceAll('4037941285', '4037941299');
    const { orders, said } = await importAll(written, 'EtsySoldOrderItems.csv', etsy?.constants);
    expect(said).toEqual([]);
    expect(orders[0]?.items[0]?.name).toBe('6" candle & holder – Ben\'s');
    const own = await importAll(
      'Customer name,Customer e-mail,Delivery address,Item name\nA,a@example.com,1 Way,R&amp;D box',
      'own.csv',
    );
    expect(own.orders[0]?.items[0]?.name).toBe('R&amp;D box');
  });

  it('PrestaShop’s list of orders is recognised, and each row says that it has no address', async () => {
    const text =
      'ID;Reference;New client;Delivery;Customer;Total;Payment;Status;Date\n5;KHWLILZLL;1;Germany;B. Person;61.80;Bank transfer;Payment accepted;2026-11-28 10:00:00';
    const { shop, orders, said } = await importAll(text, 'order.csv', {
      customerEmail: 'buyer@example.com',
      items: 'Parcel',
    });
    expect({ shop, orders }).toEqual({ shop: 'PrestaShop', orders: [] });
    expect(said).toEqual(['Delivery address is required (no column is “Delivery address”)']);
  });

  it('C745 an order of eBay with several items begins with a row of their sums', async () => {
    const heads =
      'Sales Record Number,Order Number,Buyer Username,Buyer Name,Buyer Email,Ship To Name,Ship To Address 1,Ship To City,Ship To Zip,Ship To Country,Item Number,Item Title,Quantity,Sold For,Paid On Date';
    const buyer = 'B P,b@x.example,G R,Weg 9,Dresden,01069,Germany';
    const rows = [
      `101,12-1-1,u1,${buyer},,,3,$25.00,Nov-28-26`,
      '101,12-1-1,u1,,,,,,,,11,Candle,2,$10.00,Nov-28-26',
      '101,12-1-1,u1,,,,,,,,12,Card,1,$5.00,Nov-28-26',
    ];
    const { shop, orders, said } = await importAll(['', heads, ...rows].join('\r\n'), 'ebay.csv');
    expect({ shop, said }).toEqual({ shop: 'eBay', said: [] });
    expect(orders).toHaveLength(1);
    expect(orders[0]?.items).toMatchObject([
      { name: 'Candle', quantity: 2, value: '10.00' },
      { name: 'Card', quantity: 1, value: '5.00' },
    ]);
  });

  it('C745 an order that is cancelled in its shop goes in with a warning that says so', async () => {
    const heads = 'Name,Financial Status,Lineitem name,Lineitem quantity,Billing Name,Shipping Name,Shipping Street';
    const rows = ['paid', 'refunded', 'partially_refunded', 'voided'].map(
      (status, at) => `#9${at},${status},Card,1,A,A,Weg ${at}`,
    );
    const constants = JSON.stringify(pickup);
    const found = await check(world.app, world.admin, 'orders', [heads, ...rows].join('\n'), { constants });
    expect((await rowsOf(world.admin, found.id)).map(({ warnings }) => warnings.map(({ message }) => message))).toEqual(
      [[], ['The shop says “refunded” of this order'], [], ['The shop says “voided” of this order']],
    );
  });

  it('every shop has an example here, and says where its columns are written down', () => {
    expect([...new Set(shopFiles.map(({ shop }) => shop))].toSorted()).toEqual(
      importPresets.map(({ shop }) => shop).toSorted(),
    );
    for (const { source, seen } of importPresets.flatMap(({ layouts }) => layouts)) {
      expect(source).toMatch(/^https:\/\//);
      expect(seen).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it('several columns of one field are joined with a blank, in the order of the file', async () => {
    const text = 'Last;First;Mail;Pickup address;Delivery address;Item\nLovelace;Ada;ada@example.com;A;B;Box';
    const mapping = JSON.stringify({ First: 'customerName', Last: 'customerName', Mail: 'customerEmail' });
    const found = await check(world.app, world.admin, 'orders', text, { mapping });
    await commit(world.app, world.admin, found.id);
    const [row] = await rowsOf(world.admin, found.id);
    expect(ok<Order>(await world.admin.get(`/api/v1/orders/${row?.objectId}`)).customerName).toBe('Lovelace Ada');
  });
});
