import { readFile } from 'node:fs/promises';
import type { Import } from '@quickfleet/shared/operations/imports';
import { expect, it } from 'vitest';
import { useInstallation } from '../support/installation.ts';

const ORDERS = 1200;
const CUSTOMERS = 50_000;
/** The first of them go in, at some hundred a second; how the others do would show nothing new. */
const CUSTOMERS_IN = 4000;
const MB = 1024 * 1024;
/** How much the process may grow, whatever the file has. */
const GROWTH_MAX = 160 * MB;
// Memory as npm start has it.
const installation = useInstallation({
  NODE_OPTIONS: '--max-old-space-size=384 --max-semi-space-size=16',
  MALLOC_ARENA_MAX: '1',
});

let cookie: string | undefined;
/** Calls of the admin, on whatever server runs now; the session survives them all. */
async function caller() {
  cookie ??= await installation.signIn();
  const headers = { cookie };
  const ask = async (path: string, init: RequestInit = {}): Promise<Import> => {
    const answer = await fetch(`${installation.url}/api/v1/imports${path}`, { ...init, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text);
  };
  return {
    read: (id: number) => ask(`/${id}`),
    commit: (id: number) => ask(`/${id}/commit`, { method: 'POST' }),
    cancel: (id: number) => ask(`/${id}/cancel`, { method: 'POST' }),
    send(kind: string, text: string) {
      const body = new FormData();
      body.set('kind', kind);
      body.set('file', new Blob([text], { type: 'text/csv' }), `${kind}.csv`);
      return ask('', { method: 'POST', body });
    },
  };
}
const patient = { timeout: 1_200_000, interval: 500 };
const stateOf = async (id: number) => (await (await caller()).read(id)).state;

it('C90 an import carries on after kill -9 in its middle, and makes every row once', {
  timeout: 1_300_000,
}, async () => {
  const text = [
    'Customer,E-mail,Pickup address,Delivery address,Items',
    ...Array.from({ length: ORDERS }, (_, at) => `Ada ${at},ada${at}@example.com,1 A Street,2 B Street,2 x Box`),
  ].join('\n');
  const { id } = await (await caller()).send('orders', text);
  await installation.kill();
  await expect.poll(() => stateOf(id), patient).toBe('checked');
  await (await caller()).commit(id);
  for (const part of [0.2, 0.6]) {
    await expect.poll(async () => (await (await caller()).read(id)).created, patient).toBeGreaterThan(ORDERS * part);
    await installation.kill();
  }
  await expect.poll(() => stateOf(id), patient).toBe('done');
  expect(await (await caller()).read(id)).toMatchObject({
    rows: ORDERS,
    valid: ORDERS,
    created: ORDERS,
    invalid: 0,
    skipped: 0,
  });
  expect(
    await installation.rows(
      'select count(*)::int as orders, count(distinct customer_email)::int as people from orders',
    ),
  ).toEqual([{ orders: ORDERS, people: ORDERS }]);
  expect(await installation.rows(`select count(*)::int as lines from history where action = 'order.imported'`)).toEqual(
    [{ lines: ORDERS }],
  );
  const again = await (await caller()).send('orders', text);
  await expect.poll(() => stateOf(again.id), patient).toBe('checked');
  expect(await (await caller()).read(again.id)).toMatchObject({ valid: 0, skipped: ORDERS });
});

const rss = async (): Promise<number> => {
  const status = await readFile(`/proc/${installation.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
};

it('C90 50,000 rows are read and checked, and go in until they are cancelled, with bounded memory', {
  timeout: 1_300_000,
}, async () => {
  const lines = Array.from(
    { length: CUSTOMERS },
    (_, at) => `Ada ${at},many${at}@example.com,+1 555 ${at},Company ${at}`,
  );
  const small = await (await caller()).send(
    'customers',
    ['Name,Email,Phone,Company', 'A,first@example.com,,'].join('\n'),
  );
  await expect.poll(() => stateOf(small.id), patient).toBe('checked');
  const before = await rss();
  let peak = before;
  const watch = setInterval(() => void rss().then((bytes) => (peak = Math.max(peak, bytes))), 100);
  const begun = performance.now();
  const { id } = await (await caller()).send('customers', ['Name,Email,Phone,Company', ...lines].join('\n'));
  const sent = performance.now();
  await expect.poll(() => stateOf(id), patient).toBe('checked');
  const checked = performance.now();
  await (await caller()).commit(id);
  await expect.poll(async () => (await (await caller()).read(id)).created, patient).toBeGreaterThan(CUSTOMERS_IN);
  await (await caller()).cancel(id);
  await expect.poll(() => stateOf(id), patient).toBe('cancelled');
  clearInterval(watch);
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
  const done = performance.now();
  console.log(
    `50,000 rows: sent in ${seconds(begun, sent)}, checked in ${seconds(sent, checked)}, ${CUSTOMERS_IN} in after ${seconds(checked, done)}; ` +
      `${Math.round(before / MB)} MB before, ${Math.round(peak / MB)} MB at most`,
  );
  const { rows, created } = await (await caller()).read(id);
  expect(rows).toBe(CUSTOMERS);
  expect(await installation.rows(`select count(*)::int as n from customers where email like 'many%'`)).toEqual([
    { n: created },
  ]);
  expect(peak - before).toBeLessThan(GROWTH_MAX);
});
