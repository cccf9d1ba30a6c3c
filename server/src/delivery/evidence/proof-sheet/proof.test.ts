import { mkdirSync, writeFileSync } from 'node:fs';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../../test/support/factories.ts';
import { inkOutside, readImages, readPages } from '../../../../test/support/paper.ts';
import { proofToken } from '../../proof/proof-link.ts';

const DAY = 86_400_000;
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: 'America/New_York' });
  staff = await app.as('dispatcher');
  const admin = await app.as('admin');
  ok(await admin.put('/api/v1/company', { company: { name: 'Swift Couriers Ltd' } }));
});
afterAll(() => app.close());

const proof = (id: number, who: Client = staff, more = '') => who.get(`/api/v1/orders/${id}/proof.pdf${more}`);
const textOf = async (pdf: Buffer) => (await readPages(pdf)).map(({ text }) => text.replaceAll('\n', ' ')).join(' ');

const ITEMS = [
  { name: 'Vase 花瓶', quantity: 3, description: 'Handle with care' },
  { name: 'مزهرية زجاجية', quantity: 1 },
];
async function collect(): Promise<{ order: Order; phone: Client }> {
  const order = await makeOrder(app, staff, { items: ITEMS });
  const phone = await openOrder(app, order);
  const takenAt = new Date().toISOString();
  for (const { id } of order.items)
    ok(
      await phone.form('POST', `/api/driver/pickup/${id}`, { takenAt }, [
        await photoFile('pickupImages'),
        await photoFile('pickupImages'),
      ]),
    );
  const signed = { orderId: String(order.id), customerName: 'Ann Sender' };
  ok(await phone.form('POST', '/api/driver/signature', signed, [await signatureFile()]));
  return { order, phone };
}
async function deliver(): Promise<Order> {
  const { order, phone } = await collect();
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  ok(await phone.form('POST', `/api/driver/delivery/${order.items[0]?.id}`, {}, [await photoFile('deliveryImages')]));
  const signed = { orderId: String(order.id), customerName: 'שלומית Receiver' };
  ok(await phone.form('POST', '/api/driver/signature', signed, [await signatureFile()]));
  return order;
}
/** To look at the result: SHOW=folder. */
async function show(pdf: Buffer, name: string): Promise<void> {
  const folder = process.env['SHOW'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const [at, { png }] of (await readPages(pdf)).entries()) writeFileSync(`${folder}/${name}-${at + 1}.png`, png);
}

describe('the proof of delivery', () => {
  it('V14 says who, where, when and what, in any script, with the photos of each step and both signatures', async () => {
    const order = await deliver();
    const answer = await proof(order.id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="proof-${order.trackingNumber}.pdf"`,
      'cache-control': 'no-store',
    });
    const pdf = answer.rawPayload;
    await show(pdf, 'delivered');
    const text = await textOf(pdf);
    for (const words of [
      'Proof of delivery',
      'Swift Couriers Ltd',
      order.trackingNumber.replaceAll(/(.{4})(?=.)/g, '$1 '),
      '1 Pickup Street',
      '2 Delivery Road',
      '3 × Vase 花瓶',
      'Handle with care',
      'Ann Sender',
      'taken ',
      'received ',
      'Delivered on ',
      'Request',
      'Pickup · picked up',
      'Delivery · delivered',
      'Times are E',
      'Delivery signature of the customer: ',
      'Driver with the access code',
      'linked lines of history',
    ])
      expect(text, words).toContain(words);
    expect(text).toMatch(/Last line [0-9a-f]{64}/);
    expect(text).not.toContain(order.accessCode ?? '-');
    expect(text).not.toContain(order.customerEmail ?? '-');
    // Two signatures, then five photos, as large as they were taken.
    const [one, other, ...photos] = await readImages(pdf);
    for (const [width, height] of [one ?? [0, 0], other ?? [0, 0]]) {
      expect(width).toBeGreaterThan(300);
      expect(height).toBeGreaterThan(20);
    }
    expect(photos).toEqual(Array(5).fill([320, 240]));
    expect(await inkOutside(pdf)).toBe(0);
  });

  it('V14 shows the other photos when one was spoiled on the disk or is gone', async () => {
    const order = await deliver();
    const read = ok<Order>(await staff.get(`/api/v1/orders/${order.id}`));
    const [spoiled, gone] = read.items[0]?.pickupImageUrls.map((url) => url.replace('/files/', '')) ?? [];
    await app.services.files.write(spoiled ?? '', Buffer.from('no picture'));
    await app.services.files.remove(gone ?? '');
    const pdf = (await proof(order.id)).rawPayload;
    const text = await textOf(pdf);
    expect(text).toContain('This photo cannot be read');
    expect(text).toContain('This photo is gone');
    expect(await readImages(pdf)).toHaveLength(5);
  });

  it('V14 is of a pickup, and of an order that came to nothing, as well', async () => {
    const { order } = await collect();
    const picked = (await proof(order.id)).rawPayload;
    const text = await textOf(picked);
    expect(text).toContain('Proof of pickup');
    expect(text).toContain('Ann Sender');
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    expect(await textOf((await proof(order.id)).rawPayload)).toContain('Cancelled');
  });

  it('V14 says of an attempt that failed why, when and where, with its photos', async () => {
    const { order, phone } = await collect();
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    const fields = {
      stop: 'delivery',
      outcome: 'failed',
      reason: 'not_home',
      noteCustomer: 'We rang twice',
      noteOffice: 'Dog in the yard',
      position: JSON.stringify({ lat: 40.71234, lng: -74.00567, accuracy: 12 }),
      takenAt: new Date().toISOString(),
    };
    ok(await phone.form('POST', `/api/v1/orders/${order.id}/attempts`, fields, [await photoFile('photos')]));
    const pdf = (await proof(order.id)).rawPayload;
    await show(pdf, 'failed');
    const text = await textOf(pdf);
    for (const words of [
      'Record of a failed delivery',
      'DELIVERY ADDRESS',
      'Delivery, attempt 1: failed, Nobody home',
      'at 40.71234, -74.00567 ± 12 m',
      'We rang twice',
      'Dog in the yard',
    ])
      expect(text, words).toContain(words);
    const forCustomer = await proof(order.id, app.client(), `?token=${proofToken(app, order.id, new Date())}`);
    expect(await textOf(forCustomer.rawPayload)).not.toContain('Dog in the yard');
    const pack = (await staff.get(`/api/v1/orders/${order.id}/evidence.zip`)).rawPayload.toString('utf8');
    expect(pack).toContain('"position":{"accuracy":12,"lat":40.71234,"lng":-74.00567}');
  });

  it('V15 opens with the link of a mail for 30 days, for that order alone, and names nobody of the office', async () => {
    const order = await deliver();
    const other = await deliver();
    const username = (await app.as('admin')).username;
    const visitor = app.client();
    const token = proofToken(app, order.id, new Date());
    const opened = await proof(order.id, visitor, `?token=${token}`);
    expect(opened.statusCode).toBe(200);
    const text = await textOf(opened.rawPayload);
    expect(text).toContain('Proof of delivery');
    expect(text).not.toMatch(/First\d|Access code seen|Driver with the access code/);
    expect(text).not.toContain(username);
    for (const [who, id, more] of [
      [visitor, order.id, ''],
      [visitor, other.id, `?token=${token}`],
      [visitor, order.id, `?token=${token.slice(0, -1)}`],
      [visitor, order.id, '?token=zzzzzz-0'],
      [visitor, 999_999, `?token=${token}`],
      [await app.as('customer'), order.id, ''],
      [await app.as('driver'), order.id, ''],
      [await openOrder(app, order as Order & { accessCode: string }), order.id, ''],
    ] as const)
      expect((await proof(id, who, more)).statusCode, more).toBe(404);
    app.setClock(new Date(Date.now() + 29 * DAY));
    expect((await proof(order.id, visitor, `?token=${token}`)).statusCode).toBe(200);
    app.setClock(new Date(Date.now() + 32 * DAY));
    expect((await proof(order.id, visitor, `?token=${token}`)).statusCode).toBe(404);
    app.setClock(undefined);
    const driver = await app.as('driver');
    const own = await makeOrder(app, staff);
    ok(await staff.post(`/api/v1/orders/${own.id}/assign`, { driverId: driver.userId }));
    expect((await proof(own.id, driver)).statusCode).toBe(200);
  });

  it('V15 is in the mail of the delivery', async () => {
    const order = await deliver();
    const [mail] = await app.sql<{ text: string }>(
      `select text from emails where order_id = ? and trigger = 'order_delivered'`,
      order.id,
    );
    const token = /\?proof=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await proof(order.id, app.client(), `?token=${token}`)).statusCode).toBe(200);
  });

  it('V18 draws a signature from its strokes, which are kept, hashed and bounded', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const point = (x: number, y: number) => ({ x, y, time: 1_700_000_000_000 + x, pressure: 0.5, color: 'red' });
    const drawn = {
      width: 450.04,
      height: 200,
      strokes: [{ points: [point(10, 20), point(60.123, 90), point(200, 40)] }],
    };
    const sign = async (strokes: string, more: Record<string, string> = {}) =>
      phone.form(
        'POST',
        '/api/driver/signature',
        { orderId: String(order.id), customerName: 'Ann', strokes, ...more },
        [await signatureFile()],
      );
    const many = { ...drawn, strokes: Array.from({ length: 201 }, () => ({ points: [point(1, 1)] })) };
    for (const wrong of [
      '{',
      '[]',
      '{"width":1}',
      JSON.stringify({ ...drawn, strokes: [{ points: [{ x: '1', y: 2 }] }] }),
      JSON.stringify(many),
    ])
      expect((await sign(wrong)).statusCode, wrong).toBe(wrong.length > 10_000 ? 413 : 400);
    const long = {
      field: 'strokes',
      name: 'strokes.json',
      type: 'application/json',
      bytes: Buffer.from(JSON.stringify(many)),
    };
    const tooMany = await phone.form(
      'POST',
      '/api/driver/signature',
      { orderId: String(order.id), customerName: 'Ann' },
      [await signatureFile(), long],
    );
    expect(tooMany.json()).toMatchObject({ status: 400, error: 'A signature has at most 200 strokes' });

    ok(await sign(JSON.stringify(drawn)));
    const read = ok<Order>(await staff.get(`/api/v1/orders/${order.id}`));
    expect(read.signatures[0]?.strokes).toEqual({
      width: 450,
      height: 200,
      strokes: [
        {
          points: [
            { x: 10, y: 20, time: 0, pressure: 0.5 },
            { x: 60.1, y: 90, time: 50, pressure: 0.5 },
            { x: 200, y: 40, time: 190, pressure: 0.5 },
          ],
        },
      ],
    });
    const pdf = (await proof(order.id)).rawPayload;
    await show(pdf, 'strokes');
    // Lines, and no picture.
    expect(pdf.toString('latin1')).not.toContain('/Subtype /Image');
    const pack = (await staff.get(`/api/v1/orders/${order.id}/evidence.zip`)).rawPayload.toString('latin1');
    expect(pack).toContain('"kind":"strokes"');
    const hashes = await app.sql<{ files: string[] }>(
      `select files from history where subject_id = ? and action = 'signature.pickup.customer'`,
      order.id,
    );
    expect(hashes[0]?.files).toHaveLength(2);
  });

  it('V16 comes for many orders in one ZIP file with a table, and names the first id that is none', async () => {
    const orders = [
      await deliver(),
      await makeOrder(app, staff, { customer: { name: '=1+1', email: 'x@example.com' } }),
    ];
    const ids = orders.map(({ id }) => id);
    const answer = await staff.get(`/api/v1/orders/proofs.zip?ids=${ids.join(',')}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="proofs-2-orders.zip"',
    });
    const text = answer.rawPayload.toString('utf8');
    expect(text).toContain(`\r\n${ids[0]},${orders[0]?.trackingNumber},delivered,Ada Sender,`);
    expect(text).toContain(",'=1+1,");
    expect(text.match(/%PDF-1\.7/g)).toHaveLength(2);
    expect((await staff.get(`/api/v1/orders/proofs.zip?ids=${ids[0]},999999`)).json()).toMatchObject({
      status: 404,
      error: 'There is no order with the id 999999',
    });
    const many = Array.from({ length: 101 }, (_, at) => at + 1).join(',');
    expect((await staff.get(`/api/v1/orders/proofs.zip?ids=${many}`)).statusCode).toBe(400);
    expect((await app.client().get(`/api/v1/orders/proofs.zip?ids=${ids[0]}`)).statusCode).toBe(401);
  });
});
