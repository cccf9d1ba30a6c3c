import { type Company, type CompanyOptions, startOurs } from './company.ts';
import { holdToShare } from './cpu-share.ts';
import { median, once, type Side } from './load.ts';

const SECONDS = 5;
const ROUNDS = 3;

/** Of one core: two servers, their PostgreSQL and the readers have room on two cores then. */
export const SHARE = 0.15;

/** Lists a second, by one server and by two on the same database. */
export interface Rates {
  one: number;
  two: number;
}
export interface ServersOutcome {
  whole: Rates;
  /** With `SHARE` of a core for each server; undefined where processes cannot be held to one. */
  held: Rates | undefined;
}

const listsOf = ({ url, cookie, ours }: Company): Side => ({
  name: 'lists',
  url,
  headers: { cookie },
  paths: ['/api/v1/orders'],
  usage: ours.usage,
});

/** The same readers at one server, and half of them at each of two. */
async function rate(both: readonly Side[], connections: number): Promise<Rates> {
  const [first] = both;
  if (!first) throw new Error('There is no server.');
  const rates = { one: [] as number[], two: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.one.push((await once(first, connections, SECONDS)).perSecond);
    const parts = await Promise.all(both.map((side) => once(side, connections / 2, SECONDS)));
    rates.two.push(parts.reduce((sum, { perSecond }) => sum + perSecond, 0));
  }
  return { one: median(rates.one), two: median(rates.two) };
}

async function rateHeld(companies: readonly Company[], connections: number): Promise<Rates | undefined> {
  const released = await Promise.all(companies.map(({ ours }) => holdToShare(ours.pid, SHARE)));
  try {
    return released.every((release) => release) ? await rate(companies.map(listsOf), connections) : undefined;
  } finally {
    for (const release of released) await release?.();
  }
}

/** What a second server on the same database adds. */
export async function measureServers(
  first: Company,
  options: CompanyOptions,
  connections: number,
): Promise<ServersOutcome> {
  const second = await startOurs({ ...options, databaseUrl: first.ours.ready.databaseUrl });
  try {
    return {
      whole: await rate([first, second].map(listsOf), connections),
      held: await rateHeld([first, second], connections),
    };
  } finally {
    await second.ours.stop();
  }
}
