import type { UploadedFile } from '@quickfleet/shared/company/uploads';
import type { OrderItem } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, makeQuote, ok, openOrder, photoFile } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  // The sweep of a later day takes the sessions of today.
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

const upload = async () =>
  ok<{ file: UploadedFile }>(await app.client().form('POST', '/api/v1/upload', {}, [await photoFile('file')])).file.url;
const isClaimed = async (url: string) =>
  (
    await app.sql<{ claimed: boolean }>(
      `select claimed_at is not null as claimed from stored_files where '/files/' || key = ?`,
      url,
    )
  )[0]?.claimed;

describe('photos of a quote that is sent back', () => {
  it('S14 items without ids keep the photos that the quote has, moved to another item too', async () => {
    const [first, second] = [await upload(), await upload()];
    const { id } = await makeQuote(app, {
      items: [
        { name: 'Box', imageUrls: [first] },
        { name: 'Lamp', imageUrls: [second] },
      ],
    });
    const read = ok<Quote>(await staff.get(`/api/v1/quotes/${id}`));
    const sent = ok<Quote>(
      await staff.put(`/api/v1/quotes/${id}`, { items: read.items.map(({ id: _, ...item }) => item) }),
    );
    expect(sent.items.map(({ imageUrls }) => imageUrls)).toEqual([[first], [second]]);
    const [box, lamp] = sent.items;
    const swapped = ok<Quote>(
      await staff.put(`/api/v1/quotes/${id}`, {
        items: [
          { id: box?.id, name: 'Box', imageUrls: [second] },
          { id: lamp?.id, name: 'Lamp', imageUrls: [first] },
        ],
      }),
    );
    expect(swapped.items.map(({ imageUrls }) => imageUrls)).toEqual([[second], [first]]);
    expect([await isClaimed(first), await isClaimed(second)]).toEqual([true, true]);
    ok(await staff.put(`/api/v1/quotes/${id}`, { items: [{ name: 'Box', imageUrls: [first] }] }));
    expect([await isClaimed(first), await isClaimed(second)]).toEqual([true, false]);
  });

  it('S14 a photo of another quote is still refused', async () => {
    const url = await upload();
    await makeQuote(app, { items: [{ name: 'Box', imageUrls: [url] }] });
    const { id } = await makeQuote(app);
    const refused = await staff.put(`/api/v1/quotes/${id}`, { items: [{ name: 'Mine', imageUrls: [url] }] });
    expect(refused.json()).toMatchObject({ status: 400, code: 'UNKNOWN_IMAGE' });
  });
});

describe('photos that a driver adds to an item and removes again', () => {
  it('S15 are released and swept; the photo of the quote stays for the quote', async () => {
    const ofQuote = await upload();
    const order = await makeOrder(app, staff, { items: [{ name: 'Box', imageUrls: [ofQuote] }, { name: 'Lamp' }] });
    const phone = await openOrder(app, order);
    const url = `/api/v1/driver/items/${order.items[0]?.id}`;
    const added = ok<OrderItem>(await phone.form('PUT', url, {}, [await photoFile('images')])).imageUrls[1] ?? '';
    expect(await isClaimed(added)).toBe(true);
    const remove = { removeImageUrls: JSON.stringify([ofQuote, added]) };
    expect(ok<OrderItem>(await phone.form('PUT', url, remove)).imageUrls).toEqual([]);
    expect([await isClaimed(ofQuote), await isClaimed(added)]).toEqual([true, false]);
    app.setClock(new Date(Date.now() + 25 * 3_600_000));
    await sweep(app.services);
    app.setClock(undefined);
    expect((await app.client().get(added)).statusCode).toBe(404);
    expect((await app.client().get(ofQuote)).statusCode).toBe(200);
  });

  it('S15 go with the order when it is deleted, and with the item', async () => {
    const admin = await app.as('admin');
    const ofQuote = await upload();
    const order = await makeOrder(app, staff, { items: [{ name: 'Box', imageUrls: [ofQuote] }, { name: 'Lamp' }] });
    const phone = await openOrder(app, order);
    const [box, lamp] = order.items;
    const add = async (item: number | undefined) =>
      ok<OrderItem>(
        await phone.form('PUT', `/api/v1/driver/items/${item}`, {}, [await photoFile('images')]),
      ).imageUrls.at(-1) ?? '';
    const [ofBox, ofLamp] = [await add(box?.id), await add(lamp?.id)];
    ok(await phone.delete(`/api/v1/driver/items/${lamp?.id}`));
    expect([await isClaimed(ofBox), await isClaimed(ofLamp)]).toEqual([true, false]);
    ok(await admin.delete(`/api/v1/orders/${order.id}`));
    expect([await isClaimed(ofBox), await isClaimed(ofQuote)]).toEqual([false, true]);
  });
});
