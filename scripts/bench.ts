/**
 * npm run bench: the product next to its peers in one run, on a separate database that is filled once and kept. Flags,
 * after `--`:
 *
 * - `--orders 10000,1000000` sizes; with a second one it also prints the growth
 * - `--connections 1,16,64`, `--seconds 3` and `--rounds 3` of each side, `--only list,tracking`
 * - `--keep DIR` the folder of the databases, `--no-load` the single caller only, `--prof DIR` a CPU profile of ours
 * - in addition to the reads `--only` knows `uploads`, `listeners`, `jobs` and `servers`
 * - `--minutes 30` watches the memory under reads, uploads and new quotes
 * - `--migrations 2` how long others wait while the last ones are reverted and run again
 * - `eta` alone how well ranges of arrival hold, over 10,000 made-up deliveries
 * - `addresses` alone an address file of made-up rows: `--rows 1000000`; and `--each 170` as people of a country write
 * - `plan` alone plans of a day: `--only lc101,lr102`, `--seconds 2`, `--seeds 3`, `--from FOLDER` of the instances
 * - `reports` alone every report over a year at each of `--orders 10000,1000000`, and what counting costs a write
 * - `imports` alone rows a second of a file of `--rows 50000`, next to the checkout of `--tree`, and orders by batch
 * - `webhooks` alone what an order costs with four endpoints, two of them failing, and without: `--rounds 5`
 * - `load` alone what heavy calls cost other visitors: `--only labels`, `--tree FOLDER` of another checkout
 * - `line` alone what a driver waits for on a slow line, next to the checkout of `--tree`: `--rounds 3`
 * - `--hint 100000` times the price hint alone: 200 calls for different quotes, among so many
 * - `--url http://… --password …` times the reads of a running demo instead; give it a high LIMIT_SCALE
 *
 * Ratios are comparable across machines, absolute numbers are not: docs/performance.md.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Waits } from '../server/bench/locks.ts';
import { printAddresses } from './bench/addresses.ts';
import { type Company, type CompanyOptions, startOurs } from './bench/company.ts';
import { printEta } from './bench/eta.ts';
import { printGrowth, timeReads } from './bench/growth.ts';
import { type HintTiming, timeHint } from './bench/hint.ts';
import { printImports } from './bench/imports.ts';
import { compare, megabytes, type Outcome, type Side } from './bench/load.ts';
import { watchMemory } from './bench/memory.ts';
import { measureParts, printJobs } from './bench/parts.ts';
import { printPlans } from './bench/plan.ts';
import { launch, type Measured } from './bench/processes.ts';
import { type BenchOrder, type Contest, contestsOf } from './bench/reads.ts';
import { printReports } from './bench/reports.ts';
import { signIn } from './bench/sign-in.ts';
import { printSizes } from './bench/sizes.ts';
import { printSlowLine } from './bench/slow-line.ts';
import { printVisitors } from './bench/visitors.ts';
import { printWebhooks } from './bench/webhooks.ts';

const ROOT = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '10000' },
    rows: { type: 'string', default: '1000000' },
    each: { type: 'string', default: '170' },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '2' },
    seeds: { type: 'string', default: '1' },
    from: { type: 'string' },
    tree: { type: 'string', default: ROOT },
    rounds: { type: 'string', default: '3' },
    runs: { type: 'string', default: '25' },
    only: { type: 'string' },
    keep: { type: 'string', default: join(ROOT, '.bench') },
    'no-load': { type: 'boolean' },
    prof: { type: 'string' },
    hint: { type: 'string' },
    migrations: { type: 'string' },
    minutes: { type: 'string' },
    url: { type: 'string' },
    password: { type: 'string' },
  },
});
/** Orders that `imports` makes by batches, and one by one. */
const BATCHED = 5000;
const numbers = (list: string) => list.split(',').map(Number);

/** The bounds of memory under which `npm start` runs it. */
const BOUNDS = [
  '--max-old-space-size=384',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--heap-growing-percent=30',
];
const optionsFor = (orders: number, quotes?: number): CompanyOptions => ({
  keep: values.keep,
  orders,
  ...(quotes ? { quotes } : {}),
  flags: [...BOUNDS, ...(values.prof ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.prof)}`] : [])],
});

const isWanted = (name: string) => values.only?.split(',').some((word) => name.includes(word)) ?? true;

/** The sides of one contest, after a look that all but the hydrating one answer the same. */
async function sidesOf(contest: Contest, { ours, cookie, read }: Company, peer: Measured<{ url: string }>) {
  const post = contest.body ? { method: 'POST' as const, body: contest.body } : {};
  const [mine, theirs] = [ours.ready.url, peer.ready.url];
  const headers: Record<string, string> = contest.body ? { 'content-type': 'application/json' } : {};
  const { usage } = ours;
  const sides: Side[] = [
    { name: 'bare', url: theirs, headers, paths: contest.bare, usage: peer.usage, ...post },
    { name: 'plain', url: theirs, headers: { ...headers, cookie }, paths: contest.plain, usage: peer.usage, ...post },
    { name: 'REST', url: mine, headers: { ...headers, cookie }, paths: contest.rest, usage, ...post },
    { name: 'tRPC', url: mine, headers: { ...headers, cookie }, paths: contest.trpc, usage, ...post },
  ];
  if (contest.hydrated)
    sides.push({ name: 'em.find', url: theirs, headers, paths: contest.hydrated, usage: peer.usage });
  if (!contest.body) {
    const { body } = await read(contest.rest[0] ?? '');
    for (const path of [contest.bare[0], contest.plain[0]]) {
      const said: unknown = await (await fetch(`${theirs}${path}`, { headers: { cookie } })).json();
      if (!isDeepStrictEqual(body, said)) throw new Error(`${contest.name}: ${path} answers something else.`);
    }
  }
  return sides;
}

function printOutcomes(name: string, connections: number, outcomes: ReadonlyMap<string, Outcome>): void {
  const [bare, plain] = [outcomes.get('bare'), outcomes.get('plain')];
  for (const [side, { perSecond, p50, p99, cpu, rssBefore, rssAfter }] of outcomes)
    console.log(
      [
        name.padEnd(20),
        String(connections).padStart(4),
        side.padEnd(8),
        `${perSecond.toFixed(0).padStart(6)}/s`,
        `${(perSecond / (plain?.perSecond ?? 1)).toFixed(2).padStart(5)}`,
        `${(perSecond / (bare?.perSecond ?? 1)).toFixed(2).padStart(5)}`,
        `${p50.toFixed(0).padStart(5)} ms`,
        `${p99.toFixed(0).padStart(5)} ms`,
        `${cpu.toFixed(0).padStart(6)} µs`,
        `${megabytes(rssBefore).padStart(7)} → ${megabytes(rssAfter)}`,
      ].join(' '),
    );
}

async function loadAll(company: Company, options: CompanyOptions): Promise<void> {
  const peer = await launch<{ url: string }>('peer.ts', { BENCH_DATABASE_URL: company.ours.ready.databaseUrl }, BOUNDS);
  try {
    const { body } = await company.read('/api/v1/orders?limit=100');
    const contests = contestsOf(body['data'] as BenchOrder[]);
    console.log('\nread                 conn side       a second  plain  bare   p50      p99   CPU of it   memory');
    for (const contest of contests) {
      if (!isWanted(contest.name)) continue;
      const sides = await sidesOf(contest, company, peer);
      for (const connections of numbers(values.connections))
        printOutcomes(
          contest.name,
          connections,
          await compare(sides, { connections, seconds: Number(values.seconds), rounds: Number(values.rounds) }),
        );
    }
    await measureParts(company, peer, options, isWanted);
  } finally {
    await peer.stop();
  }
}

async function measureSize(orders: number): Promise<void> {
  const company = await startOurs(optionsFor(orders));
  try {
    const { startMs, filledMs } = company.ours.ready;
    const { rss } = await company.ours.usage();
    const filled = filledMs > 2000 ? `, filled in ${(filledMs / 1000).toFixed(0)} s` : '';
    console.log(
      `\n${orders.toLocaleString('en-US')} orders: started in ${startMs.toFixed(0)} ms with its PostgreSQL${filled}, ${megabytes(rss)} after the start; load of the machine ${loadavg()[0]?.toFixed(1)}`,
    );
    await printSizes(company);
    if (!values['no-load']) await loadAll(company, optionsFor(orders));
  } finally {
    await company.ours.stop();
  }
}

/** All sizes in parallel: each has a separate server and database, and one works at a time. */
async function measureGrowth(sizes: readonly number[]): Promise<void> {
  const companies: Company[] = [];
  try {
    for (const orders of sizes) companies.push(await startOurs(optionsFor(orders)));
    const timings = await timeReads(companies, Number(values.runs));
    printGrowth(new Map(sizes.map((orders, place) => [orders, timings[place] ?? new Map()])));
  } finally {
    for (const { ours } of companies) await ours.stop();
  }
}

async function measureElsewhere(url: string): Promise<void> {
  const [timings = new Map()] = await timeReads(
    [await signIn(url, 'dispatcher', values.password ?? '')],
    Number(values.runs),
  );
  printGrowth(new Map([[0, timings]]));
}

async function measureMemory(minutes: number): Promise<void> {
  const company = await startOurs(optionsFor(numbers(values.orders)[0] ?? 0));
  try {
    await watchMemory(company, minutes, console.log);
  } finally {
    await company.ours.stop();
  }
}

async function measureMigrations(migrations: number): Promise<void> {
  const orders = numbers(values.orders)[0] ?? 0;
  const company = await startOurs({ ...optionsFor(orders), migrations });
  try {
    const waits = await company.ours.ask<Waits>('locks');
    console.log(
      `\n${waits.migrations.join(', ')} at ${orders.toLocaleString('en-US')} orders: ${waits.seconds.toFixed(1)} s; the longest wait for a row during them, and without`,
    );
    for (const { name, alone, migrating } of waits.tables)
      console.log(`  ${name.padEnd(14)} ${migrating.toFixed(0).padStart(6)} ms ${alone.toFixed(0).padStart(6)} ms`);
  } finally {
    await company.ours.stop();
  }
}

const HINT_CALLS = 200;
async function measureHint(quotes: number): Promise<void> {
  const company = await startOurs(optionsFor(Math.ceil(quotes / 10), quotes));
  try {
    const { first, again } = await timeHint(company, HINT_CALLS);
    const cells = ({ p50, p95, most }: HintTiming) =>
      `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, at most ${most.toFixed(1)} ms`;
    console.log(
      `\nPrice hint among ${quotes.toLocaleString('en-US')} quotes, ${HINT_CALLS} calls over HTTP, one at a time`,
    );
    console.log(`  different quotes   ${cells(first)}, ${first.found} with similar ones`);
    console.log(`  the same once more ${cells(again)}`);
  } finally {
    await company.ours.stop();
  }
}

console.log(
  `${availableParallelism()} cores, ${cpus()[0]?.model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
async function measureAll(): Promise<void> {
  const sizes = numbers(values.orders);
  for (const orders of sizes) {
    await measureSize(orders);
    // It needs a mail server, so it gets a separate server on the same folder.
    if (!values['no-load'] && isWanted('jobs')) await printJobs(optionsFor(orders));
  }
  await measureGrowth(sizes);
}

if (positionals.includes('eta')) printEta();
else if (positionals.includes('addresses')) await printAddresses(Number(values.rows), Number(values.each));
else if (positionals.includes('plan'))
  printPlans({
    only: values.only ? values.only.split(',') : [],
    seconds: Number(values.seconds),
    seeds: Number(values.seeds),
    from: values.from,
  });
else if (positionals.includes('reports')) await printReports(numbers(values.orders), (orders) => optionsFor(orders));
else if (positionals.includes('line'))
  await printSlowLine([...new Set([resolve(values.tree), ROOT])], Number(values.rounds));
else if (positionals.includes('imports'))
  await printImports(ROOT, values.tree, values.keep, Number(values.rows), BATCHED);
else if (positionals.includes('webhooks'))
  await printWebhooks(optionsFor(numbers(values.orders)[0] ?? 0), Number(values.rounds));
else if (positionals.includes('load'))
  await printVisitors(values.tree, values.keep, values.only ? values.only.split(',') : []);
else if (values.hint) await measureHint(Number(values.hint));
else if (values.migrations) await measureMigrations(Number(values.migrations));
else if (values.minutes) await measureMemory(Number(values.minutes));
else if (values.url) await measureElsewhere(values.url);
else await measureAll();
