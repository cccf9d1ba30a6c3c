import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Attempt } from '@quickfleet/shared/delivery/proof/attempts';
import type { FailureReason } from '@quickfleet/shared/delivery/proof/failure-reasons';
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

const HOUR = 3_600_000;
const soon = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const window = (hours: number) => ({ from: soon(hours), to: soon(hours + 2) });
const read = async (id: number): Promise<Order> => ok(await staff.get(`/api/v1/orders/${id}`));
const tracked = async ({ trackingNumber }: Order): Promise<TrackedOrder> =>
  ok(await app.client().get(`/api/v1/orders/tracking/${trackingNumber}`));
const attempt = async (who: Client, order: { id: number }, fields: Record<string, string>, photos = 1) =>
  who.form(
    'POST',
    `/api/v1/orders/${order.id}/attempts`,
    fields,
    await Promise.all(Array.from({ length: photos }, () => photoFile('photos'))),
  );
const sign = async (phone: Client, order: { id: number }, kind: 'pickup' | 'delivery', name = 'Ada') =>
  phone.form('POST', '/api/driver/signature', { customerName: name, orderId: String(order.id), kind }, [
    await signatureFile(),
  ]);
/** An order that its phone has picked up and driven off with. */
async function underWay(more: Record<string, unknown> = {}) {
  const order = await makeOrder(app, staff, more);
  const phone = await openOrder(app, order);
  ok(await sign(phone, order, 'pickup'));
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  return { order, phone };
}
const mails = (id: number) =>
  app.sql<{ trigger: string; text: string }>('select trigger, text from emails where order_id = ? order by id', [id]);
const history = async (id: number) =>
  (
    await app.sql<{ action: string }>(
      `select action from history where subject = 'order' and subject_id = ? order by id`,
      [id],
    )
  ).map(({ action }) => action);

describe('attempts under stable statuses', () => {
  it('P50 writes a done attempt for each stop that today’s calls end, and none for an old order', async () => {
    const { order, phone } = await underWay();
    ok(await sign(phone, order, 'delivery', 'Bob Receiver'));
    const { attempts, outcome } = await read(order.id);
    expect(attempts.map(({ stop, number, outcome: how }) => [stop, number, how])).toEqual([
      ['pickup', 1, 'done'],
      ['delivery', 1, 'done'],
    ]);
    expect(attempts[1]).toMatchObject({ signerName: 'Bob Receiver', noteOffice: null, reason: null, after: null });
    expect(attempts[1]?.items).toMatchObject([
      { name: 'Box of books', delivered: 2, of: 2 },
      { name: 'Lamp', delivered: 1, of: 1 },
    ]);
    expect(outcome).toBeNull();
    await app.sql('delete from attempts where order_id = ?', [order.id]);
    expect((await read(order.id)).attempts).toEqual([]);
  });

  it('P51 keeps the status when nobody is home, and says so to staff, customer, list, counts and mail', async () => {
    const { order, phone } = await underWay();
    const before = ok<{ failed: number }>(await staff.get('/api/v1/orders/counts')).failed;
    const answer = await attempt(phone, order, {
      stop: 'delivery',
      outcome: 'failed',
      reason: 'not_home',
      noteCustomer: 'We rang twice.',
      noteOffice: 'Dog in the yard',
      takenAt: new Date().toISOString(),
      position: JSON.stringify({ lat: 52.52, lng: 13.405, accuracy: 12.4 }),
    });
    expect(answer.statusCode).toBe(201);
    const seen = answer.json<Order>();
    expect(seen).toMatchObject({ status: 'in_transit', outcome: 'failed' });
    expect(seen.attempts.at(-1), 'the driver reads no note for the office').toMatchObject({ noteOffice: null });

    const full = await read(order.id);
    expect(full.failedAt).not.toBeNull();
    expect(full.attempts.at(-1)).toMatchObject({
      stop: 'delivery',
      number: 1,
      outcome: 'failed',
      reason: 'not_home',
      reasonName: 'Nobody home',
      party: 'recipient',
      noteOffice: 'Dog in the yard',
      position: { lat: 52.52, lng: 13.405, accuracy: 12 },
      by: 'Driver with the access code',
      resolution: null,
    });
    const failed = ok<{ data: Order[] }>(await staff.get('/api/v1/orders?failed=true'));
    expect(failed.data.map(({ id }) => id)).toContain(order.id);
    expect(ok<{ failed: number }>(await staff.get('/api/v1/orders/counts')).failed).toBe(before + 1);
    const publicly = await tracked(order);
    expect(publicly).toMatchObject({ outcome: 'failed', status: 'in_transit' });
    expect(JSON.stringify(publicly.attempts)).not.toMatch(/Dog in the yard|13\.405|access code/);
    expect(publicly.attempts.at(-1)).toMatchObject({ reasonText: 'Nobody was home', noteCustomer: 'We rang twice.' });
    const mail = (await mails(order.id)).at(-1);
    expect(mail?.trigger).toBe('attempt_failed');
    expect(mail?.text).toContain('We couldn’t deliver your order: nobody was home. We rang twice.');
    expect(await history(order.id)).toContain('attempt.failed');
  });

  it('C504 says why it failed in the reader’s language, as long as the reason is one of ours', async () => {
    const { order, phone } = await underWay();
    ok(await attempt(phone, order, { stop: 'delivery', outcome: 'failed', reason: 'not_home' }));
    const german = { headers: { 'accept-language': 'de' } };
    const reasonIn = { reasonName: 'Niemand zu Hause', reasonText: 'Niemand war zu Hause' };
    const one = ok<Order>(await staff.get(`/api/v1/orders/${order.id}`, german));
    const listed = ok<{ data: Order[] }>(await staff.get('/api/v1/orders?failed=true', german)).data;
    for (const { attempts } of [one, listed.find(({ id }) => id === order.id) ?? one])
      expect(attempts.at(-1)).toMatchObject(reasonIn);
    expect((await read(order.id)).attempts.at(-1)).toMatchObject({ reasonName: 'Nobody home' });
    const [kept] = await app.sql<{ name: string }>(`select name from failure_reasons where code = 'not_home'`);
    await app.sql(`update failure_reasons set name = 'No one there' where code = 'not_home'`);
    const own = ok<Order>(await staff.get(`/api/v1/orders/${order.id}`, german)).attempts.at(-1);
    expect(own).toMatchObject({ reasonName: 'No one there' });
    await app.sql(`update failure_reasons set name = ? where code = 'not_home'`, kept?.name);
  });

  it('P84 refuses a window that is filled by half, naming what is missing, and nothing is decided', async () => {
    const { order, phone } = await underWay();
    ok(await attempt(phone, order, { stop: 'delivery', outcome: 'failed', reason: 'closed' }));
    const whole = window(24);
    for (const [half, path] of [
      [{ from: whole.from }, 'deliveryWindow.to'],
      [{ to: whole.to }, 'deliveryWindow.from'],
      [{ from: whole.from, to: '' }, 'deliveryWindow.to'],
      [{ from: whole.from, to: null }, 'deliveryWindow.to'],
      [{}, 'deliveryWindow.from'],
    ] as const) {
      const refused = await staff.post(`/api/v1/orders/${order.id}/resolution`, {
        kind: 'retry',
        deliveryWindow: half,
      });
      expect(refused.json(), JSON.stringify(half)).toMatchObject({
        status: 400,
        issues: expect.arrayContaining([expect.objectContaining({ path })]),
      });
    }
    const after = await read(order.id);
    expect([after.outcome, after.attempts.at(-1)?.resolution, after.deliveryWindow]).toEqual(['failed', null, null]);
  });

  it('P52 tries again in a new window, counts the attempt, and is delivered by it', async () => {
    const { order, phone } = await underWay();
    ok(await attempt(phone, order, { stop: 'delivery', outcome: 'failed', reason: 'closed' }));
    const again = window(24);
    const planned = ok<Order>(
      await staff.post(`/api/v1/orders/${order.id}/resolution`, {
        kind: 'retry',
        deliveryWindow: again,
        note: 'Agreed by phone',
      }),
    );
    expect(planned).toMatchObject({ status: 'in_transit', outcome: null, failedAt: null, deliveryWindow: again });
    expect(planned.attempts.at(-1)).toMatchObject({ resolution: 'retry' });
    expect((await mails(order.id)).at(-1)).toMatchObject({ trigger: 'order_retry' });
    expectError(
      await staff.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'retry' }),
      409,
      'NOTHING_TO_RESOLVE',
    );
    ok(await attempt(phone, order, { stop: 'delivery', outcome: 'failed', reason: 'refused' }, 0));
    ok(await staff.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'retry', deliveryWindow: window(48) }));
    const done = ok<Order>(await sign(phone, order, 'delivery'));
    expect(done).toMatchObject({ status: 'delivered', outcome: null });
    expect(
      done.attempts.filter(({ stop }) => stop === 'delivery').map(({ number, outcome }) => [number, outcome]),
    ).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'done'],
    ]);
  });

  it('P53 returns to the sender: still under way, then cancelled on the wire with outcome returned', async () => {
    const { order, phone } = await underWay();
    ok(await attempt(phone, order, { stop: 'delivery', outcome: 'failed', reason: 'refused' }, 0));
    expectError(await attempt(phone, order, { stop: 'return', outcome: 'done' }), 409, 'ORDER_NOT_RETURNING');
    const back = ok<Order>(await staff.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'return' }));
    expect(back).toMatchObject({ status: 'in_transit', outcome: 'returning', failedAt: null });
    expectError(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'delivered' }), 409, 'ORDER_RETURNING');
    const late = ok<Order & { late: boolean; after: string }>(await sign(phone, order, 'delivery'));
    expect(late, 'a signature of before the decision is kept').toMatchObject({ late: true, after: 'moved_on' });
    const done = ok<Order>(
      await attempt(phone, order, { stop: 'return', outcome: 'done', place: 'reception', signerName: 'Sam' }),
    );
    expect(done).toMatchObject({ status: 'cancelled', outcome: 'returned' });
    expect(done.attempts.at(-1)).toMatchObject({ stop: 'return', number: 1, outcome: 'done', place: 'reception' });
    expect(done.attempts.at(-1)?.photoUrls).toHaveLength(1);
    expect((await mails(order.id)).map(({ trigger }) => trigger).slice(-2)).toEqual([
      'order_returning',
      'order_returned',
    ]);
    expect(await history(order.id)).toEqual(expect.arrayContaining(['order.return', 'order.returned']));
    expect(await tracked(order)).toMatchObject({ status: 'cancelled', outcome: 'returned' });
  });

  it('P54 a part of it: what was handed over is delivered, and the end of it is a delivery with outcome partial', async () => {
    const { order, phone } = await underWay();
    const [books, lamp] = order.items;
    const items = JSON.stringify([
      { itemId: books?.id, delivered: 2 },
      { itemId: lamp?.id, delivered: 0, damaged: true },
    ]);
    const seen = ok<Order>(
      await attempt(phone, order, { stop: 'delivery', outcome: 'partial', reason: 'damaged', items }),
    );
    expect(seen).toMatchObject({ status: 'in_transit', outcome: 'partial' });
    expect(seen.items.map(({ isDelivered }) => isDelivered)).toEqual([true, false]);
    expect((await mails(order.id)).at(-1)?.text).toContain('We delivered 2 of 3 pieces: an item is damaged.');
    const ended = ok<Order>(await staff.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'cancel' }));
    expect(ended).toMatchObject({ status: 'delivered', outcome: 'partial' });
    expect(ended.items.map(({ isDelivered }) => isDelivered)).toEqual([true, false]);
    expect(ended.attempts.filter(({ stop }) => stop === 'delivery')).toHaveLength(1);
  });

  it('P55 a pickup that failed can be tried again or cancelled, and has nothing to return', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    ok(await attempt(phone, order, { stop: 'pickup', outcome: 'failed', reason: 'not_ready' }, 0));
    expectError(
      await attempt(phone, order, { stop: 'delivery', outcome: 'failed', reason: 'not_home' }),
      409,
      'ORDER_NOT_PICKED_UP',
    );
    expectError(
      await staff.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'return' }),
      409,
      'NOTHING_TO_RETURN',
    );
    expect(await read(order.id), 'a refusal decides nothing').toMatchObject({ outcome: 'failed' });
    const over = ok<Order>(await staff.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'cancel' }));
    expect(over).toMatchObject({ status: 'cancelled', outcome: 'failed', failedAt: null });
    expect(over.attempts.at(-1)).toMatchObject({ stop: 'pickup', resolution: 'cancel' });
  });

  it('P56 asks for what the reason’s rule asks, and staff edit the list', async () => {
    const { order, phone } = await underWay();
    const refused = await attempt(phone, order, { stop: 'delivery', outcome: 'failed', reason: 'not_home' }, 0);
    expectError(refused, 409, 'PROOF_MISSING');
    expect(refused.json<{ issues: { path: string }[] }>().issues).toMatchObject([{ path: 'photos' }]);
    expectError(await attempt(phone, order, { stop: 'delivery', outcome: 'failed' }), 400, 'REASON_REQUIRED');
    expectError(
      await attempt(phone, order, { stop: 'delivery', outcome: 'failed', reason: 'nonsense' }),
      400,
      'UNKNOWN_REASON',
    );
    expect((await read(order.id)).outcome).toBeNull();

    const added = await staff.post('/api/v1/failure-reasons', {
      code: 'dog_in_yard',
      name: 'Dog in the yard',
      party: 'recipient',
      customerText: 'A dog was in the yard',
      rule: { note: true },
    });
    expect(added.statusCode).toBe(201);
    const reason = added.json<FailureReason>();
    expectError(await attempt(phone, order, { stop: 'delivery', outcome: 'failed', reason: 'dog_in_yard' }), 409);
    const opened = ok<Order>(await phone.get('/api/v1/driver/order'));
    expect(opened.failureReasons?.map(({ code }) => code)).toContain('dog_in_yard');
    ok(await staff.put(`/api/v1/failure-reasons/${reason.id}`, { active: false }));
    const shown = ok<{ data: FailureReason[] }>(await phone.get('/api/v1/failure-reasons'));
    expect(shown.data.map(({ code }) => code)).not.toContain('dog_in_yard');
    expect(shown.data.map(({ code }) => code)).toContain('not_home');
    const all = ok<{ data: FailureReason[] }>(await staff.get('/api/v1/failure-reasons'));
    expect(all.data.find(({ code }) => code === 'dog_in_yard')).toMatchObject({ active: false });
    expectError(await staff.post('/api/v1/failure-reasons', { ...reason, rule: {} }), 409, 'REASON_EXISTS');
  });

  it('P57 keeps what comes too late with the order, once, and moves nothing', async () => {
    const { order, phone } = await underWay();
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const fields = { stop: 'delivery', outcome: 'failed', reason: 'not_home', noteOffice: 'Was there at noon' };
    const file = await photoFile('photos');
    for (let time = 0; time < 2; time++) {
      const answer = await phone.form('POST', `/api/v1/orders/${order.id}/attempts`, fields, [file]);
      expect(answer.json()).toMatchObject({ late: true, after: 'cancelled', status: 'cancelled' });
    }
    const kept = await read(order.id);
    expect(kept).toMatchObject({ status: 'cancelled', outcome: null, failedAt: null });
    const late = kept.attempts.filter(({ after }) => after !== null);
    expect(late).toMatchObject([{ number: null, after: 'cancelled', noteOffice: 'Was there at noon' }] as Attempt[]);
    expect(late[0]?.photoUrls).toHaveLength(1);
    expect((await tracked(order)).attempts.map(({ outcome }) => outcome)).toEqual(['done']);
    expect((await mails(order.id)).map(({ trigger }) => trigger)).not.toContain('attempt_failed');

    const deleted = await underWay();
    const admin = await app.as('admin');
    ok(await admin.call('DELETE', `/api/v1/orders/${deleted.order.id}`));
    const answer = await attempt(deleted.phone, deleted.order, {
      stop: 'delivery',
      outcome: 'failed',
      reason: 'closed',
    });
    expect(answer.json()).toMatchObject({ late: true, after: 'deleted' });
    expect(await app.sql('select "after", number from attempts where order_id = ?', [deleted.order.id])).toEqual([
      { after: 'deleted', number: null },
    ]);
  });

  it('P58 a repeat is one attempt, and a stranger, another driver and an ordinary user have none', async () => {
    const { order, phone } = await underWay();
    const fields = { stop: 'delivery', outcome: 'failed', reason: 'weather' };
    const key = { 'idempotency-key': 'attempt-once' };
    for (let time = 0; time < 2; time++)
      ok(await phone.form('POST', `/api/v1/orders/${order.id}/attempts`, fields, [], key));
    ok(await phone.form('POST', `/api/v1/orders/${order.id}/attempts`, fields, []));
    expect((await read(order.id)).attempts.filter(({ stop }) => stop === 'delivery')).toHaveLength(1);
    expectError(await attempt(app.client(), order, fields), 401);
    expectError(await attempt(await app.as('driver'), order, fields), 404);
    expectError(await attempt(await app.as('customer'), order, fields), 403);
    const byStaff = await staff.post(`/api/v1/orders/${order.id}/attempts`, { ...fields, noteOffice: 'By phone' });
    expect(byStaff.statusCode, byStaff.body).toBe(201);
    expect(byStaff.json<Order>().attempts.at(-1)).toMatchObject({ number: 2, noteOffice: 'By phone' });
  });
});
