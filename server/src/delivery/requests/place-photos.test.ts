import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import type { AskedDelivery } from '@quickfleet/shared/delivery/tracking/delivery-requests';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody, photoFile } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';

const world = useWorld({ LIMIT_SCALE: 1000 });
const SAM = { name: 'Sam Porter', email: 'sam@example.org' };

async function book(customerEmail = 'ada@example.com') {
  const order = ok<Order>(
    await world.dispatcher.post('/api/v1/orders', orderBody({ customerEmail, deliveryContact: SAM })),
  );
  const linkOf = (address: string) =>
    `/api/v1/t/${deliveryToken(world.app.services.secrets, order.trackingNumber, address)}`;
  return { order, own: linkOf(customerEmail), theirs: linkOf(SAM.email) };
}
const upload = async (): Promise<string> =>
  ok<{ file: { url: string } }>(await world.visitor.form('POST', '/api/v1/upload', {}, [await photoFile('file')])).file
    .url;
const leave = (link: string, more: object = {}) =>
  world.visitor.post(`${link}/requests`, { kind: 'leave_at', place: 'safe_place', text: 'the shed', ...more });
const rows = ({ id }: Order) =>
  world.app.sql('select state, photo_url from delivery_requests where order_id = ? order by id', id);
const isClaimed = async (url: string) =>
  (
    await world.app.sql<{ claimed: boolean }>(
      'select claimed_at is not null as claimed from stored_files where key = ?',
      url.split('/').at(-1),
    )
  )[0]?.claimed;

describe('a photo of the place where to leave it', () => {
  it('C444 the driver and staff have it, and the reader who sent it; strangers, keys and the other reader do not', async () => {
    const { order, own, theirs } = await book();
    const photoUrl = await upload();
    expect(ok<AskedDelivery>(await leave(theirs, { photoUrl }))).toMatchObject({ state: 'accepted' });
    expect(await rows(order)).toEqual([{ state: 'accepted', photo_url: photoUrl }]);
    const staff = ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order.id}`));
    expect([staff.placePhotoUrl, staff.requests?.[0]?.photoUrl]).toEqual([photoUrl, photoUrl]);
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    expect(ok<Order>(await phone.get('/api/v1/driver/order')).placePhotoUrl).toBe(photoUrl);
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
    const { data } = ok<{ data: OrderRow[] }>(
      await world.driver.get(`/api/v1/orders/driver/${world.driver.userId}?limit=100`),
    );
    expect(data.find(({ id }) => id === order.id)?.placePhotoUrl).toBe(photoUrl);
    expect(ok<DeliveryPage>(await world.visitor.get(theirs)).requests[0]?.photoUrl).toBe(photoUrl);

    const key = await world.program('orders:read', 'evidence:read');
    for (const answer of [
      await world.visitor.get(own),
      await world.visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`),
      await key.get(`/api/v1/orders/${order.id}`),
      await key.get('/api/v1/orders?limit=100'),
      await key.get('/api/v1/events?limit=100'),
    ])
      expect(answer.body).not.toContain(photoUrl);
  });

  it('C445 one upload of ours that nobody holds: a foreign, unknown or taken one is refused, and the same again is one request', async () => {
    const { order, theirs } = await book();
    const photoUrl = await upload();
    for (const wrong of ['https://evil.example/a.jpg', `/files/${'a'.repeat(32)}.jpg`])
      expectError(await leave(theirs, { photoUrl: wrong }), 400, 'UNKNOWN_IMAGE');
    expect(await rows(order)).toEqual([]);
    await Promise.all([leave(theirs, { photoUrl }), leave(theirs, { photoUrl }), leave(theirs, { photoUrl })]);
    ok(await leave(theirs));
    expect(await rows(order)).toEqual([{ state: 'accepted', photo_url: photoUrl }]);
    const other = await book();
    expectError(await leave(other.theirs, { photoUrl }), 400, 'UNKNOWN_IMAGE');
    // Another photo of the same place takes its place, and no photo of another place too.
    const better = await upload();
    ok(await leave(theirs, { photoUrl: better }));
    const place = async () => ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order.id}`)).placePhotoUrl;
    expect(await place()).toBe(better);
    ok(await leave(theirs, { text: 'the porch' }));
    expect(await place()).toBeNull();
    // A note carries none: the sweep takes it.
    const unused = await upload();
    ok(await world.visitor.post(`${theirs}/requests`, { kind: 'note', text: 'Ring twice', photoUrl: unused }));
    expect([await isClaimed(photoUrl), await isClaimed(better), await isClaimed(unused)]).toEqual([true, true, false]);
    await world.app.sql(`update stored_files set created_at = created_at - interval '3 days'`);
    await sweep(world.app.services, 0);
    expect([await isClaimed(better), await isClaimed(unused)]).toEqual([true, undefined]);
    expect((await world.dispatcher.get(better)).statusCode).toBe(200);
  });

  it('C446 it goes with the order, with the person, and with the photos at the end of their time', async () => {
    const [deleted, erased, old] = [await book(), await book('leaves@example.com'), await book('old@example.com')];
    const urls = [await upload(), await upload(), await upload()];
    for (const [at, { theirs }] of [deleted, erased, old].entries()) ok(await leave(theirs, { photoUrl: urls[at] }));
    ok(await world.admin.delete(`/api/v1/orders/${deleted.order.id}`));
    expect(await isClaimed(urls[0] ?? '')).toBe(false);

    ok(await world.dispatcher.put(`/api/v1/orders/${erased.order.id}/status`, { status: 'cancelled' }));
    const id = erased.order.customerId;
    const zip = await world.admin.get(`/api/v1/customers/${id}/personal-data.zip`);
    expect(zip.rawPayload.includes(Buffer.from(urls[1]?.split('/').at(-1) ?? ''))).toBe(true);
    ok(await world.admin.post(`/api/v1/customers/${id}/erase`, { email: 'leaves@example.com' }));
    expect(await isClaimed(urls[1] ?? '')).toBeUndefined();

    ok(await world.dispatcher.put(`/api/v1/orders/${old.order.id}/status`, { status: 'cancelled' }));
    ok(await world.admin.put('/api/v1/company', { retention: { photoDays: 30 } }));
    await world.app.sql(
      `update orders set updated_at = now() - interval '90 days', cancelled_at = now() - interval '90 days' where id = ?`,
      old.order.id,
    );
    await sweep(world.app.services, 0);
    expect(await isClaimed(urls[2] ?? '')).toBeUndefined();
    expect(await rows(old.order)).toEqual([{ state: 'accepted', photo_url: null }]);
  });
});
