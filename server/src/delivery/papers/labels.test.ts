import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, signatureFile } from '../../../test/support/factories.ts';
import { countPages, inkOutside, readCodes, readPages } from '../../../test/support/paper.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: 'America/New_York', BRAND_NAME: 'Swift & Co' });
  app.setClock(new Date('2026-03-01T15:00:00Z'));
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

let made = 0;
const body = (more: Record<string, unknown> = {}) => ({
  customerName: 'Ada Sender',
  customerEmail: `ada${++made}@example.com`,
  customerCompany: 'Sender Ltd',
  pickupAddress: '1 Pickup Street\nSpringfield',
  deliveryAddress: 'Grand Hotel\n2 Delivery Road\nShelbyville',
  items: [{ name: 'Box of books', quantity: 2 }, { name: 'Lamp' }],
  ...more,
});
const make = async (more: Record<string, unknown> = {}): Promise<Order> =>
  ok(await staff.post('/api/v1/orders', body(more)));
const label = (order: { id: number }, query = '') => staff.get(`/api/v1/orders/${order.id}/label.pdf${query}`);
const labels = (ids: readonly number[], who = staff) => who.get(`/api/v1/orders/labels.pdf?ids=${ids.join(',')}`);
/** The codes of each quarter of a sheet: a label is cut out before anybody scans it. */
async function readQuarters(png: Buffer): Promise<string[]> {
  const { width = 0, height = 0 } = await sharp(png).metadata();
  const [half, middle] = [Math.floor(width / 2), Math.floor(height / 2)];
  const found: string[] = [];
  for (const [left, top] of [
    [0, 0],
    [half, 0],
    [0, middle],
    [half, middle],
  ] as const)
    found.push(
      ...(await readCodes(await sharp(png).extract({ left, top, width: half, height: middle }).png().toBuffer())),
    );
  return found;
}
const pagesOf = async (order: { id: number }, query = '') => readPages((await label(order, query)).rawPayload);

describe('the labels of an order', () => {
  it('W01 are one page for each parcel, with codes that a scanner reads and everything a driver needs', async () => {
    const order = await make({
      deliveryWindow: { from: '2026-03-02T14:00:00Z', to: '2026-03-02T17:00:00Z' },
      driverNotes: 'Use the yard gate',
      notes: 'Ring twice',
      officeNotes: 'Pays late',
      quotePrice: '99.00',
    });
    for (const [query, width, height] of [
      ['', 100, 150],
      ['?format=a6', 105, 148],
    ] as const) {
      const answer = await label(order, query);
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(answer.headers['content-disposition']).toBe(`inline; filename="label-${order.trackingNumber}.pdf"`);
      expect(answer.headers['cache-control']).toBe('no-store');
      // Chrome shows a PDF through an <embed>, which the pages' own policy forbids.
      expect(answer.headers['content-security-policy']).toBe("frame-ancestors 'none'");
      const pages = await readPages(answer.rawPayload);
      expect(pages.map((page) => [page.width, page.height])).toEqual(Array(3).fill([width, height]));
      for (const [at, { text, png }] of pages.entries()) {
        expect(text.split('\n')).toEqual(
          expect.arrayContaining(['Swift & Co', `${at + 1} of 3`, 'Sender Ltd · Ada Sender', '1 Pickup Street']),
        );
        expect(text.split('\n')).toEqual(expect.arrayContaining(['Grand Hotel', '2 Delivery Road', 'Shelbyville']));
        expect(text.split('\n')).toEqual(
          expect.arrayContaining(['Mon, Mar 2', '9:00 AM – 12:00 PM', 'EST, America/New_York']),
        );
        expect(text.split('\n')).toEqual(expect.arrayContaining(['Use the yard gate', 'Ring twice']));
        expect(text).toContain(order.trackingNumber.replaceAll(/(.{4})(?=.)/g, '$1 '));
        expect(text).not.toMatch(/Pays late|99\.00/);
        expect(text).not.toContain(order.accessCode ?? '-');
        expect(await readCodes(png)).toEqual([
          `Code128 ${order.trackingNumber}-0${at + 1}`,
          `QRCode http://quickfleet.test/track/${order.trackingNumber}?parcel=${order.trackingNumber}-0${at + 1}`,
        ]);
      }
    }
    expect(await pagesOf(await make({ parcels: 1 }))).toHaveLength(1);
    const [day] = await pagesOf(await make({ parcels: 1, deliveryDate: '2026-03-03' }));
    expect(day?.text).toContain('Tue, Mar 3\nEST, America/New_York');
    const wrong = await label(order, '?format=a5');
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'The format must be 100x150, a6, a4 or letter']);
  });

  it('W01 are read as their own number alone, whichever bars it has', async () => {
    const order = await make({ parcels: 1 });
    // Its bars, seen through a picture of half the size, are those of QF290772138676.
    await app.sql("update orders set tracking_number = 'QF292172038676' where id = ?", order.id);
    const [page] = await pagesOf(order);
    expect(await readCodes(page?.png ?? Buffer.alloc(0))).toEqual([
      'Code128 QF292172038676-01',
      'QRCode http://quickfleet.test/track/QF292172038676?parcel=QF292172038676-01',
    ]);
  });

  it('W02 are read in whatever script people write', async () => {
    const lines = [
      'Łódź, Þingvellir, Weißstraße 12, İstanbul',
      'Đường Nguyễn Huệ 45',
      'Λεωφόρος Βασιλίσσης Σοφίας 7',
      'Москва, улица Тверская, Київ, ґанок',
      'רחוב הרצל 12 (כניסה ב)',
      '上海市浦东新区陆家嘴环路1000号',
      '臺北市信義區市府路',
      '東京都千代田区丸の内ヤマト',
      '서울특별시 강남구 테헤란로 123',
      'ถนนสุขุมวิท กรุงเทพมหานคร',
      'Երևան, თბილისი',
      'नई दिल्ली',
      'ភ្នំពេញ',
    ];
    for (const line of lines) {
      const [page] = await pagesOf(await make({ parcels: 1, deliveryAddress: `${line}\n7` }));
      expect(page?.text.replaceAll(/\s/g, ''), line).toContain(line.replaceAll(' ', ''));
    }
    // Arabic letters share glyphs, so the file also contains their text in reading order. PDFium takes it for visual
    // order and reverses it.
    const arabic = 'شارع التحرير';
    const [page] = await pagesOf(await make({ parcels: 1, deliveryAddress: `${arabic}\n7` }));
    expect(page?.text).toContain([...arabic].reverse().join(''));
  });

  it('W03 keep everything on the paper, however long words and addresses are', async () => {
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau60chr'.slice(0, 60);
    const texts = [
      word,
      word.toUpperCase(),
      `${'Supercalifragilistic Avenue '.repeat(18)}`.slice(0, 500),
      'W'.repeat(500),
      '漢'.repeat(500),
      'שלוםעולם'.repeat(62),
      `${'line\n'.repeat(99)}end`,
    ];
    for (const format of ['', '?format=a6'])
      for (const text of texts) {
        const order = await make({
          parcels: 1,
          ...{ customerName: text.slice(0, 200), customerCompany: text.slice(0, 200) },
          ...{ pickupAddress: text, deliveryAddress: text, driverNotes: text.repeat(8).slice(0, 4000) },
          deliveryWindow: { from: '2026-03-02T14:00:00Z', to: '2026-03-04T17:00:00Z' },
        });
        ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
        const file = (await label(order, format)).rawPayload;
        expect(await inkOutside(file), text.slice(0, 20)).toBe(0);
        const [page] = await readPages(file);
        expect(await readCodes(page?.png ?? Buffer.alloc(0)), text.slice(0, 20)).toHaveLength(2);
      }
    const [page] = await pagesOf(await make({ parcels: 1, deliveryAddress: texts[2] }));
    const read = page?.text.replaceAll(/\s+/g, ' ') ?? '';
    expect(read).toContain(texts[2]?.trim());
    const [broken] = await pagesOf(await make({ parcels: 1, deliveryAddress: `To\n${word}` }));
    expect(broken?.text.replaceAll(/\s/g, '')).toContain(word);
  });

  it('W04 say it in large letters when an order is cancelled or delivered, and are printed in every state', async () => {
    const states: Record<string, Order> = { pending: await make({ parcels: 1 }) };
    const cancelled = await make({ parcels: 1 });
    ok(await staff.put(`/api/v1/orders/${cancelled.id}/status`, { status: 'cancelled' }));
    const driver = await app.as('driver');
    states['assigned'] = await make({ parcels: 1, driverId: driver.userId });
    const driven = await makeOrder(app, staff, { items: [{ name: 'Box', quantity: 1 }] });
    const phone = await openOrder(app, driven);
    const sign = async () =>
      ok(await phone.form('POST', '/api/driver/signature', { orderId: String(driven.id) }, [await signatureFile()]));
    await sign();
    expect((await pagesOf(driven))[0]?.text).not.toMatch(/DELIVERED|CANCELLED/);
    ok(await phone.put(`/api/v1/orders/${driven.id}/status`, { status: 'in_transit' }));
    states['in_transit'] = driven;
    for (const [state, order] of Object.entries(states))
      expect((await pagesOf(order))[0]?.text, state).not.toMatch(/DELIVERED|CANCELLED/);
    await sign();
    expect((await pagesOf(driven))[0]?.text).toContain('\nDELIVERED\n');
    expect((await pagesOf(cancelled))[0]?.text).toContain('\nCANCELLED\n');
  });
});

describe('sheets of labels', () => {
  it('C183 have four labels on A4 and Letter, each with its own codes and all of it on the paper', async () => {
    const order = await make({ parcels: 5, deliveryAddress: `${'Long Avenue '.repeat(20)}\n7` });
    for (const [format, width, height] of [
      ['a4', 210, 297],
      ['letter', 216, 279],
    ] as const) {
      const file = (await label(order, `?format=${format}`)).rawPayload;
      const pages = await readPages(file);
      expect(pages.map((page) => [page.width, page.height])).toEqual([
        [width, height],
        [width, height],
      ]);
      expect(await inkOutside(file)).toBe(0);
      const codes: string[] = [];
      for (const { png } of pages) codes.push(...(await readQuarters(png)));
      expect(codes.filter((code) => code.startsWith('Code128')).toSorted()).toEqual(
        [1, 2, 3, 4, 5].map((parcel) => `Code128 ${order.trackingNumber}-0${parcel}`),
      );
      expect(codes.filter((code) => code.startsWith('QRCode'))).toHaveLength(5);
      expect(pages[0]?.text).toContain('4 of 5');
      expect(pages[1]?.text).toContain('5 of 5');
    }
  });
});

describe('the labels of several orders', () => {
  it('W05 come in the order of the ids, each once, and an unknown id is named', async () => {
    const orders = [await make({ parcels: 2 }), await make({ parcels: 1 }), await make({ parcels: 1 })];
    const [a = 0, b = 0, c = 0] = orders.map(({ id }) => id);
    const answer = await labels([c, a, c, b]);
    expect(answer.headers['content-disposition']).toBe('inline; filename="labels-3-orders.pdf"');
    const read = await Promise.all((await readPages(answer.rawPayload)).map(({ png }) => readCodes(png)));
    expect(read.map(([code]) => code)).toEqual(
      [
        [orders[2], 1],
        [orders[0], 1],
        [orders[0], 2],
        [orders[1], 1],
      ].map(([order, parcel]) => `Code128 ${(order as Order).trackingNumber}-0${parcel}`),
    );
    const unknown = await labels([a, 999_999, b]);
    expect([unknown.statusCode, unknown.json().error]).toEqual([404, 'There is no order with the id 999999']);
    const none = await staff.get('/api/v1/orders/labels.pdf?ids=');
    expect([none.statusCode, none.json().error]).toEqual([400, 'Name at least one order']);
    expect((await staff.get('/api/v1/orders/labels.pdf')).json().error).toBe('Name at least one order');
    expect((await staff.get('/api/v1/orders/labels.pdf?ids=1,x')).statusCode).toBe(400);
  });

  it('W06 are 200 at most, which is said, and 200 take little memory', async () => {
    const many = await make({ parcels: 199 });
    const one = await make({ parcels: 1, deliveryAddress: '上海市\nשלום' });
    const two = await make({ parcels: 2 });
    const refused = await labels([many.id, two.id]);
    expect([refused.statusCode, refused.json().error]).toEqual([
      400,
      'At most 200 labels per request, and these 2 orders have 201 parcels',
    ]);
    const alone = await label(await make({ parcels: 201 }));
    expect(alone.json().error).toBe('At most 200 labels per request, and this order has 201 parcels');
    const ids = Array.from({ length: 201 }, (_, at) => at + 1);
    expect((await labels(ids)).json().error).toBe('At most 200 labels per request');

    await label(one);
    const before = process.memoryUsage().rss;
    const answer = await staff.get(`/api/v1/orders/labels.pdf?ids=${many.id},${one.id}`, { payloadAsStream: true });
    const chunks: Buffer[] = [];
    let most = 0;
    for await (const chunk of answer.stream()) {
      chunks.push(chunk);
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(await countPages(Buffer.concat(chunks))).toBe(200);
    expect(Buffer.concat(chunks).length).toBeLessThan(4 * 1024 * 1024);
    expect(most).toBeLessThan(150 * 1024 * 1024);
  });

  it('W07 are printed by staff and keys that read orders, and by a driver for their own orders', async () => {
    const driver = await app.as('driver');
    const own = await make({ parcels: 1, driverId: driver.userId });
    const other = await make({ parcels: 1 });
    expect((await driver.get(`/api/v1/orders/${own.id}/label.pdf`)).statusCode).toBe(200);
    expect((await labels([own.id], driver)).statusCode).toBe(200);
    expect((await driver.get(`/api/v1/orders/${other.id}/label.pdf`)).statusCode).toBe(404);
    expect((await labels([own.id, other.id], driver)).json().error).toBe(`There is no order with the id ${other.id}`);
    expect((await app.client().get(`/api/v1/orders/${own.id}/label.pdf`)).statusCode).toBe(401);
  });
});
