import type { LateAnswer } from '@quickfleet/shared/base/late-evidence';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type FormFile, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

const OFFICE = 'office@quickfleet.test';
const DAY = 86_400_000;
let app: TestApp;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL: OFFICE });
  staff = await app.as('dispatcher');
  admin = await app.as('admin');
});
afterAll(() => app.close());

const read = async (id: number): Promise<Order> => ok(await staff.get(`/api/v1/orders/${id}`));
const itemOf = (order: Order) => order.items[0]?.id ?? 0;
const sign = (phone: Client, order: { id: number }, kind: string, file: FormFile) =>
  phone.form('POST', '/api/driver/signature', { orderId: String(order.id), kind, customerName: 'Ada' }, [file]);
const handIn = (phone: Client, fields: Record<string, string>, files: FormFile[], headers = {}) =>
  phone.form('POST', '/api/driver/evidence', fields, files, headers);
const mailsOf = (order: { id: number }) =>
  app.sql(`select recipient from emails where order_id = ? and trigger = 'late_evidence'`, order.id);
/** An order in transit that requires a PIN at delivery. */
async function pinAsked() {
  const order = await makeOrder(app, staff);
  ok(await staff.put(`/api/v1/orders/${order.id}`, { proofRules: { delivery: { pin: true, signature: 'required' } } }));
  const phone = await openOrder(app, order);
  ok(await sign(phone, order, 'pickup', await signatureFile()));
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  return { order, phone };
}

describe('evidence that was refused', () => {
  it('P98 a signature without its PIN is kept with the order, moves nothing, and the office reads why', async () => {
    const { order, phone } = await pinAsked();
    const signature = await signatureFile();
    const refused = await sign(phone, order, 'delivery', signature);
    expectError(refused, 409, 'PROOF_MISSING');
    const refusal = refused.json<{ error: string }>().error;
    const fields = { orderId: String(order.id), kind: 'delivery_signature', customerName: 'Ada', refusal };
    const kept = ok<Order & { late: true }>(await handIn(phone, fields, [signature], { 'idempotency-key': 'pin-1' }));
    expect(kept).toMatchObject({ id: order.id, status: 'in_transit', late: true, after: 'refused' });
    // A lost answer: the same again is the same piece.
    ok(await handIn(phone, fields, [signature], { 'idempotency-key': 'pin-1' }));
    ok(await handIn(phone, fields, [signature], { 'idempotency-key': 'pin-2' }));
    const { lateEvidence = [], signatures, status } = await read(order.id);
    expect(status).toBe('in_transit');
    expect(signatures.map(({ kind }) => kind)).toEqual(['pickup']);
    expect(lateEvidence).toMatchObject([{ kind: 'delivery_signature', after: 'refused', signerName: 'Ada' }]);
    expect((await staff.get(lateEvidence[0]?.url ?? '')).statusCode).toBe(200);
    expect(await mailsOf(order)).toEqual([{ recipient: OFFICE }]);
    expect(
      await app.sql(`select detail from history where subject_id = ? and action = 'evidence.late'`, order.id),
    ).toEqual([{ detail: `Delivery signature of Ada arrived but could not count: ${refusal}` }]);
  });

  it('P98 an attempt that was refused is kept for the office, and the same counts once what was missing is there', async () => {
    const { order, phone } = await pinAsked();
    ok(
      await staff.put(`/api/v1/orders/${order.id}`, {
        proofRules: { delivery: { pin: true, signature: 'photo_instead', photos: 'one' } },
      }),
    );
    const fields = { stop: 'delivery', outcome: 'done', place: 'neighbour', takenAt: new Date().toISOString() };
    const photo = await photoFile('photos');
    const send = (more: Record<string, string> = {}) =>
      phone.form('POST', `/api/v1/orders/${order.id}/attempts`, { ...fields, ...more }, [photo]);
    const refused = await send();
    expect(refused.statusCode).toBe(409);
    const kept = ok<Order & { late: true }>(await send({ evidenceOnly: 'true', refusal: 'The PIN is missing' }));
    expect(kept).toMatchObject({ status: 'in_transit', late: true, after: 'refused' });
    expect(await mailsOf(order)).toHaveLength(1);
    expect(
      (await read(order.id)).attempts.map(({ outcome, after, number }) => [outcome, after, number]),
    ).toContainEqual(['done', 'refused', null]);
    await app.sql(`update order_pins set verified_at = now() where order_id = ? and stop = 'delivery'`, order.id);
    ok(await send());
    expect((await read(order.id)).status).toBe('delivered');
  });

  it('P98 a photo of an item that the office took off is kept without it', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const added = ok<{ id: number }>(await phone.post(`/api/driver/order/${order.id}/items`, { name: 'Vase' }));
    ok(await phone.delete(`/api/v1/driver/items/${added.id}`));
    const photo = await photoFile('pickupImages');
    expect((await phone.form('POST', `/api/driver/pickup/${added.id}`, {}, [photo])).statusCode).toBe(404);
    const fields = { orderId: String(order.id), kind: 'pickup_photo', itemId: String(added.id) };
    ok(await handIn(phone, fields, [{ ...photo, field: 'photos' }]));
    expect((await read(order.id)).lateEvidence).toMatchObject([{ kind: 'pickup_photo', itemId: null }]);
  });

  it('P98 without a file nothing is kept, and nobody hands in to an order that is not theirs', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const stranger = await openOrder(app, await makeOrder(app, staff));
    const fields = { orderId: String(order.id), kind: 'item_photo' };
    expectError(await handIn(phone, fields, []), 400, 'NO_FILE');
    expect((await handIn(stranger, fields, [await photoFile('photos')])).statusCode).toBe(404);
    expect((await handIn(app.client(), fields, [await photoFile('photos')])).statusCode).toBe(401);
    expect((await read(order.id)).lateEvidence).toEqual([]);
  });
});

describe('a change of an order that was deleted', () => {
  it('P99 has its photos kept for 90 days, from a code and from an account', async () => {
    const order = await makeOrder(app, staff);
    const driver = await app.as('driver');
    const phone = await openOrder(app, order);
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    ok(await admin.delete(`/api/v1/orders/${order.id}`));
    for (const sender of [phone, driver]) {
      const change = await sender.form('PUT', `/api/v1/driver/items/${itemOf(order)}`, { name: 'Box' }, [
        await photoFile('images'),
      ]);
      expect([401, 404]).toContain(change.statusCode);
      const fields = { orderId: String(order.id), kind: 'item_photo', itemId: String(itemOf(order)) };
      expect(ok<LateAnswer>(await handIn(sender, fields, [await photoFile('photos')]))).toEqual({
        id: order.id,
        orderId: order.id,
        late: true,
        after: 'deleted',
      });
    }
    const rows = () => app.sql('select kind, "after" from late_evidence where order_id = ?', order.id);
    expect(await rows()).toEqual([
      { kind: 'item_photo', after: 'deleted' },
      { kind: 'item_photo', after: 'deleted' },
    ]);
    app.setClock(new Date(Date.now() + 89 * DAY));
    await sweep(app.services, 0);
    expect(await rows()).toHaveLength(2);
    app.setClock(new Date(Date.now() + 91 * DAY));
    await sweep(app.services, 0);
    app.setClock(undefined);
    expect(await rows()).toEqual([]);
  });
});
