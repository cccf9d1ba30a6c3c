import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { EventHub } from '../../src/http/streams/events.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { makeOrder } from '../support/factories.ts';

// Two servers on one database: what an address asks of the one counts at the other.

let app: TestApp;
let order: Order;
let servers: string[];
let closeSecond: () => Promise<void>;
beforeAll(async () => {
  app = await createTestApp({ LIMIT_SCALE: 1, TRUST_PROXY: '127.0.0.1' });
  order = await makeOrder(app, await app.as('admin'));
  const events = new EventHub(app.databaseUrl, app.services.log);
  await events.start();
  const second = await buildApp({ ...app.services, events });
  servers = [await app.app.listen({ port: 0, host: '127.0.0.1' }), await second.listen({ port: 0, host: '127.0.0.1' })];
  closeSecond = async () => {
    await second.close();
    await events.close();
  };
});
afterAll(async () => {
  await closeSecond();
  await app.close();
});

const look = async (server: number, address: string): Promise<number> =>
  (
    await fetch(`${servers[server]}/api/v1/orders/tracking/${order.trackingNumber}`, {
      headers: { 'x-forwarded-for': address },
    })
  ).status;
const countOf = async (address: string) =>
  (await app.sql<{ count: number }>('select count from rate_counts where bucket = ?', `tracking.get:ip:${address}`))[0]
    ?.count;
const times = async (n: number, call: () => Promise<number>) => {
  const seen: Record<number, number> = {};
  for (let at = 0; at < n; at++) {
    const status = await call();
    seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
};

it('G04 sixty look-ups a minute hold in one process to the last one, and are in the table within a second', async () => {
  const address = '198.51.100.71';
  expect(await times(70, () => look(0, address))).toEqual({ 200: 60, 429: 10 });
  await expect.poll(() => countOf(address)).toBe(70);
});

it('G04 an address that changes to another process has the rest of its look-ups there', async () => {
  const address = '198.51.100.72';
  expect(await times(40, () => look(0, address))).toEqual({ 200: 40 });
  await expect.poll(() => countOf(address)).toBe(40);
  // The first one tells the second process what the first one has counted.
  expect(await look(1, address)).toBe(200);
  await expect.poll(() => countOf(address)).toBe(41);
  expect(await times(30, () => look(1, address))).toEqual({ 200: 19, 429: 11 });
});

it('G04 asking both together gets at most one process’s share of a second through, and then nothing', async () => {
  const address = '198.51.100.73';
  const [one, two] = await Promise.all([times(70, () => look(0, address)), times(70, () => look(1, address))]);
  expect((one[200] ?? 0) + (two[200] ?? 0)).toBeLessThanOrEqual(120);
  await expect.poll(() => countOf(address)).toBe(140);
  const later = async () => [await look(0, address), await look(1, address)];
  await expect.poll(later).toEqual([429, 429]);
});

it('G04 a database that is away does not lose what was counted', async () => {
  const address = '198.51.100.74';
  await app.sql('alter table rate_counts rename to rate_counts_away');
  expect(await times(62, () => look(0, address))).toEqual({ 200: 60, 429: 2 });
  await app.sql('alter table rate_counts_away rename to rate_counts');
  await expect.poll(() => countOf(address)).toBe(62);
});

it('N21 a server that stops keeps what was counted in its last second, and asks the database nothing more', async () => {
  const address = '198.51.100.75';
  const services = { ...app.services };
  const third = await buildApp(services);
  servers.push(await third.listen({ port: 0, host: '127.0.0.1' }));
  expect(await times(30, () => look(2, address))).toEqual({ 200: 30 });
  await third.close();
  expect(await countOf(address)).toBe(30);
});
