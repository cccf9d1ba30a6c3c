import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

const read = async (id: number): Promise<Order> => ok(await staff.get(`/api/v1/orders/${id}`));
const tracked = async ({ trackingNumber }: Order): Promise<TrackedOrder> =>
  ok(await app.client().get(`/api/v1/orders/tracking/${trackingNumber}`));
const correct = (id: number, to: string, reason = 'Signed at the wrong door') =>
  staff.post(`/api/v1/orders/${id}/correction`, { to, reason });
const attempt = async (who: Client, id: number, fields: Record<string, string>) =>
  who.form('POST', `/api/v1/orders/${id}/attempts`, fields, fields['reason'] ? [await photoFile('photos')] : []);
const sign = async (phone: Client, id: number, kind: 'pickup' | 'delivery', more: Record<string, string> = {}) =>
  phone.form('POST', '/api/driver/signature', { customerName: 'Ada', orderId: String(id), kind, ...more }, [
    await signatureFile(),
  ]);
/** An order that its phone has picked up and driven off with. */
async function underWay(more: Record<string, unknown> = {}) {
  const order = await makeOrder(app, staff, more);
  const phone = await openOrder(app, order);
  ok(await sign(phone, order.id, 'pickup'));
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  return { order, phone };
}
const lastMail = async (id: number) =>
  (
    await app.sql<{ trigger: string; text: string }>(
      'select trigger, text from emails where order_id = ? order by id desc limit 1',
      [id],
    )
  )[0];
const lines = (id: number) =>
  app.sql<{ action: string; from_status: string | null; to_status: string | null; detail: string | null }>(
    `select action, from_status, to_status, detail from history where subject = 'order' and subject_id = ? order by id`,
    [id],
  );
const counts = async () => ok<Record<string, number>>(await staff.get('/api/v1/orders/counts'));

describe('correcting a mistake', () => {
  it('C141 takes back a delivery: the order is in transit again, and its evidence, chain and history keep both', async () => {
    const { order, phone } = await underWay({ deliveryDate: new Date(Date.now() + 86_400_000).toISOString() });
    const planned = (await read(order.id)).plannedDay;
    const before = await counts();
    ok(await sign(phone, order.id, 'delivery'));
    const delivered = await read(order.id);
    const done = ok<Order>(await correct(order.id, 'in_transit'));
    expect(done).toMatchObject({
      status: 'in_transit',
      deliveredAt: null,
      actualDelivery: null,
      deliverySignature: null,
    });
    expect(done.correctedAt).not.toBeNull();
    expect(done.plannedDay).toBe(planned);
    expect(done.items.every(({ isDelivered }) => !isDelivered)).toBe(true);
    expect(done.signatures, 'what was signed stays').toEqual(delivered.signatures);
    expect(done.attempts.map(({ stop, correctedAt }) => [stop, correctedAt !== null])).toEqual([
      ['pickup', false],
      ['delivery', true],
    ]);
    expect((await lines(order.id)).at(-1)).toEqual({
      action: 'order.corrected',
      from_status: 'delivered',
      to_status: 'in_transit',
      detail: 'Signed at the wrong door',
    });
    expect(await app.sql('select status, delivered_at from orders where id = ?', [order.id])).toEqual([
      { status: 'in_transit', delivered_at: null },
    ]);
    expect(await counts(), 'figures follow').toEqual(before);
    const pack = await staff.get(`/api/v1/orders/${order.id}/evidence.zip`);
    expect(pack.statusCode).toBe(200);
  });

  it('C142 tells the customer and the driver what is true now, and tracking shows nothing of the mistake', async () => {
    const driver = await app.as('driver');
    const me = ok<{ id: number }>(await driver.get('/api/v1/users/me'));
    await app.sql(`update users set email = 'rider@example.com' where id = ?`, [me.id]);
    const { order } = await underWay();
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: me.id }));
    const { accessCode } = await read(order.id);
    const again = await openOrder(app, { accessCode: accessCode ?? '' });
    ok(await sign(again, order.id, 'delivery'));
    ok(await correct(order.id, 'in_transit', 'The neighbour’s door'));
    const seen = await tracked(await read(order.id));
    expect(seen).toMatchObject({ status: 'in_transit', deliveredAt: null });
    expect(seen.attempts.filter(({ stop }) => stop === 'delivery')).toEqual([]);
    expect(seen.steps.find(({ step }) => step === 'delivered')?.completedAt).toBeNull();
    expect(JSON.stringify(seen)).not.toContain('neighbour');
    const mails = await app.sql<{ trigger: string; text: string }>(
      'select trigger, text from emails where order_id = ? order by id desc limit 2',
      [order.id],
    );
    expect(mails.map(({ trigger }) => trigger).sort()).toEqual(['driver_job_changed', 'order_corrected']);
    const told = mails.find(({ trigger }) => trigger === 'order_corrected')?.text;
    expect(told).toContain('That was our mistake: it is still on its way to you.');
    expect(told).not.toContain('neighbour');
  });

  it('C142 tells the person at the delivery that it is on the way again', async () => {
    const deliveryContact = { name: 'Rita Receiver', email: 'rita@example.com' };
    const { order, phone } = await underWay({ deliveryContact });
    ok(await sign(phone, order.id, 'delivery'));
    ok(await correct(order.id, 'in_transit'));
    const mails = await app.sql<{ trigger: string }>(
      'select trigger from emails where order_id = ? and recipient = ? order by id desc limit 2',
      order.id,
      deliveryContact.email,
    );
    expect(mails.map(({ trigger }) => trigger)).toEqual(['recipient_on_the_way', 'recipient_delivered']);
  });

  it('C143 asks for new proof: neither signature, photos nor PIN of the mistake deliver it again', async () => {
    const { order, phone } = await underWay();
    ok(
      await staff.put(`/api/v1/orders/${order.id}`, {
        proofRules: { delivery: { signature: 'required', photos: 'each_item', pin: true } },
      }),
    );
    const pinMail = async () =>
      (
        await app.sql<{ n: number }>(
          `select count(*)::int as n from emails where order_id = ? and trigger = 'delivery_pin'`,
          [order.id],
        )
      )[0]?.n;
    const before = await pinMail();
    const full = await read(order.id);
    for (const { id } of full.items)
      ok(await phone.form('POST', `/api/driver/delivery/${id}`, {}, [await photoFile('deliveryImages')]));
    await app.sql('update order_pins set verified_at = now() where order_id = ?', [order.id]);
    ok(await sign(phone, order.id, 'delivery'));
    ok(await correct(order.id, 'in_transit'));
    expect(await pinMail(), 'a new PIN').toBe((before ?? 0) + 1);
    const refused = await attempt(staff, order.id, { stop: 'delivery', outcome: 'done' });
    expectError(refused, 409, 'PROOF_MISSING');
    expect(
      refused
        .json<{ issues: { path: string }[] }>()
        .issues.map(({ path }) => path)
        .sort(),
    ).toEqual(['photos', 'pin', 'signature']);
    expect((await read(order.id)).status).toBe('in_transit');
  });

  it('C144 is delivered again with its own proof, and the customer’s page shows that one alone', async () => {
    const { order, phone } = await underWay();
    ok(await sign(phone, order.id, 'delivery', { customerName: 'Wrong Person' }));
    ok(await correct(order.id, 'in_transit'));
    ok(await sign(phone, order.id, 'delivery', { customerName: 'Right Person' }));
    const again = await read(order.id);
    expect(again).toMatchObject({ status: 'delivered', deliverySignature: { signerName: 'Right Person' } });
    expect(again.attempts.map(({ number, correctedAt }) => [number, correctedAt !== null])).toEqual([
      [1, false],
      [1, true],
      [2, false],
    ]);
    const seen = await tracked(again);
    expect(seen.quote?.signatureCustomerName).toBe('Right Person');
    expect(seen.attempts).toHaveLength(2);
  });

  it.each([
    ['pending', []],
    ['picked_up', ['sign']],
    ['in_transit', ['sign', 'start']],
  ] as const)('C145 takes back the cancellation of an order that was %s', async (was, steps) => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    if (steps.length > 0) ok(await sign(phone, order.id, 'pickup'));
    if (steps.length > 1) ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const other = was === 'pending' ? 'in_transit' : 'pending';
    expectError(await correct(order.id, other), 409, 'ORDER_MOVE_NOT_ALLOWED');
    const back = ok<Order>(await correct(order.id, was));
    expect(back).toMatchObject({ status: was, outcome: null });
    expect(await app.sql('select cancelled_at from orders where id = ?', [order.id])).toEqual([{ cancelled_at: null }]);
    expect((await lastMail(order.id))?.text).toContain('we are still working on it');
    ok(await phone.get(`/api/v1/driver/order?orderId=${order.id}`));
  });

  it('C146 takes back a failed attempt, and what was decided about one before the end is open again', async () => {
    const { order, phone } = await underWay();
    ok(await attempt(phone, order.id, { stop: 'delivery', outcome: 'failed', reason: 'not_home' }));
    ok(await staff.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'cancel' }));
    expect((await read(order.id)).status).toBe('cancelled');
    const open = ok<Order>(await correct(order.id, 'in_transit', 'The customer called'));
    expect(open).toMatchObject({ status: 'in_transit', outcome: 'failed' });
    expect([open.failedAt !== null, open.attempts.at(-1)?.resolution]).toEqual([true, null]);
    const gone = ok<Order>(await correct(order.id, 'in_transit', 'It was the next street'));
    expect(gone).toMatchObject({ status: 'in_transit', outcome: null, failedAt: null });
    expect(gone.attempts.at(-1)?.correctedAt).not.toBeNull();
    expectError(await correct(order.id, 'in_transit'), 409, 'NOTHING_TO_CORRECT');
    expect((await tracked(open)).attempts.filter(({ stop }) => stop === 'delivery')).toEqual([]);
  });

  it('C147 is for admins and dispatchers, with a reason, and for a row as it was seen', async () => {
    const { order, phone } = await underWay();
    ok(await sign(phone, order.id, 'delivery'));
    const path = `/api/v1/orders/${order.id}/correction`;
    expect((await phone.post(path, { to: 'in_transit', reason: 'x' })).statusCode).toBe(401);
    const driver = await app.as('driver');
    expect((await driver.post(path, { to: 'in_transit', reason: 'x' })).statusCode).toBe(403);
    const without = await staff.post(path, { to: 'in_transit', reason: ' ' });
    expect(without.json()).toMatchObject({ status: 400, issues: [{ path: 'reason' }] });
    expectError(await staff.post(path, { to: 'in_transit', reason: 'x', version: 1 }), 409, 'STALE_VERSION');
    expect((await read(order.id)).status).toBe('delivered');
  });
});
