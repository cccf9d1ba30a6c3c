import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { describe, expect, it } from 'vitest';
import type { Client, FormFile } from '../../../test/support/app.ts';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody, photoFile, signatureFile } from '../../../test/support/factories.ts';

const world = useWorld();
const today = () => new Date().toISOString().slice(0, 10);
const notHome = { outcome: 'failed', reason: 'not_home' };
interface Door {
  phone: Client & { userId: number };
  orders: Order[];
  id: (kind: 'pickup' | 'delivery') => string;
  send: (call: string, fields?: Record<string, string | string[]>, files?: FormFile[]) => ReturnType<Client['post']>;
}
/** The orders of a driver for one door; everything has left, unless the pickup is asked for. */
async function doorOf(given: object[], kind: 'pickup' | 'delivery' = 'delivery'): Promise<Door> {
  const phone = await world.app.as('driver');
  const orders: Order[] = [];
  for (const more of given) {
    const body = orderBody({ driverId: phone.userId, deliveryDate: today(), ...more });
    const order = ok<Order>(await world.dispatcher.post('/api/v1/orders', body));
    orders.push(order);
    if (kind === 'pickup') continue;
    const fields = { orderId: String(order.id), kind: 'pickup' };
    ok(await phone.form('POST', '/api/driver/signature', fields, [await signatureFile()]));
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  }
  const id = (of: string) => [of, ...orders.map((order) => order.id)].join('-');
  const send: Door['send'] = (call, fields = {}, files = []) =>
    phone.form('POST', `/api/v1/driver/stops/${id(kind)}/${call}`, fields, files);
  return { phone, orders, id, send };
}
const only = (order: Order | undefined) => ({ orderIds: String(order?.id) });
const idsOf = (answer: Awaited<ReturnType<Client['post']>>) =>
  ok<{ data: { id: number }[] }>(answer).data.map(({ id }) => id);
const statesOf = async (orders: readonly Order[]) =>
  (
    await world.app.sql<{ status: string; outcome: string | null }>(
      'select status, outcome from orders where id in (?) order by id',
      orders.map(({ id }) => id),
    )
  ).map(({ status, outcome }) => outcome ?? status);
const count = async (statement: string, ...values: unknown[]) =>
  (await world.app.sql<{ n: number }>(`select count(*)::int as n from ${statement}`, ...values))[0]?.n;
const cancel = async ({ id }: Order) =>
  ok(await world.dispatcher.put(`/api/v1/orders/${id}/status`, { status: 'cancelled' }));

describe('a call of a stop that names no orders', () => {
  it('C759 is one with its repeat: an order that failed there before gets nothing of it', async () => {
    const { orders, send } = await doorOf([{}, {}, {}]);
    const [failed, two, three] = orders;
    ok(await send('attempts', { ...notHome, ...only(failed) }, [await photoFile('photos')]));
    const signature = await signatureFile();
    for (let press = 0; press < 2; press++) {
      expect(idsOf(await send('signature', {}, [signature]))).toEqual([two?.id, three?.id]);
      expect(await statesOf(orders)).toEqual(['failed', 'delivered', 'delivered']);
    }
    expect(await count(`signatures where order_id = ? and kind = 'delivery'`, failed?.id)).toBe(0);
  });

  it('C759 so is a photo that arrives again after the stop is done, and a failure of what was left', async () => {
    const { orders, send } = await doorOf([{}, {}]);
    const [one, two] = orders;
    const photo = await photoFile('photos');
    ok(await send('photos', {}, [photo]));
    ok(await send('signature', only(one), [await signatureFile()]));
    const door = [await photoFile('photos')];
    for (let press = 0; press < 2; press++) expect(idsOf(await send('attempts', notHome, door))).toEqual([two?.id]);
    ok(await send('signature', only(two), [await signatureFile()]));
    expect(idsOf(await send('photos', {}, [photo]))).toEqual([one?.id, two?.id]);
    expect(await count('late_evidence where order_id in (?)', [one?.id, two?.id])).toBe(0);
    expect(await count(`attempts where order_id = ? and outcome = 'failed'`, one?.id)).toBe(0);
  });

  it('C759 what goes back to its sender gets nothing of what is done for the rest', async () => {
    const { orders, send } = await doorOf([{}, {}]);
    const [back, rest] = orders;
    ok(await send('attempts', notHome, [await photoFile('photos')]));
    ok(await world.dispatcher.post(`/api/v1/orders/${back?.id}/resolution`, { kind: 'return' }));
    expect(idsOf(await send('signature', {}, [await signatureFile()]))).toEqual([rest?.id]);
    expect(await statesOf(orders)).toEqual(['returning', 'delivered']);
    expect(await count('late_evidence where order_id = ?', back?.id)).toBe(0);
  });

  it('C760 keeps its evidence as late when nothing there is open any more', async () => {
    const { orders, send, phone, id } = await doorOf([{}, {}]);
    const [one, two] = orders;
    for (const order of orders) await cancel(order);
    const late = [
      { id: one?.id, late: true, after: 'cancelled' },
      { id: two?.id, late: true, after: 'cancelled' },
    ];
    for (const [call, fields, file] of [
      ['photos', {}, await photoFile('photos')],
      ['signature', {}, await signatureFile()],
      ['attempts', notHome, await photoFile('photos')],
    ] as const)
      expect(ok<{ data: object[] }>(await send(call, fields, [file])).data).toMatchObject(late);
    for (const order of orders) {
      expect(await count('late_evidence where order_id = ?', order.id)).toBe(2);
      expect(await count(`attempts where order_id = ? and after = 'cancelled'`, order.id)).toBe(1);
    }
    expect(await statesOf(orders)).toEqual(['cancelled', 'cancelled']);
    expectError(await phone.post(`/api/v1/driver/stops/${id('delivery')}/arrive`, {}), 409, 'ORDER_MOVED_ON');
  });
});

describe('what is named of a stop', () => {
  it('C762 items are those of the named orders, and what failed in part is the orders whose items are named', async () => {
    const { orders, send } = await doorOf([{}, {}]);
    const [one, two] = orders;
    const item = String(two?.items[0]?.id);
    expectError(
      await send('photos', { ...only(one), itemIds: `[${item}]` }, [await photoFile('photos')]),
      400,
      'UNKNOWN_ITEM',
    );
    const part = { outcome: 'partial', reason: 'refused', items: `[{"itemId":${item},"delivered":1}]` };
    expectError(await send('attempts', { ...part, ...only(one) }, [await photoFile('photos')]), 400, 'UNKNOWN_ITEM');
    expect(await count(`proof_pieces where order_id in (?) and stop = 'delivery'`, [one?.id, two?.id])).toBe(0);
    expect(idsOf(await send('attempts', part, [await photoFile('photos')]))).toEqual([two?.id]);
    expect(await statesOf(orders)).toEqual(['in_transit', 'partial']);
  });

  it('C762 an order that the stop names twice is one', async () => {
    const { orders, phone } = await doorOf([{}]);
    const [one] = orders;
    const twice = `/api/v1/driver/stops/delivery-${one?.id}-${one?.id}/arrive`;
    expect(idsOf(await phone.post(twice, {}))).toEqual([one?.id]);
  });
});

describe('a scan at a stop', () => {
  it('C761 counts whatever became of the other orders there', async () => {
    const { orders, send } = await doorOf([{}, {}, {}], 'pickup');
    const [one, two, three] = orders;
    if (!one || !two || !three) throw new Error('three orders');
    const scan = (order: Order, more = {}) => send('scan', { code: `${order.trackingNumber}-01`, ...more });
    await cancel(one);
    expect(idsOf(await scan(two))).toEqual([two.id]);
    expectError(await scan(one), 409, 'ORDER_CLOSED');
    const { userId } = await world.app.as('driver');
    ok(await world.dispatcher.post(`/api/v1/orders/${two.id}/assign`, { driverId: userId, reassign: true }));
    const named = { orderIds: [one.id, two.id, three.id].map(String) };
    expect(idsOf(await scan(three, named))).toEqual([three.id]);
    ok(await world.admin.delete(`/api/v1/orders/${one.id}`));
    expect(ok<{ alreadyScanned: boolean }>(await scan(three)).alreadyScanned).toBe(true);
    expectError(await scan(two), 409, 'WRONG_PARCEL');
  });

  it('C761 of a partner code counts for the order that has it; whose a new one is has to be said', async () => {
    const JJD = 'JJD000390007882823';
    const { orders, send } = await doorOf([{}, { partnerCodes: [{ code: JJD, parcel: 2 }] }], 'pickup');
    const [one, two] = orders;
    const codesOf = async (order: Order | undefined) =>
      ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order?.id}`)).partnerCodes.map(({ code }) => code);
    expect(idsOf(await send('scan', { code: JJD }))).toEqual([two?.id]);
    expect(idsOf(await send('scan', { code: JJD, parcel: '1' }))).toEqual([two?.id]);
    const other = { code: 'JJD000390007882824', parcel: '1' };
    expectIssue(await send('scan', other), 'orderIds', 'Say which order this parcel is of');
    expect(await codesOf(one)).toEqual([]);
    expect(idsOf(await send('scan', { ...other, ...only(one) }))).toEqual([one?.id]);
    expect([await codesOf(one), await codesOf(two)]).toEqual([[other.code], [JJD]]);
    expectError(await send('scan', { code: 'hello' }), 400, 'NOT_A_LABEL');
  });
});

it('C538 the board counts a door that nobody has placed once too, when all of it is done', async () => {
  const { phone, send } = await doorOf([{}, {}, {}]);
  ok(await send('signature', {}, [await signatureFile()]));
  const { drivers } = ok<DayBoard>(await world.dispatcher.get(`/api/v1/drivers/days?day=${today()}`));
  const totals = drivers.find(({ driver }) => driver.id === phone.userId)?.totals;
  expect(totals).toMatchObject({ stops: 2, stopsDone: 2, orders: 3 });
});
