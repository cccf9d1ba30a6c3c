/**
 * What heavy calls cost others: CPU of the process that serves people, and how long another visitor waits at the same time. A
 * company of a thousand orders is started from this checkout, or from the one that `--tree` names; all of it on
 * 127.0.0.1, each call a few times and none longer than a minute.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BATCH_MAX } from '@quickfleet/shared/limits';
import { wideSheet } from '../../server/bench/wide-sheet.ts';
import { connectTo } from '../../server/src/db/embedded/installation.ts';
import { randomFrom } from '../../server/src/delivery/plans/engine/random.ts';
import { launch, type Measured } from './processes.ts';
import { signIn } from './sign-in.ts';
import { makePhotos } from './uploads.ts';

const PASSWORD = 'measured-by-the-bench-1';
const ORDERS = 1000;
const TIMES = 5;
/** No call is made once more after so long. */
const SERIES_MS = 10_000;
const QUIET_MS = 2000;
const CALL_MS_MAX = 60_000;
/** Of the two addresses that the visitor asks for in turn. */
const VISIT_MS = 25;
const UNDER_WAY_MAX = 200;
/** Served without the built pages, which the bench does not need. */
const PAGE = '/docs';
/** Each look at an export costs the server as well. */
const EXPORT_LOOK_MS = 500;
const FLAGS = ['--max-old-space-size=384', '--min-semi-space-size=16', '--max-semi-space-size=16'];

interface Ready {
  url: string;
  databaseUrl: string;
}
export interface Tree extends Ready {
  ours: Measured<Ready>;
  cookie: string;
}
type Send = (path: string, options?: RequestInit) => Promise<Response>;
interface HeavyCall {
  name: string;
  /** Done once and not measured: what has to be there. */
  prepare?: (send: Send) => Promise<unknown>;
  call: (send: Send) => Promise<unknown>;
}
const PLANNED = { day: '2031-03-04', drivers: 12, orders: 150, seconds: 5 };

const formWith = (name: string, bytes: Buffer, type: string, fields: Record<string, string> = {}): RequestInit => {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) body.set(key, value);
  body.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return { method: 'POST', body };
};
const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Drivers and orders of a town for one day, which nobody has yet. */
async function makeDay(ask: Send): Promise<void> {
  const send: Send = async (path, options) => {
    const answer = await ask(path, options);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const random = randomFrom(3);
  const place = () => ({ lat: 54.2 + random() * 0.2, lng: 10 + random() * 0.3 });
  for (let at = 0; at < PLANNED.drivers; at++)
    await send(
      '/api/v1/users',
      json('POST', { username: `planned${at}`, role: 'driver', firstName: `No. ${at}`, password: PASSWORD }),
    );
  const orders = Array.from({ length: PLANNED.orders }, (_, at) => ({
    customerName: 'Ada Plan',
    customerEmail: 'plan@quickfleet.example',
    ...{ pickupAddress: `${at} Depot Road`, pickupPlace: place(), deliveryAddress: `${at} Long Street` },
    ...{ deliveryPlace: place(), deliveryDate: PLANNED.day, items: [{ name: 'Box', quantity: 1 }] },
  }));
  for (let from = 0; from < orders.length; from += BATCH_MAX)
    await send('/api/v1/orders/batch', json('POST', { mode: 'all', orders: orders.slice(from, from + BATCH_MAX) }));
}

/** The calls that do most with the least that is sent. */
async function callsOf(send: Send): Promise<HeavyCall[]> {
  const { data } = (await (await send('/api/v1/orders?limit=100')).json()) as {
    data: { id: number; customerId: number }[];
  };
  const [{ id, customerId } = { id: 1, customerId: 1 }] = data;
  const ids = data.slice(0, 20).map((order) => order.id);
  const [photo = Buffer.alloc(0)] = await makePhotos();
  const sheet = await wideSheet();
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const get = (name: string, path: string): HeavyCall => ({ name, call: (send) => send(path) });
  return [
    get('label of one order, first paper', `/api/v1/orders/${id}/label.pdf`),
    get('labels of 20 orders', `/api/v1/orders/labels.pdf?ids=${ids.join(',')}`),
    get('run sheets of the day', '/api/v1/drivers/run-sheets.pdf'),
    get('proof of an order', `/api/v1/orders/${id}/proof.pdf`),
    get('statement', `/api/v1/customers/${customerId}/statement.pdf`),
    get('all orders as CSV', '/api/v1/orders.csv'),
    get('all orders for Excel', '/api/v1/orders.xlsx'),
    get('personal data of a customer', `/api/v1/customers/${customerId}/personal-data.zip`),
    {
      name: 'export of everything',
      async call(send) {
        const made = (await (await send('/api/v1/exports', json('POST', {}))).json()) as { id: number };
        for (let state = 'waiting'; state === 'waiting' || state === 'running'; await pause(EXPORT_LOOK_MS)) {
          const read = (await (await send(`/api/v1/exports/${made.id}`)).json()) as { state: string };
          state = read.state;
        }
        await send(`/api/v1/exports/${made.id}`, { method: 'DELETE' });
      },
    },
    {
      name: `plan of ${PLANNED.orders} orders, ${PLANNED.seconds} s`,
      prepare: makeDay,
      async call(send) {
        const wanted = { day: PLANNED.day, keep: 'assigned', aim: 'time', seconds: PLANNED.seconds };
        const made = (await (await send('/api/v1/plans', json('POST', wanted))).json()) as { id: number };
        for (let state = 'planning'; state === 'planning'; await pause(EXPORT_LOOK_MS))
          ({ state } = (await (await send(`/api/v1/plans/${made.id}`)).json()) as { state: string });
        await send(`/api/v1/plans/${made.id}`, { method: 'DELETE' });
      },
    },
    { name: 'photo of 6 megapixels', call: (send) => send('/api/v1/upload', formWith('a.jpg', photo, 'image/jpeg')) },
    {
      name: `spreadsheet of ${(sheet.length / 1024).toFixed(0)} kB, 2 million cells`,
      call: (send) => send('/api/v1/imports', formWith('a.xlsx', sheet, type, { kind: 'orders' })),
    },
  ];
}

/** The product of a checkout, with a company of a thousand orders and an admin who is signed in. */
export async function startTree(tree: string, keep: string): Promise<Tree> {
  const dir = join(resolve(keep), `visitors-${resolve(tree).replaceAll(/\W+/g, '-')}`);
  await mkdir(dir, { recursive: true });
  const environment = {
    MALLOC_ARENA_MAX: '1',
    BENCH_DIR: dir,
    BENCH_ORDERS: String(ORDERS),
    BENCH_PASSWORD: PASSWORD,
  };
  const ours = await launch<Ready>('ours.ts', environment, FLAGS, tree);
  const client = await connectTo({ connectionString: ours.ready.databaseUrl });
  await client.query(`update users set role = 'admin' where username = 'bench'`);
  await client.end();
  return { ...ours.ready, ours, cookie: (await signIn(ours.ready.url, 'bench', PASSWORD)).cookie };
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** Asks at a fixed rate whether or not the last answer has come, as visitors do; milliseconds of each answer. */
async function visitWhile<T>(url: string, work: () => Promise<T>): Promise<{ done: T; waits: Map<string, number[]> }> {
  const waits = new Map<string, number[]>([
    ['/healthz', []],
    [PAGE, []],
  ]);
  const underWay = new Set<Promise<void>>();
  const visit = async (path: string) => {
    const begun = performance.now();
    const signal = AbortSignal.timeout(CALL_MS_MAX);
    await fetch(url + path, { signal, headers: { 'accept-language': 'en' } })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
    waits.get(path)?.push(performance.now() - begun);
  };
  let turn = 0;
  const timer = setInterval(() => {
    if (underWay.size >= UNDER_WAY_MAX) return;
    const visited = visit(turn++ % 2 === 0 ? '/healthz' : PAGE).finally(() => underWay.delete(visited));
    underWay.add(visited);
  }, VISIT_MS);
  try {
    return { done: await work(), waits };
  } finally {
    clearInterval(timer);
    await Promise.all(underWay);
  }
}

interface Cost {
  cpuMs: number;
  /** Milliseconds of each answer to the visitor, by address. */
  waits: ReadonlyMap<string, number[]>;
  said: string;
}
async function costOf({ ours, url, cookie }: Tree, { call, prepare }: HeavyCall): Promise<Cost> {
  let said = '';
  const send: Send = async (path, options = {}) => {
    const headers = { cookie, ...options.headers };
    const answer = await fetch(url + path, { ...options, headers, signal: AbortSignal.timeout(CALL_MS_MAX) });
    said = String(answer.status);
    return new Response(await answer.arrayBuffer(), { status: answer.status });
  };
  await prepare?.(send);
  // What the visitors cost is taken off: each as much as without a call.
  const visitsIn = (waits: ReadonlyMap<string, number[]>) => [...waits.values()].flat().length;
  const idle = await ours.usage();
  const quiet = await visitWhile(url, () => pause(QUIET_MS));
  const visitCpu = ((await ours.usage()).cpu - idle.cpu) / visitsIn(quiet.waits);
  const before = await ours.usage();
  const { done: times, waits } = await visitWhile(url, async () => {
    const begun = performance.now();
    let times = 0;
    for (; times < TIMES && performance.now() - begun < SERIES_MS; times++) await call(send);
    return times;
  });
  const cpu = (await ours.usage()).cpu - before.cpu - visitCpu * visitsIn(waits);
  return { cpuMs: Math.max(0, cpu / times / 1000), waits, said };
}

const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(10);
/** The 95th and the 99th percentile of both addresses. */
const columnsOf = (waits: ReadonlyMap<string, number[]>): string =>
  ['/healthz', PAGE]
    .flatMap((path) => [0.95, 0.99].map((share) => ms(percentile(waits.get(path) ?? [], share))))
    .join(' ');

/** Prints a row for each heavy call; a call that ends the server says so, and the next one has a new one. */
export async function printVisitors(tree: string, keep: string, only: readonly string[]): Promise<void> {
  let server = await startTree(tree, keep);
  try {
    const { url, cookie } = server;
    const calls = await callsOf((path) => fetch(url + path, { headers: { cookie } }));
    const { waits } = await visitWhile(url, () => pause(3000));
    const heads = ['CPU', '/healthz', 'p99', 'page', 'p99'].map((head) => head.padStart(10)).join(' ');
    console.log(`\n${'call'.padEnd(40)} ${heads}  answer`);
    console.log(`${'nothing'.padEnd(40)} ${ms(0)} ${columnsOf(waits)}`);
    for (const call of calls.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))) {
      try {
        const cost = await costOf(server, call);
        console.log(`${call.name.padEnd(40)} ${ms(cost.cpuMs)} ${columnsOf(cost.waits)}  ${cost.said}`);
      } catch (error) {
        console.log(`${call.name.padEnd(40)} ended or gave up: ${error instanceof Error ? error.message : error}`);
        await server.ours.stop();
        server = await startTree(tree, keep);
      }
    }
  } finally {
    await server.ours.stop();
  }
}
