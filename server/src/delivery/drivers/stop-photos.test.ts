import type { LateAnswer } from '@quickfleet/shared/base/late-evidence';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { IMAGES_PER_ITEM_MAX } from '@quickfleet/shared/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type FormFile, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL: 'office@quickfleet.test' });
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

const opened = async (more: Record<string, unknown> = {}) => {
  const order = await makeOrder(app, staff, more);
  return { order, phone: await openOrder(app, order), ids: order.items.map(({ id }) => id) };
};
const send = (
  phone: Client,
  order: { id: number },
  photos: FormFile[],
  fields: Record<string, string> = {},
  headers = {},
) => phone.form('POST', `/api/v1/driver/orders/${order.id}/photos`, { stop: 'pickup', ...fields }, photos, headers);
const one = () => photoFile('photos');
const rowsOf = (order: { id: number }) =>
  app.sql<{ pickup: string[]; delivery: string[]; picked: boolean; delivered: boolean }>(
    `select pickup_image_urls as pickup, delivery_image_urls as delivery, is_picked_up as picked, is_delivered as delivered
       from order_items where order_id = ? order by position`,
    order.id,
  );
const count = async (statement: string, ...values: unknown[]) =>
  (await app.sql<{ n: number }>(`select count(*)::int as n from ${statement}`, ...values))[0]?.n;

describe('one photo for a whole stop', () => {
  it('C180 is stored once, shown with every item, and marks all of them', async () => {
    const { order, phone, ids } = await opened();
    const answer = ok<Order>(await send(phone, order, [await one()], { takenAt: new Date().toISOString() }));
    const [url] = answer.items[0]?.pickupImageUrls ?? [];
    expect(answer.status).toBe('pending');
    expect(answer.items.map((item) => [item.isPickedUp, item.pickupImageUrls])).toEqual(ids.map(() => [true, [url]]));
    expect(await rowsOf(order)).toEqual(
      ids.map(() => ({ pickup: [url], delivery: [], picked: true, delivered: false })),
    );
    expect(
      await app.sql(
        'select kind, stop, item_id, url, taken_at is null as late from proof_pieces where order_id = ?',
        order.id,
      ),
    ).toEqual([{ kind: 'photo', stop: 'pickup', item_id: null, url, late: false }]);
    const lines = await app.sql<{ detail: string; files: string[] }>(
      `select detail, files from history where subject = 'order' and subject_id = ? and action = 'item.picked_up' order by id`,
      order.id,
    );
    expect(lines.map(({ detail }) => detail)).toEqual(order.items.map(({ name }) => `${name}, 1 photo`));
    expect(new Set(lines.map(({ files }) => JSON.stringify(files))).size).toBe(1);
    expect(lines[0]?.files).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('C180 shows only the items that are named', async () => {
    const { order, phone, ids } = await opened();
    const [first] = ids;
    ok(await send(phone, order, [await one()], { itemIds: JSON.stringify([first]) }));
    expect((await rowsOf(order)).map(({ pickup, picked }) => [pickup.length, picked])).toEqual(
      ids.map((id) => (id === first ? [1, true] : [0, false])),
    );
    expect(await app.sql('select item_id from proof_pieces where order_id = ?', order.id)).toEqual([
      { item_id: first },
    ]);
    for (const itemIds of ['[]', 'x', '[0]', `[${first}.5]`, '{}', '["a"]'])
      expect((await send(phone, order, [await one()], { itemIds })).statusCode).toBe(400);
    const other = await opened();
    expect((await send(phone, order, [await one()], { itemIds: JSON.stringify(other.ids) })).json()).toMatchObject({
      status: 400,
      code: 'UNKNOWN_ITEM',
    });
    expect((await rowsOf(other.order)).every(({ picked }) => !picked)).toBe(true);
  });

  it('C180 delivers its items, never the order, and nothing before the pickup', async () => {
    const { order, phone } = await opened();
    const deliver = async () => send(phone, order, [await one()], { stop: 'delivery' });
    expect((await deliver()).json()).toMatchObject({ status: 409, code: 'ITEM_NOT_PICKED_UP' });
    expect(await count('proof_pieces where order_id = ?', order.id)).toBe(0);
    ok(await phone.form('POST', '/api/driver/signature', { orderId: String(order.id) }, [await signatureFile()]));
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    expect(ok<Order>(await deliver())).toMatchObject({ status: 'in_transit' });
    expect((await rowsOf(order)).every(({ delivered, delivery }) => delivered && delivery.length === 1)).toBe(true);
  });

  it('C181 sent again, with its key or without, is one photo; parallel too', async () => {
    const { order, phone, ids } = await opened();
    const photo = await one();
    const key = { 'idempotency-key': 'stop-photo-1' };
    const [first, second] = await Promise.all([send(phone, order, [photo]), send(phone, order, [photo])]);
    ok(first);
    ok(second);
    ok(await send(phone, order, [photo], {}, key));
    const again = await send(phone, order, [photo], {}, key);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await send(phone, order, [await one()], {}, key)).statusCode).toBe(422);
    await app.sql('delete from idempotency_keys');
    ok(await send(phone, order, [photo, photo], {}, key));
    expect((await rowsOf(order)).map(({ pickup }) => pickup.length)).toEqual(ids.map(() => 1));
    expect(await count('proof_pieces where order_id = ?', order.id)).toBe(1);
    expect(await count(`history where subject_id = ? and action = 'item.picked_up'`, order.id)).toBe(ids.length);
  });

  it('C181 joins the photos of single items, and their limit counts', async () => {
    const { order, phone, ids } = await opened();
    const shared = await one();
    ok(await phone.form('POST', `/api/driver/pickup/${ids[0]}`, {}, [{ ...shared, field: 'pickupImages' }]));
    ok(await send(phone, order, [shared]));
    expect((await rowsOf(order)).map(({ pickup }) => pickup.length)).toEqual(ids.map(() => 1));
    const many = await Promise.all(Array.from({ length: 10 }, () => photoFile('pickupImages')));
    const item = `/api/driver/pickup/${ids[0]}`;
    ok(await phone.form('POST', item, {}, many));
    ok(
      await phone.form('POST', item, {}, await Promise.all(Array.from({ length: 9 }, () => photoFile('pickupImages')))),
    );
    expect((await send(phone, order, [await one()])).json()).toMatchObject({ status: 409, code: 'TOO_MANY_PHOTOS' });
    expect((await rowsOf(order)).map(({ pickup }) => pickup.length)).toEqual(
      ids.map((_, at) => (at === 0 ? IMAGES_PER_ITEM_MAX : 1)),
    );
  });

  it('C181 keeps no position of the camera, stays when one of its items goes, and is kept only as a picture', async () => {
    const { order, phone, ids } = await opened();
    const gps = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .withExif({ IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    const file = { ...(await one()), bytes: gps };
    const [url = ''] = ok<Order>(await send(phone, order, [file])).items[0]?.pickupImageUrls ?? [];
    expect((await sharp((await staff.get(url)).rawPayload).metadata()).exif).toBeUndefined();
    ok(await phone.delete(`/api/v1/driver/items/${ids[0]}`));
    expect(await count(`stored_files where '/files/' || key = ? and claimed_at is not null`, url)).toBe(1);
    expect((await staff.get(url)).statusCode).toBe(200);
    const svg = {
      ...file,
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      type: 'image/svg+xml',
    };
    expect([400, 415]).toContain((await send(phone, order, [svg])).statusCode);
    expect((await send(phone, order, [])).json()).toMatchObject({ status: 400, code: 'NO_FILE' });
    expect((await send(phone, order, [await one()], { stop: 'return' })).statusCode).toBe(400);
  });

  it('C181 meets the rule of a photo of each item', async () => {
    const { order, phone } = await opened();
    ok(await staff.put(`/api/v1/orders/${order.id}`, { proofRules: { pickup: { photos: 'each_item' } } }));
    const sign = async () =>
      phone.form('POST', '/api/driver/signature', { orderId: String(order.id) }, [await signatureFile()]);
    expect((await sign()).json()).toMatchObject({ status: 409, code: 'PROOF_MISSING' });
    ok(await send(phone, order, [await one()]));
    expect(ok<Order>(await sign()).status).toBe('picked_up');
  });

  it('C181 of an order that is over is kept once as late, for its code and its driver, and moves nothing', async () => {
    const { order, phone } = await opened();
    const inTime = await one();
    ok(await send(phone, order, [inTime]));
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    const late = await one();
    const answer = ok<Order & { late: true; after: string }>(await send(phone, order, [late, inTime]));
    expect(answer).toMatchObject({ id: order.id, late: true, after: 'cancelled' });
    ok(await send(phone, order, [late]));
    expect(await app.sql('select kind, item_id, "after" from late_evidence where order_id = ?', order.id)).toEqual([
      { kind: 'pickup_photo', item_id: null, after: 'cancelled' },
    ]);
    expect((await rowsOf(order)).every(({ pickup }) => pickup.length === 1)).toBe(true);

    const given = await opened();
    ok(await staff.post(`/api/v1/orders/${given.order.id}/access-code`));
    expect(ok<LateAnswer>(await send(given.phone, given.order, [await one()]))).toEqual({
      id: given.order.id,
      orderId: given.order.id,
      late: true,
      after: 'code_replaced',
    });
    expect((await rowsOf(given.order)).every(({ picked }) => !picked)).toBe(true);
  });

  it('C181 is open to the order’s own driver and code alone', async () => {
    const { order, phone } = await opened();
    const foreign = await opened();
    const driver = await app.as('driver');
    expect((await send(phone, foreign.order, [await one()])).statusCode).toBe(404);
    expect((await send(driver, order, [await one()])).statusCode).toBe(404);
    for (const outsider of [staff, await app.as('admin')])
      expect((await send(outsider, order, [await one()])).statusCode).toBe(403);
    expect((await send(app.client(), order, [await one()])).statusCode).toBe(401);
    ok(await staff.post(`/api/v1/orders/${foreign.order.id}/assign`, { driverId: driver.userId }));
    ok(await send(driver, foreign.order, [await one()]));
    expect((await rowsOf(order)).every(({ picked }) => !picked)).toBe(true);
  });
});
