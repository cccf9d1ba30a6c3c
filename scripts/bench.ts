/**
 * npm run bench: how long the reads that people wait for take, with a company of 20,000 orders made for it, or `--
 * --orders 100000`. Each
 * is told beside its peer of the same run, the lightest call through the same server, so that the ratio holds on any
 * machine. `-- --url http://… --password …` measures a running demo instead; give that one a high LIMIT_SCALE.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const WARM_UP = 3;
const START_MS = 900_000;
/** Session, permission and one row: what every read has to pay. */
const PEER = '/api/v1/users/me';
const STAFF = 'dispatcher';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '25' },
    url: { type: 'string' },
    password: { type: 'string' },
  },
});
const runs = Number(values.runs);

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || !address) throw new Error('This machine gives no free port.');
  return address.port;
}

/** A demo company of its own, in a process of its own, so that measuring takes nothing from what is measured. */
async function startCompany(dataDir: string): Promise<{ url: string; password: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const server = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts'), '--orders', values.orders], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LIMIT_SCALE: '1000', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_MS;
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error('The server for the measurement did not start.');
    await new Promise((again) => setTimeout(again, 500));
  }
  const { password } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const stop = async () => {
    server.kill();
    await ended;
  };
  return { url, password, stop };
}

/** A signed-in reader: answers the body and how many milliseconds it took, to its last byte. */
async function signIn(url: string, password: string) {
  const login = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: STAFF, password }),
  });
  if (!login.ok) throw new Error(`Signing in as ${STAFF} was answered with ${login.status}.`);
  const cookie = login.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  return async (path: string): Promise<{ body: Record<string, unknown>; ms: number }> => {
    const begun = performance.now();
    const answer = await fetch(url + path, { headers: { cookie } });
    const body = JSON.parse(await answer.text());
    const ms = performance.now() - begun;
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${JSON.stringify(body)}`);
    return { body, ms };
  };
}
type Read = Awaited<ReturnType<typeof signIn>>;

const quantile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

async function readsOf(read: Read): Promise<Record<string, string>> {
  const first = (await read('/api/v1/orders?limit=1')).body;
  const [order] = first['data'] as { trackingNumber: string; customerName: string }[];
  const total = Number(first['total']);
  const pages = Math.ceil(total / 20);
  const lastName = encodeURIComponent(order?.customerName.split(' ').at(-1) ?? 'smith');
  return {
    'Orders, first page': '/api/v1/orders',
    'Orders, a page in the middle': `/api/v1/orders?page=${Math.ceil(pages / 2)}`,
    'Orders, last page': `/api/v1/orders?page=${pages}`,
    'Orders, by total': '/api/v1/orders?sort=total',
    'Orders, in transit': '/api/v1/orders?status=in_transit',
    'Orders, search: tracking number': `/api/v1/orders?q=${order?.trackingNumber}`,
    'Orders, search: name': `/api/v1/orders?q=${lastName}`,
    'Orders, search: two letters': '/api/v1/orders?q=an',
    'Orders, search: one letter': '/api/v1/orders?q=e',
    'Orders, search: nothing found': '/api/v1/orders?q=zzzzqq',
    'Orders, counts': '/api/v1/orders/counts',
    'Quotes, first page': '/api/v1/quotes',
    'Quotes, drafts': '/api/v1/quotes?status=draft',
    'Quotes, search: name': `/api/v1/quotes?q=${lastName}`,
    'Quotes, search: one letter': '/api/v1/quotes?q=e',
    'Customers, first page': '/api/v1/customers',
    'Customers, search: name': `/api/v1/customers?q=${lastName}`,
    'E-mails, first page': '/api/v1/emails',
    'E-mails, search: name': `/api/v1/emails?q=${lastName}`,
    Dashboard: '/api/v1/stats',
    'Tracking of one order': `/api/v1/orders/tracking/${order?.trackingNumber}`,
  };
}

async function measure(url: string, password: string): Promise<void> {
  const read = await signIn(url, password);
  const { body } = await read('/api/v1/orders?limit=1');
  console.log(
    `${Number(body['total']).toLocaleString('en-US')} orders, ${runs} runs each, one at a time; the peer is ${PEER}\n`,
  );
  console.log(`${''.padEnd(34)}  median     p95   times the peer`);
  for (const [name, path] of Object.entries(await readsOf(read))) {
    for (let run = 0; run < WARM_UP; run++) await read(path);
    const times: number[] = [];
    const peers: number[] = [];
    for (let run = 0; run < runs; run++) {
      peers.push((await read(PEER)).ms);
      times.push((await read(path)).ms);
    }
    const median = quantile(times, 0.5);
    const ratio = median / quantile(peers, 0.5);
    console.log(
      `${name.padEnd(34)} ${median.toFixed(1).padStart(5)} ms ${quantile(times, 0.95).toFixed(1).padStart(5)} ms ${ratio.toFixed(1).padStart(10)}`,
    );
  }
}

if (values.url) await measure(values.url, values.password ?? '');
else {
  const dataDir = await mkdtemp(join(tmpdir(), 'quickfleet-bench-'));
  try {
    const company = await startCompany(dataDir);
    try {
      await measure(company.url, company.password);
    } finally {
      await company.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
