import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photo, quoteBody, signatureFile } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
let dir: string;
let port: number;
let server: ServerProcess;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-kill-'));
  port = await freePort();
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

const launch = () =>
  startProcess({
    DATA_DIR: dir,
    PORT: String(port),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LIMIT_SCALE: '100',
  });

/** One browser that keeps its cookies while servers come and go. */
function browser() {
  const cookies = new Map<string, string>();
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return JSON.parse(text);
  };
}
const form = (fields: Record<string, string>, files: [name: string, bytes: Buffer, type: string][] = []) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, bytes, type] of files)
    data.append(name, new Blob([new Uint8Array(bytes)], { type }), `${name}.${type.split('/')[1]}`);
  return data;
};

it('S06 G09 goes from the request to the delivery although the server is killed after every step, and loses nothing', async () => {
  const visitor = browser();
  const staff = browser();
  const phone = browser();
  let quote: Quote;
  let order: Order;
  let upload = '';
  const killed = async <T>(step: () => Promise<T>): Promise<T> => {
    server = await launch();
    const answer = await step();
    await server.end('SIGKILL');
    return answer;
  };

  upload = (
    await killed(async () =>
      visitor<{ file: { url: string } }>('POST', '/api/v1/upload', form({}, [['file', await photo(), 'image/jpeg']])),
    )
  ).file.url;
  const body = quoteBody();
  quote = await killed(() =>
    visitor<Quote>('POST', '/api/v1/quotes', { ...body, items: [{ ...body.items[0], imageUrls: [upload] }] }),
  );
  await killed(() => staff('POST', '/api/login', ADMIN));
  await killed(() =>
    staff('PUT', `/api/v1/quotes/${quote.id}`, { price: '55.00', paymentUrl: 'https://pay.example.com/1' }),
  );
  quote = await killed(() => staff<Quote>('PUT', `/api/v1/quotes/${quote.id}`, { status: 'paid' }));
  expect(quote).toMatchObject({ status: 'paid', price: '55.00' });
  order = await killed(() => staff<Order>('POST', `/api/v1/quotes/${quote.id}/convert-to-order`));
  await killed(() => phone('POST', '/api/driver/access', { accessCode: order.accessCode }));
  const item = order.items[0]?.id;
  await killed(async () =>
    phone(
      'POST',
      `/api/driver/pickup/${item}`,
      form({ isPickedUp: 'true' }, [['pickupImages', await photo(), 'image/jpeg']]),
    ),
  );
  const { bytes } = await signatureFile();
  await killed(() =>
    phone(
      'POST',
      '/api/driver/signature',
      form({ customerName: 'Ada', quoteId: String(quote.id) }, [['signature', bytes, 'image/png']]),
    ),
  );
  await killed(() => phone('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  await killed(async () =>
    phone(
      'POST',
      `/api/driver/delivery/${item}`,
      form({ isDelivered: 'true' }, [['deliveryImages', await photo(), 'image/jpeg']]),
    ),
  );
  const last = await signatureFile();
  await killed(() =>
    phone(
      'POST',
      '/api/driver/signature',
      form({ customerName: 'Bob', quoteId: String(quote.id) }, [['signature', last.bytes, 'image/png']]),
    ),
  );

  server = await launch();
  order = await staff<Order>('GET', `/api/v1/orders/${order.id}`);
  expect(order).toMatchObject({
    status: 'delivered',
    pickupSignature: { signerName: 'Ada' },
    deliverySignature: { signerName: 'Bob' },
  });
  expect(await staff('GET', '/api/v1/orders/counts')).toMatchObject({ total: 1, pickedUp: 0, delivered: 1 });
  expect(order.items).toMatchObject([
    { imageUrls: [upload], pickupImageUrls: [expect.any(String)], deliveryImageUrls: [expect.any(String)] },
  ]);
  const tracked = await visitor<TrackedOrder>('GET', `/api/v1/orders/tracking/${order.trackingNumber}`);
  expect(tracked.steps.map((step) => step.completedAt !== null)).toEqual([true, true, true, true]);
  for (const url of [
    upload,
    order.items[0]?.pickupImageUrls[0],
    order.items[0]?.deliveryImageUrls[0],
    order.pickupSignature?.url,
  ]) {
    const picture = await fetch(`http://127.0.0.1:${port}${url}`);
    expect(picture.status).toBe(200);
    expect((await picture.arrayBuffer()).byteLength).toBe(Number(picture.headers.get('content-length')));
  }
}, 180_000);
