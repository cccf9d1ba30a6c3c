import { setTimeout as pause } from 'node:timers/promises';
import type { SignedIn } from './sign-in.ts';

const WARM_UP = 3;
const RUNS_MIN = 5;
const PATIENCE_MS = 3000;
/** Session, permission and one row: what every read has to pay. */
export const PEER = '/api/v1/users/me';

export interface Timing {
  p50: number;
  p95: number;
  timesPeer: number;
}

export const quantile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

async function readsOf({ read }: SignedIn): Promise<Record<string, string>> {
  const first = (await read('/api/v1/orders?limit=1')).body;
  const [order] = first['data'] as { trackingNumber: string; customerName: string }[];
  const pages = Math.ceil(Number(first['total']) / 20);
  const lastName = encodeURIComponent(order?.customerName.split(' ').at(-1) ?? 'smith');
  return {
    'Orders, first page': '/api/v1/orders',
    'Orders, a page in the middle': `/api/v1/orders?page=${Math.ceil(pages / 2)}`,
    'Orders, last page': `/api/v1/orders?page=${pages}`,
    'Orders, by total': '/api/v1/orders?sort=total',
    'Orders, oldest first': '/api/v1/orders?sort=oldest',
    'Orders, last changed': '/api/v1/orders?sort=updated',
    'Orders, three in transit': '/api/v1/orders?status=in_transit&limit=3',
    'Orders, delivered': '/api/v1/orders?status=delivered',
    'Orders, delivered, by total': '/api/v1/orders?status=delivered&sort=total',
    'Orders, search: tracking number': `/api/v1/orders?q=${order?.trackingNumber}`,
    'Orders, search: name': `/api/v1/orders?q=${lastName}`,
    'Orders, search: two letters': '/api/v1/orders?q=an',
    'Orders, search: one letter': '/api/v1/orders?q=e',
    'Orders, search: nothing found': '/api/v1/orders?q=zzzzqq',
    'Orders, counts': '/api/v1/orders/counts',
    'Quotes, first page': '/api/v1/quotes',
    'Quotes, drafts': '/api/v1/quotes?status=draft',
    'Quotes, by price': '/api/v1/quotes?sort=price',
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

interface Times {
  own: number[];
  peer: number[];
}
/** Asks each company in turn, so that an hour of the machine in which everything takes longer does so for all sizes. */
async function timeInTurn(
  sides: readonly { company: SignedIn; path: string }[],
  runs: number,
): Promise<readonly Times[]> {
  const times = sides.map((): Times => ({ own: [], peer: [] }));
  for (let run = -WARM_UP; run < 0; run++) for (const { company, path } of sides) await company.read(path);
  const until = performance.now() + PATIENCE_MS * sides.length;
  for (let run = 0; run < runs && (run < RUNS_MIN || performance.now() < until); run++)
    for (const [place, { company, path }] of sides.entries()) {
      times[place]?.peer.push((await company.read(PEER)).ms);
      times[place]?.own.push((await company.read(path)).ms);
    }
  return times;
}

/**
 * How long the reads that people wait for take in each company, one at a time; a read that takes long is repeated less
 * often.
 */
export async function timeReads(companies: readonly SignedIn[], runs: number): Promise<readonly Map<string, Timing>[]> {
  const paths = await Promise.all(companies.map(readsOf));
  const timings = companies.map(() => new Map<string, Timing>());
  for (const name of Object.keys(paths[0] ?? {})) {
    const sides = companies.map((company, place) => ({ company, path: paths[place]?.[name] ?? '' }));
    for (const [place, { own, peer }] of (await timeInTurn(sides, runs)).entries()) {
      const p50 = quantile(own, 0.5);
      timings[place]?.set(name, { p50, p95: quantile(own, 0.95), timesPeer: p50 / quantile(peer, 0.5) });
    }
    await pause(0);
  }
  return timings;
}

/** One line for each read: its times at each size, and the ratio of the largest size to the smallest. */
export function printGrowth(bySize: ReadonlyMap<number, Map<string, Timing>>): void {
  const sizes = [...bySize.keys()].sort((a, b) => a - b);
  const [least, most] = [sizes[0] ?? 0, sizes.at(-1) ?? 0];
  const title = sizes.map((size) => `${size.toLocaleString('en-US')}: p50 / p95 ms`.padStart(26)).join('');
  console.log(
    `\n${'one caller at a time'.padEnd(34)}${title}${sizes.length > 1 ? '  growth of p50 and p95' : '   times the peer'}`,
  );
  for (const name of bySize.get(least)?.keys() ?? []) {
    const of = (size: number) => bySize.get(size)?.get(name);
    const cells = sizes.map((size) => `${of(size)?.p50.toFixed(1)} / ${of(size)?.p95.toFixed(1)}`.padStart(26));
    const grown = (figure: 'p50' | 'p95') =>
      ((of(most)?.[figure] ?? 0) / (of(least)?.[figure] ?? 1)).toFixed(2).padStart(10);
    const told = sizes.length > 1 ? grown('p50') + grown('p95') : of(least)?.timesPeer.toFixed(1).padStart(10);
    console.log(`${name.padEnd(34)}${cells.join('')}${told}`);
  }
}
