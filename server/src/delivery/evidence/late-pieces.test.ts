import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';
import { readPages } from '../../../test/support/paper.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('admin');
});
afterAll(() => app.close());

const where = { lat: 52.52, lng: 13.405, accuracy: 9 };
const captured = () => ({
  takenAt: new Date().toISOString(),
  position: JSON.stringify(where),
  device: JSON.stringify({ id: 'd1f0c2b4a6e8', name: 'Android, Chrome' }),
  clockOffset: String(20 * 60_000),
});
const read = async ({ id }: { id: number }): Promise<Order> => ok(await staff.get(`/api/v1/orders/${id}`));
const sendPhoto = async (phone: Client, order: Order, stage: 'pickup' | 'delivery') =>
  ok(
    await phone.form('POST', `/api/driver/${stage}/${order.items[0]?.id}`, captured(), [
      await photoFile(`${stage}Images`),
    ]),
  );
const strokes = JSON.stringify({
  width: 450,
  height: 200,
  strokes: [
    {
      points: [
        { x: 10, y: 20, time: 0, pressure: 0.5 },
        { x: 90, y: 60, time: 40, pressure: 0.5 },
      ],
    },
  ],
});
const signed = async (phone: Client, order: Order, kind: 'pickup' | 'delivery') =>
  ok(
    await phone.form(
      'POST',
      '/api/driver/signature',
      { orderId: String(order.id), kind, customerName: 'Ada', strokes, ...captured() },
      [await signatureFile()],
    ),
  );
const textOf = async (order: Order) =>
  (await readPages((await staff.get(`/api/v1/orders/${order.id}/proof.pdf`)).rawPayload))
    .map(({ text }) => text.replaceAll('\n', ' '))
    .join(' ');
const packOf = async (order: Order) =>
  (await staff.get(`/api/v1/orders/${order.id}/evidence.zip`)).rawPayload.toString('utf8');
const lines = async (order: { id: number }) =>
  app.sql(
    `select kind, stop, position, device_name, clock_off_by, is_late, taken_at is not null as "isTaken", length(sha256) as hash
       from proof_pieces where order_id = ? and is_late order by id`,
    order.id,
  );
const line = (kind: string, stop: string) => ({
  kind,
  stop,
  position: where,
  device_name: 'Android, Chrome',
  clock_off_by: 1200,
  is_late: true,
  isTaken: true,
  hash: 64,
});

/** Closed to the phone that holds it, in each way there is. */
const closings: [how: string, close: (order: Order) => Promise<unknown>][] = [
  ['cancelled', async ({ id }) => ok(await staff.put(`/api/v1/orders/${id}/status`, { status: 'cancelled' }))],
  [
    'given to another driver',
    async (order) => {
      const other = await app.as('driver');
      ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: other.userId, reassign: true }));
    },
  ],
  [
    'delivered by another',
    async (order) => {
      const other = await openOrder(app, order as Order & { accessCode: string });
      const sign = async () =>
        ok(
          await other.form('POST', '/api/driver/signature', { orderId: String(order.id), customerName: 'Bob' }, [
            await signatureFile(),
          ]),
        );
      await sign();
      ok(await other.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
      await sign();
    },
  ],
];

describe('evidence that came late', () => {
  it.each(closings)(
    'P83 of an order that was %s says when, where and by which phone it was taken',
    async (_, close) => {
      const order = await makeOrder(app, staff);
      const first = await app.as('driver');
      ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: first.userId }));
      const phone = await openOrder(app, order);
      await close(order);
      await sendPhoto(phone, order, 'pickup');
      await signed(phone, order, 'delivery');
      expect(await lines(order)).toEqual([line('photo', 'pickup'), line('signature', 'delivery')]);
      const late = (await read(order)).proofPieces?.filter(({ isLate }) => isLate) ?? [];
      expect(late.map(({ position, takenAt, deviceName }) => [position, typeof takenAt, deviceName])).toEqual(
        Array(2).fill([where, 'string', 'Android, Chrome']),
      );
      const text = await textOf(order);
      expect(
        text.match(/at 52\.52000, 13\.40500 ± 9 m · the phone’s clock was off by 20 min · arrived late/g),
      ).toHaveLength(2);
      const pack = await packOf(order);
      expect(pack.match(/"isLate":true/g)).toHaveLength(2);
      expect(pack.match(/"position":\{"accuracy":9,"lat":52\.52,"lng":13\.405\}/g)?.length).toBeGreaterThanOrEqual(2);
      // The strokes were kept as well.
      expect(pack).toContain('"kind":"strokes"');
    },
  );

  it('P83 sent twice has one line, stays with its line when the order is deleted, and meets no rule', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const photo = await photoFile('pickupImages');
    for (let time = 0; time < 2; time++)
      ok(await phone.form('POST', `/api/driver/pickup/${order.items[0]?.id}`, captured(), [photo]));
    expect(await lines(order)).toHaveLength(1);
    ok(await staff.delete(`/api/v1/orders/${order.id}`));
    expect(await lines(order)).toHaveLength(1);

    const open = await makeOrder(app, staff);
    const [first, second] = [await app.as('driver'), await app.as('driver')];
    ok(await staff.post(`/api/v1/orders/${open.id}/assign`, { driverId: first.userId }));
    const before = await openOrder(app, open);
    ok(await staff.put(`/api/v1/orders/${open.id}`, { proofRules: { pickup: { position: true } } }));
    ok(await staff.post(`/api/v1/orders/${open.id}/assign`, { driverId: second.userId, reassign: true }));
    await sendPhoto(before, open, 'pickup');
    expect(await lines(open)).toHaveLength(1);
    const refused = await staff.form(
      'POST',
      `/api/v1/orders/${open.id}/attempts`,
      { stop: 'pickup', outcome: 'done', signerName: 'Ada' },
      [await signatureFile()],
    );
    expect(refused.json()).toMatchObject({ status: 409, issues: [{ path: 'position' }] });
  });

  it('P83 a late attempt keeps the signature that it brings, with its line', async () => {
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const fields = { stop: 'pickup', outcome: 'done', signerName: 'Ada', ...captured() };
    ok(
      await phone.form('POST', `/api/v1/orders/${order.id}/attempts`, fields, [
        await photoFile('photos'),
        await signatureFile(),
      ]),
    );
    expect(await lines(order)).toEqual([line('photo', 'pickup'), line('signature', 'pickup')]);
    expect((await read(order)).lateEvidence).toMatchObject([{ kind: 'pickup_signature', signerName: 'Ada' }]);
    expect(await packOf(order)).toContain('"absent":[]');
  });
});
