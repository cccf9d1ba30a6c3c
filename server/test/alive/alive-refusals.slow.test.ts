import { expect, it } from 'vitest';
import { type RawCall, rawCall } from '../support/raw-call.ts';
import { useAlive } from './alive.ts';

/** More than one address may ask in a minute. */
const TOO_MANY = 1200;
const alive = useAlive({ LIMIT_SCALE: '1' });

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const PATHS = [
  '/api/v1/quotes',
  '/api/v1/orders/1',
  '/api/v1/upload',
  '/api/login',
  '/api/quotes',
  '/trpc/quotes.create',
  '/trpc/orders.list',
  '/api/v1/nowhere',
  '/files/nothing.jpg',
  '/q/nothing',
  '/healthz',
  '/',
];
/** One byte that is not UTF-8, at the beginning, in the middle, at the end, and many of them. */
const BODIES = [
  Buffer.from('\xfc', 'latin1'),
  Buffer.from('{"name":"M\xfcller"}', 'latin1'),
  Buffer.from('name=M\xfc', 'latin1'),
  Buffer.alloc(70_000, 0xfc),
];
const HEADERS: Record<string, string>[] = [
  { 'content-type': 'application/json' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/json', 'content-length': String(64 * 1024 * 1024) },
  { 'content-type': 'application/json', authorization: 'Bearer qf_nobody' },
  { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.com' },
];
const TIMES = PATHS.length * HEADERS.length * 2;
let address = 0;
/** Each address has limits of its own; these calls are refused for what they are. */
const nextAddress = () => `127.1.${Math.floor(++address / 250)}.${(address % 250) + 1}`;

it('N23 no refusal of a body that is not UTF-8 ends the process, whatever method, address, type and packets', async () => {
  const seen = new Map<number, number>();
  for (const method of METHODS) {
    const calls: RawCall[] = PATHS.flatMap((path) =>
      HEADERS.flatMap((headers, at) =>
        [false, true].map((isApart) => ({
          method,
          path,
          headers,
          isApart,
          body: BODIES[(at + path.length) % BODIES.length] ?? Buffer.alloc(1),
          from: nextAddress(),
        })),
      ),
    );
    while (calls.length > 0)
      for (const status of await Promise.all(calls.splice(0, 24).map((call) => rawCall(alive.url, call))))
        seen.set(status, (seen.get(status) ?? 0) + 1);
    await alive.expectAlive(`${method}, a body that is not UTF-8`, { times: TIMES });
  }
  const statuses = [...seen.keys()].sort((one, other) => one - other);
  await alive.expectAlive('answers', { said: [...seen].map(([status, times]) => `${status}: ${times}`).join(', ') });
  for (const status of [400, 401, 403, 404, 413, 415]) expect(statuses).toContain(status);
  // Each was an answer: none was cut without one.
  expect(seen.get(0) ?? 0).toBe(0);
});

it('N23 neither does a refusal of one who asks too often', async () => {
  const [headers, from, path] = [{ 'content-type': 'application/json' }, '127.2.0.1', '/api/v1/quotes'];
  const ask = (call: Omit<RawCall, 'path'>) => rawCall(alive.url, { path, headers, from, ...call });
  for (let sent = 0; sent <= TOO_MANY; sent += 40)
    await Promise.all(Array.from({ length: 40 }, () => ask({ method: 'GET' })));
  const seen = new Set<number>();
  for (const method of METHODS)
    for (const body of BODIES) for (const isApart of [false, true]) seen.add(await ask({ method, body, isApart }));
  expect([...seen]).toContain(429);
  const times = METHODS.length * BODIES.length * 2;
  await alive.expectAlive('429 and a body that is not UTF-8', { times, said: [...seen].join(', ') });
});

it('N23 nor a body that ends early, in any of these', async () => {
  const seen = new Map<number, number>();
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    for (const path of PATHS)
      for (const length of ['5000', '70000']) {
        const headers = { 'content-type': 'application/json', 'content-length': length };
        const call = { method, path, headers, body: BODIES[1] ?? Buffer.alloc(1), hangsUp: true };
        const status = await rawCall(alive.url, { ...call, isApart: true, from: nextAddress() });
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
  await alive.expectAlive('a body that ends early', { times: 4 * PATHS.length * 2 });
});
