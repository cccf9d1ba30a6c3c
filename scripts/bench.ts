/**
 * npm run bench: the product beside its peers in one run, on a database of its own that is filled once and kept. Flags,
 * after `--`:
 *
 * - `--orders 10000,1000000` sizes; from the second one on the growth is told
 * - `--connections 1,16,64`, `--seconds 3` and `--rounds 3` of each side, `--only list,tracking`
 * - `--keep DIR` where the databases are kept, `--no-load` the single caller only, `--prof DIR` a CPU profile of ours
 * - `--url http://… --password …` times the reads of a running demo instead; give it a high LIMIT_SCALE
 *
 * Ratios hold on any machine, figures only on this one: docs/performance.md.
 */
import { mkdir } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { printGrowth, type Timing, timeReads } from './bench/growth.ts';
import { compare, type Outcome, type Side } from './bench/load.ts';
import { launch, type Measured } from './bench/processes.ts';
import { type Contest, contestsOf } from './bench/reads.ts';
import { type SignedIn, signIn } from './bench/sign-in.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PASSWORD = 'measured-by-the-bench-1';
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    runs: { type: 'string', default: '25' },
    only: { type: 'string' },
    keep: { type: 'string', default: join(ROOT, '.bench') },
    'no-load': { type: 'boolean' },
    prof: { type: 'string' },
    url: { type: 'string' },
    password: { type: 'string' },
  },
});
const numbers = (list: string) => list.split(',').map(Number);

interface Ours {
  url: string;
  databaseUrl: string;
  startMs: number;
  filledMs: number;
}
type Company = SignedIn & { ours: Measured<Ours> };

async function startOurs(orders: number): Promise<Company> {
  const dir = join(resolve(values.keep), `orders-${orders}`);
  await mkdir(dir, { recursive: true });
  const flags = values.prof ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.prof)}`] : [];
  const environment = { BENCH_DIR: dir, BENCH_ORDERS: String(orders), BENCH_PASSWORD: PASSWORD };
  const ours = await launch<Ours>('ours.ts', environment, flags);
  return { ...(await signIn(ours.ready.url, 'bench', PASSWORD)), ours };
}

const bytes = (size: number) => `${(size / 1_048_576).toFixed(0)} MB`;

/** The sides of one contest, after a look that all but the hydrating one answer the same. */
async function sidesOf(contest: Contest, { ours, cookie, read }: Company, peer: Measured<{ url: string }>) {
  const post = contest.body ? { method: 'POST' as const, body: contest.body } : {};
  const [mine, theirs] = [ours.ready.url, peer.ready.url];
  const headers: Record<string, string> = contest.body ? { 'content-type': 'application/json' } : {};
  const { usage } = ours;
  const sides: Side[] = [
    { name: 'bare', url: theirs, headers, paths: contest.bare, usage: peer.usage, ...post },
    { name: 'REST', url: mine, headers: { ...headers, cookie }, paths: contest.rest, usage, ...post },
    { name: 'tRPC', url: mine, headers: { ...headers, cookie }, paths: contest.trpc, usage, ...post },
  ];
  if (contest.hydrated)
    sides.push({ name: 'em.find', url: theirs, headers, paths: contest.hydrated, usage: peer.usage });
  if (!contest.body) {
    const bare: unknown = await (await fetch(theirs + contest.bare[0])).json();
    const { body } = await read(contest.rest[0] ?? '');
    if (!isDeepStrictEqual(body, bare)) throw new Error(`${contest.name}: the bare handler answers something else.`);
  }
  return sides;
}

function printOutcomes(name: string, connections: number, outcomes: ReadonlyMap<string, Outcome>): void {
  const bare = outcomes.get('bare');
  for (const [side, { perSecond, p50, p99, cpu, rssBefore, rssAfter }] of outcomes)
    console.log(
      [
        name.padEnd(20),
        String(connections).padStart(4),
        side.padEnd(8),
        `${perSecond.toFixed(0).padStart(6)}/s`,
        `${(perSecond / (bare?.perSecond ?? 1)).toFixed(2).padStart(5)}`,
        `${p50.toFixed(0).padStart(5)} ms`,
        `${p99.toFixed(0).padStart(5)} ms`,
        `${cpu.toFixed(0).padStart(6)} µs`,
        `${bytes(rssBefore).padStart(7)} → ${bytes(rssAfter)}`,
      ].join(' '),
    );
}

async function loadAll(company: Company): Promise<void> {
  const peer = await launch<{ url: string }>('peer.ts', { BENCH_DATABASE_URL: company.ours.ready.databaseUrl });
  try {
    const { body } = await company.read('/api/v1/orders?limit=100&page=2');
    const contests = contestsOf(body['data'] as { id: number; trackingNumber: string }[]);
    console.log('\nread                 conn side       a second  ratio   p50      p99   CPU of it   memory');
    for (const contest of contests) {
      if (values.only && !values.only.split(',').some((word) => contest.name.includes(word))) continue;
      const sides = await sidesOf(contest, company, peer);
      for (const connections of numbers(values.connections))
        printOutcomes(
          contest.name,
          connections,
          await compare(sides, { connections, seconds: Number(values.seconds), rounds: Number(values.rounds) }),
        );
    }
  } finally {
    await peer.stop();
  }
}

async function measureSize(orders: number): Promise<Map<string, Timing>> {
  const company = await startOurs(orders);
  try {
    const { startMs, filledMs } = company.ours.ready;
    const { rss } = await company.ours.usage();
    const filled = filledMs > 2000 ? `, filled in ${(filledMs / 1000).toFixed(0)} s` : '';
    console.log(
      `\n${orders.toLocaleString('en-US')} orders: started in ${startMs.toFixed(0)} ms with its PostgreSQL${filled}, ${bytes(rss)} after the start; load of the machine ${loadavg()[0]?.toFixed(1)}`,
    );
    const timings = await timeReads(company, Number(values.runs));
    if (!values['no-load']) await loadAll(company);
    return timings;
  } finally {
    await company.ours.stop();
  }
}

console.log(
  `${availableParallelism()} cores, ${cpus()[0]?.model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
const bySize = new Map<number, Map<string, Timing>>();
if (values.url)
  bySize.set(0, await timeReads(await signIn(values.url, 'dispatcher', values.password ?? ''), Number(values.runs)));
else for (const orders of numbers(values.orders)) bySize.set(orders, await measureSize(orders));
printGrowth(bySize);
