import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeOrder, ok, photoFile } from '../../../../test/support/factories.ts';
import { countPages } from '../../../../test/support/paper.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('the proof of delivery', () => {
  it('V17 of an order with 100 items and 300 photos takes little memory', async () => {
    const staff = await app.as('dispatcher');
    const proof = (id: number) => staff.get(`/api/v1/orders/${id}/proof.pdf`);
    const order = await makeOrder(app, staff, {
      items: Array.from({ length: 20 }, (_, at) => ({ name: `Item ${at + 1}`, quantity: 1 })),
    });
    // As if they had come one by one: three photos at the request, pickup and delivery of each of a hundred items.
    const stored = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const file = await photoFile('file');
        return ok<{ file: { url: string } }>(await staff.form('POST', '/api/v1/upload', {}, [file])).file.url;
      }),
    );
    const list = (at: number) => JSON.stringify([stored[at]]);
    await app.sql(
      `insert into order_items (order_id, position, name, quantity, image_urls, pickup_image_urls, transit_image_urls, delivery_image_urls, is_picked_up, is_in_transit, is_delivered, updated_at)
       select ?, 20 + n, 'More ' || n, 1, '[]', '[]', '[]', '[]', true, true, true, now() from generate_series(1, 80) n`,
      order.id,
    );
    await app.sql(
      'update order_items set image_urls = ?::jsonb, pickup_image_urls = ?::jsonb, delivery_image_urls = ?::jsonb where order_id = ?',
      list(0),
      list(1),
      list(2),
      order.id,
    );
    await proof((await makeOrder(app, staff)).id);
    const base = process.memoryUsage();
    let highest = 0;
    const watch = setInterval(() => {
      const { external, arrayBuffers, heapUsed } = process.memoryUsage();
      highest = Math.max(highest, external + arrayBuffers + heapUsed);
    }, 5);
    const answer = await proof(order.id);
    clearInterval(watch);
    expect(answer.statusCode).toBe(200);
    expect(await countPages(answer.rawPayload)).toBeGreaterThan(20);
    const grown = (highest - base.external - base.arrayBuffers - base.heapUsed) / 1024 / 1024;
    console.log(
      `proof of 300 photos: ${(answer.rawPayload.length / 1024 / 1024).toFixed(1)} MB, memory +${grown.toFixed(0)} MB`,
    );
    // The test itself holds the answer, twice while it is put together.
    expect(grown).toBeLessThan(140);
  });
});
