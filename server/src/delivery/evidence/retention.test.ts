import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

const DAY = 86_400_000;
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

async function deliver(): Promise<Order> {
  const order = await makeOrder(app, staff);
  const phone = await openOrder(app, order);
  const position = JSON.stringify({ lat: 40.7, lng: -74, accuracy: 9 });
  ok(
    await phone.form('POST', `/api/driver/pickup/${order.items[0]?.id}`, { position }, [
      await photoFile('pickupImages'),
    ]),
  );
  const sign = async () =>
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(order.id), customerName: 'Ann', position }, [
        await signatureFile(),
      ]),
    );
  await sign();
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  await sign();
  return ok(await staff.get(`/api/v1/orders/${order.id}`));
}
const later = async (days: number) => {
  app.setClock(new Date(Date.now() + days * DAY));
  await sweep(app.services, 0);
  return app.as('dispatcher');
};

describe('how long evidence is kept', () => {
  it('V19 photos, signatures and positions go two years after the order ended, each said in its history, and the rest is verifiable', async () => {
    const order = await deliver();
    const photo = order.items[0]?.pickupImageUrls[0] ?? '';
    const signature = order.deliverySignature?.url ?? '';
    const positions = () =>
      app.sql<{ n: number }>(
        `select (select count(*) from proof_pieces where order_id = ? and position is not null)
              + (select count(*) from history where subject_id = ? and data like '%40.7%') as n`,
        order.id,
        order.id,
      );
    const hashes = () =>
      app.sql(`select seq, hash from history where subject_id = ? and subject = 'order' order by seq`, order.id);
    const before = await hashes();
    expect(Number((await positions())[0]?.n)).toBeGreaterThan(0);

    const early = await later(729);
    for (const url of [photo, signature]) expect((await early.get(url)).statusCode).toBe(200);
    const late = await later(732);
    for (const url of [photo, signature]) expect((await late.get(url)).statusCode).toBe(404);
    expect(Number((await positions())[0]?.n)).toBe(0);
    const read = ok<Order>(await late.get(`/api/v1/orders/${order.id}`));
    expect([read.items[0]?.pickupImageUrls, read.signatures]).toEqual([[], []]);
    const after = await hashes();
    expect(after.slice(0, before.length)).toEqual(before);
    const said = await app.sql<{ detail: string; files: string[] | null }>(
      `select detail from history where subject_id = ? and action = 'evidence.expired' order by seq`,
      order.id,
    );
    expect(said.map(({ detail }) => detail)).toEqual(['photos', 'signatures', 'positions']);

    const pack = (await late.get(`/api/v1/orders/${order.id}/evidence.zip`)).rawPayload.toString('latin1');
    expect(pack.match(/"reason":"expired"/g)).toHaveLength(3);
    // Once is enough.
    await later(760);
    expect((await hashes()).length).toBe(after.length);
    app.setClock(undefined);
  });

  it('V19 for as long as the company says, or forever', async () => {
    staff = await app.as('dispatcher');
    const admin = await app.as('admin');
    ok(await admin.put('/api/v1/company', { retention: { photoDays: 30, signatureDays: 0 } }));
    expect((await admin.put('/api/v1/company', { retention: { photoDays: -1 } })).statusCode).toBe(400);
    const order = await deliver();
    const open = await makeOrder(app, staff, {
      items: [{ name: 'Open', quantity: 1 }],
    });
    const much = await later(5000);
    expect((await much.get(order.items[0]?.pickupImageUrls[0] ?? '')).statusCode).toBe(404);
    expect((await much.get(order.deliverySignature?.url ?? '')).statusCode).toBe(200);
    expect(await app.sql('select photos_expired_at from orders where id = ?', open.id)).toEqual([
      { photos_expired_at: null },
    ]);
    app.setClock(undefined);
  });
});
