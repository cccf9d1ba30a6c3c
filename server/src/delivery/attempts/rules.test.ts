import type { Order } from '@quickfleet/shared/delivery/orders/orders';
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
const sign = async (
  phone: Client,
  order: { id: number },
  kind: 'pickup' | 'delivery',
  more: Record<string, string> = {},
) =>
  phone.form('POST', '/api/driver/signature', { customerName: 'Ada', orderId: String(order.id), kind, ...more }, [
    await signatureFile(),
  ]);
const setRules = async (id: number, proofRules: object | null) =>
  ok<Order>(await staff.put(`/api/v1/orders/${id}`, { proofRules }));
async function underWay() {
  const order = await makeOrder(app, staff);
  const phone = await openOrder(app, order);
  ok(await sign(phone, order, 'pickup'));
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  return { order, phone };
}
const paths = (answer: { json: <T>() => T }) =>
  answer.json<{ issues: { path: string }[] }>().issues.map(({ path }) => path);
/** The PIN as the customer reads it: from the mail that is sent, which nothing but the secrets opens. */
async function pinOf(orderId: number): Promise<string> {
  const [row] = await app.sql<{ sealed: string }>(
    `select code_sealed as sealed from emails where order_id = ? and trigger = 'delivery_pin' order by id desc limit 1`,
    [orderId],
  );
  return app.services.secrets.open(row?.sealed ?? '') ?? '';
}

describe('the rules of proof', () => {
  it('P59 ask for nothing new while nobody has said anything', async () => {
    const { order, phone } = await underWay();
    expect((await read(order.id)).proof.delivery).toMatchObject({
      photos: 'none',
      signature: 'required',
      pin: false,
      isSaid: false,
    });
    expectError(
      await phone.post(`/api/v1/orders/${order.id}/attempts`, { stop: 'delivery', outcome: 'done' }),
      409,
      'SIGNATURE_REQUIRED',
    );
    const driver = await app.as('driver');
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    ok(await driver.put(`/api/v1/orders/${order.id}/status`, { status: 'delivered' }));
  });

  it('P60 of the order win over those of the customer, and these over the company’s', async () => {
    const admin = await app.as('admin');
    const { order } = await underWay();
    ok(await admin.put('/api/v1/company', { proof: { delivery: { photos: 'one', signature: 'optional' } } }));
    try {
      expect((await read(order.id)).proof.delivery).toMatchObject({
        photos: 'one',
        signature: 'optional',
        isSaid: true,
      });
      ok(
        await staff.put(`/api/v1/customers/${order.customerId}`, { proofRules: { delivery: { photos: 'each_item' } } }),
      );
      expect((await read(order.id)).proof.delivery).toMatchObject({ photos: 'each_item', signature: 'optional' });
      const said = await setRules(order.id, { delivery: { signature: 'photo_instead' } });
      expect(said.proofRules).toEqual({ delivery: { signature: 'photo_instead' } });
      expect(said.proof.delivery).toMatchObject({ photos: 'each_item', signature: 'photo_instead' });
      expect(said.proof.pickup).toMatchObject({ photos: 'none', signature: 'required', isSaid: false });
    } finally {
      ok(await admin.put('/api/v1/company', { proof: { delivery: {} } }));
    }
  });

  it('P61 refuse less by every way, naming what is missing, and staff override with a reason that is history', async () => {
    const { order, phone } = await underWay();
    await setRules(order.id, { delivery: { photos: 'each_item', signature: 'required', signerRelation: true } });
    const refused = await sign(phone, order, 'delivery');
    expectError(refused, 409, 'PROOF_MISSING');
    expect(paths(refused)).toEqual(['photos', 'signerRelation']);
    expect((await read(order.id)).status).toBe('in_transit');
    const byStaff = await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'delivered' });
    const { error } = expectError(byStaff, 409, 'PROOF_MISSING');
    expect(error).toBe('Still missing: a photo of each item, the signature');
    expect(paths(byStaff)).toEqual(['photos', 'signature']);
    for (const item of order.items)
      ok(await phone.form('POST', `/api/driver/delivery/${item.id}`, {}, [await photoFile('deliveryImages')]));
    expect(ok<Order>(await sign(phone, order, 'delivery', { signerRelation: 'Neighbour' }))).toMatchObject({
      status: 'delivered',
      deliverySignature: { signerRelation: 'Neighbour' },
    });

    const other = await underWay();
    await setRules(other.order.id, { delivery: { photos: 'one' } });
    const done = await staff.put(`/api/v1/orders/${other.order.id}/status`, {
      status: 'delivered',
      overrideReason: 'Confirmed by phone',
    });
    expect(ok<Order>(done).attempts.at(-1)).toMatchObject({ outcome: 'done', overrideReason: 'Confirmed by phone' });
    const [line] = await app.sql<{ detail: string }>(
      `select detail from history where subject_id = ? and action = 'proof.overridden'`,
      [other.order.id],
    );
    expect(line?.detail).toBe('Still missing: a photo. Confirmed by phone');
  });

  it('P62 accept a photo instead of the signature where the rules say so, or where the parcel may be left at the door', async () => {
    const { order, phone } = await underWay();
    await setRules(order.id, { delivery: { signature: 'required', leaveAtDoor: true } });
    const leave = async (fields: Record<string, string>, photos: number) =>
      phone.form(
        'POST',
        `/api/v1/orders/${order.id}/attempts`,
        { stop: 'delivery', outcome: 'done', ...fields },
        await Promise.all(Array.from({ length: photos }, () => photoFile('photos'))),
      );
    expectError(await leave({ place: 'safe_place' }, 0), 409, 'PROOF_MISSING');
    expectError(await leave({ place: 'recipient' }, 1), 409, 'PROOF_MISSING');
    const left = ok<Order>(await leave({ place: 'neighbour', signerName: 'Bob' }, 1));
    expect(left).toMatchObject({ status: 'delivered', outcome: null });
    expect(left.attempts.at(-1)).toMatchObject({ place: 'neighbour', signerName: 'Bob' });
    expect(left.items.every(({ isDelivered }) => isDelivered)).toBe(true);

    const instead = await underWay();
    await setRules(instead.order.id, { delivery: { signature: 'photo_instead' } });
    const answer = await instead.phone.form(
      'POST',
      `/api/v1/orders/${instead.order.id}/attempts`,
      { stop: 'delivery', outcome: 'done', place: 'recipient' },
      [await photoFile('photos')],
    );
    expect(ok<Order>(answer).status).toBe('delivered');
  });

  it('P63 the scan of each parcel is asked for, and each counts once', async () => {
    const { order, phone } = await underWay();
    await setRules(order.id, { delivery: { scan: true } });
    const scan = (parcel: number) => phone.post('/api/driver/scan', { orderId: order.id, stop: 'delivery', parcel });
    for (const parcel of [1, 2, 2]) ok(await scan(parcel));
    const refused = await sign(phone, order, 'delivery');
    expectError(refused, 409, 'PROOF_MISSING');
    expect(paths(refused)).toEqual(['scan']);
    expect(ok<Order>(await scan(3)).proof.delivery.scanned.toSorted()).toEqual([1, 2, 3]);
    ok(await sign(phone, order, 'delivery'));
  });
});

describe('X12 a part of it', () => {
  type Act = (phone: Client, order: Order) => Promise<unknown>;
  const attempt = (who: Client, order: Order, fields: Record<string, unknown>) =>
    who.post(`/api/v1/orders/${order.id}/attempts`, { stop: 'delivery', reason: 'refused', ...fields });
  const resolve = (order: Order, kind: string) => staff.post(`/api/v1/orders/${order.id}/resolution`, { kind });
  const all = (order: Order) => order.items.map(({ id, quantity }) => ({ itemId: id, delivered: quantity }));
  const firstOf = (order: Order) => all(order).map((item, at) => (at === 0 ? item : { ...item, delivered: 0 }));
  const flagAll: Act = async (phone, order) => {
    for (const { id } of order.items) ok(await phone.post(`/api/driver/delivery/${id}`, { isDelivered: true }));
  };
  const ways: Record<string, Act> = {
    'all of it as a part': async (phone, order) => {
      expectError(await attempt(phone, order, { outcome: 'partial', items: all(order) }), 400, 'NOT_PARTIAL');
      expectError(await resolve(order, 'cancel'), 409, 'NOTHING_TO_RESOLVE');
    },
    'all of it as a part, by staff': async (_, order) =>
      expectError(await attempt(staff, order, { outcome: 'partial', items: all(order) }), 400, 'NOT_PARTIAL'),
    'a whole item as a part': async (phone, order) =>
      expectError(await attempt(phone, order, { outcome: 'partial', items: firstOf(order) }), 409, 'PROOF_MISSING'),
    'one piece as a part': async (phone, order) => {
      const items = [{ itemId: order.items[0]?.id, delivered: 1 }];
      expectError(await attempt(phone, order, { outcome: 'partial', items }), 409, 'PROOF_MISSING');
    },
    'a part, by staff without a reason': async (_, order) =>
      expectError(await attempt(staff, order, { outcome: 'partial', items: firstOf(order) }), 409, 'PROOF_MISSING'),
    'the rest of a part that was flagged': async (phone, order) => {
      const [one, other] = order.items;
      ok(await phone.post(`/api/driver/delivery/${one?.id}`, { isDelivered: true }));
      const items = [{ itemId: other?.id, delivered: other?.quantity }];
      expectError(await attempt(phone, order, { outcome: 'partial', items }), 400, 'NOT_PARTIAL');
    },
    done: async (phone, order) => expectError(await attempt(phone, order, { outcome: 'done' }), 409, 'PROOF_MISSING'),
    'the status': async (_, order) =>
      expectError(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'delivered' }), 409, 'PROOF_MISSING'),
    'the signature': async (phone, order) => expectError(await sign(phone, order, 'delivery'), 409, 'PROOF_MISSING'),
    'flags, and the end of a failed attempt': async (phone, order) => {
      await flagAll(phone, order);
      ok(await attempt(phone, order, { outcome: 'failed', reason: 'refused' }));
      expect(ok<Order>(await resolve(order, 'cancel')).status).toBe('cancelled');
    },
    'flags, and the end of a return': async (phone, order) => {
      await flagAll(phone, order);
      ok(await attempt(phone, order, { outcome: 'failed', reason: 'refused' }));
      ok(await resolve(order, 'return'));
      expect(ok<Order>(await attempt(phone, order, { stop: 'return', outcome: 'done' }))).toMatchObject({
        status: 'cancelled',
        outcome: 'returned',
      });
    },
    'flags, and a new attempt': async (phone, order) => {
      await flagAll(phone, order);
      ok(await attempt(phone, order, { outcome: 'failed', reason: 'refused' }));
      ok(await resolve(order, 'retry'));
      expectError(await attempt(phone, order, { outcome: 'done' }), 409, 'PROOF_MISSING');
    },
    'what came late': async (phone, order) => {
      ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
      ok(await attempt(phone, order, { outcome: 'partial', items: all(order) }));
    },
  };

  it.each(Object.keys(ways))('X12 is not delivered without its proof: %s', async (way) => {
    const { order, phone } = await underWay();
    await setRules(order.id, { delivery: { pin: true, photos: 'one', signature: 'optional' } });
    await ways[way]?.(phone, order);
    expect(
      await app.sql(
        `select o.status from orders o where o.id = ? and (o.status = 'delivered' or exists
           (select 1 from order_items i where i.order_id = o.id and i.is_delivered and o.status <> 'in_transit'))`,
        [order.id],
      ),
    ).toEqual([]);
  });

  it('X12 has its proof, or a reason of staff, and is then the end of it', async () => {
    const { order, phone } = await underWay();
    await setRules(order.id, { delivery: { pin: true } });
    ok(await phone.post('/api/driver/pin', { pin: await pinOf(order.id) }));
    ok(await attempt(phone, order, { outcome: 'partial', items: firstOf(order) }));
    expect(ok<Order>(await resolve(order, 'cancel'))).toMatchObject({ status: 'delivered', outcome: 'partial' });

    const other = await underWay();
    await setRules(other.order.id, { delivery: { pin: true } });
    const overrideReason = 'Confirmed by phone';
    const seen = await attempt(staff, other.order, { outcome: 'partial', items: firstOf(other.order), overrideReason });
    expect(ok<Order>(seen).attempts.at(-1)).toMatchObject({ outcome: 'partial', overrideReason });
    expect(ok<Order>(await resolve(other.order, 'cancel')).items.map(({ isDelivered }) => isDelivered)).toEqual([
      true,
      false,
    ]);
  });
});

describe('the PIN of a handover', () => {
  it('P64 goes to the customer by mail alone, and the right one lets the order be delivered', async () => {
    const { order, phone } = await underWay();
    await setRules(order.id, { delivery: { pin: true } });
    const pin = await pinOf(order.id);
    expect(pin).toMatch(/^\d{6}$/);
    const [mail] = await app.sql<{ text: string; recipient: string }>(
      `select text, recipient from emails where order_id = ? and trigger = 'delivery_pin'`,
      [order.id],
    );
    expect(mail?.recipient).toBe(order.customerEmail);
    expect(mail?.text, 'the mailbox shows it to nobody').not.toContain(pin);
    expectError(await sign(phone, order, 'delivery'), 409, 'PROOF_MISSING');
    const wrong = await phone.post('/api/driver/pin', { pin: pin === '000000' ? '111111' : '000000' });
    expectError(wrong, 409, 'WRONG_PIN');
    expect(wrong.json<{ error: string }>().error).toBe('This PIN is wrong, 9 tries left');
    const right = ok<Order>(
      await phone.post('/api/driver/pin', { orderId: order.id, pin, takenAt: new Date().toISOString() }),
    );
    expect(right.proof.delivery).toMatchObject({ pinVerified: true, pinTriesLeft: 9 });
    ok(await sign(phone, order, 'delivery'));
    const seen = [
      ok(await phone.get('/api/v1/driver/order')),
      right,
      await read(order.id),
      ...(await app.sql('select detail from history where subject_id = ?', [order.id])),
      ...(await app.sql('select pin_hash, pin_sealed from order_pins where order_id = ?', [order.id])),
    ];
    expect(JSON.stringify(seen)).not.toContain(pin);
    expect((await read(order.id)).proofPieces?.map(({ kind }) => kind)).toContain('pin');
  });

  it('P64 is made and mailed when the rules come to ask for it on the way', async () => {
    const { order, phone } = await underWay();
    ok(await staff.put(`/api/v1/customers/${order.customerId}`, { proofRules: { delivery: { pin: true } } }));
    expect(await pinOf(order.id)).toBe('');
    expectError(await phone.post('/api/driver/pin', { pin: '123456' }), 409, 'PIN_SENT_NOW');
    ok(await phone.post('/api/driver/pin', { pin: await pinOf(order.id) }));
    ok(await sign(phone, order, 'delivery'));
  });

  it('P65 ten wrong tries end it, also at the same moment, until staff have a new one made', async () => {
    const { order, phone } = await underWay();
    await setRules(order.id, { delivery: { pin: true } });
    const pin = await pinOf(order.id);
    const guesses = Array.from({ length: 14 }, (_, n) => String(100_000 + n)).filter((guess) => guess !== pin);
    const answers = await Promise.all(guesses.map((guess) => phone.post('/api/driver/pin', { pin: guess })));
    const codes = answers.map((answer) => answer.json<{ code: string }>().code);
    expect(codes.filter((code) => code === 'WRONG_PIN')).toHaveLength(9);
    expect(codes.filter((code) => code === 'PIN_LOCKED').length).toBe(guesses.length - 9);
    expectError(await phone.post('/api/driver/pin', { pin }), 409, 'PIN_LOCKED');
    expect((await read(order.id)).proof.delivery).toMatchObject({ pinVerified: false, pinTriesLeft: 0 });
    ok(await staff.post(`/api/v1/orders/${order.id}/pin`, {}));
    const fresh = await pinOf(order.id);
    if (fresh !== pin) expectError(await phone.post('/api/driver/pin', { pin }), 409, 'WRONG_PIN');
    ok(await phone.post('/api/driver/pin', { pin: fresh }));
    expectError(await app.client().post('/api/driver/pin', { pin: fresh }), 401);
    expectError(await (await app.as('driver')).post('/api/driver/pin', { orderId: order.id, pin: fresh }), 404);
  });
});

describe('when and where', () => {
  it('P66 every piece says when it was taken and received, where, by which phone, and the stored file’s hash', async () => {
    const { order, phone } = await underWay();
    const [item] = order.items;
    const takenAt = new Date(Date.now() - 600_000).toISOString();
    const capture = {
      takenAt,
      position: JSON.stringify({ lat: 52.5, lng: 13.4, accuracy: 8 }),
      device: JSON.stringify({ id: 'phone-0123456789', name: 'Android, Chrome' }),
      clockOffset: String(7 * 60_000),
    };
    ok(await phone.form('POST', `/api/driver/delivery/${item?.id}`, capture, [await photoFile('deliveryImages')]));
    ok(await sign(phone, order, 'delivery', { takenAt, position: JSON.stringify({ lat: 0, lng: 0 }) }));
    const { proofPieces = [] } = await read(order.id);
    const [photo, signature] = proofPieces.slice(-2);
    expect(photo).toMatchObject({
      kind: 'photo',
      stop: 'delivery',
      itemId: item?.id,
      takenAt,
      position: { lat: 52.5, lng: 13.4, accuracy: 8 },
      deviceId: 'phone-0123456789',
      deviceName: 'Android, Chrome',
      clockOffBy: 420,
      by: 'Driver with the access code',
    });
    const [stored] = await app.sql<{ sha256: string }>(`select sha256 from stored_files where '/files/' || key = ?`, [
      photo?.url,
    ]);
    expect(photo?.sha256).toBe(stored?.sha256);
    expect(signature, '0,0 is where nobody is: unknown, and no proof lost').toMatchObject({
      kind: 'signature',
      position: null,
      clockOffBy: null,
    });
    expect(ok<Order>(await phone.get('/api/v1/driver/order')).proofPieces).toBeUndefined();
  });
});
