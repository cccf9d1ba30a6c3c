import { type Company, type CompanyOptions, startOurs } from './company.ts';
import { median, once, type Side } from './load.ts';

const SECONDS = 5;
const ROUNDS = 3;

export interface ServersOutcome {
  /** Lists a second, by one server and by two on the same database. */
  one: number;
  two: number;
}

const listsOf = ({ url, cookie, ours }: Company): Side => ({
  name: 'lists',
  url,
  headers: { cookie },
  paths: ['/api/v1/orders'],
  usage: ours.usage,
});

/** The same readers at one server, and half of them at each of two. */
export async function measureServers(
  first: Company,
  options: CompanyOptions,
  connections: number,
): Promise<ServersOutcome> {
  const second = await startOurs({ ...options, databaseUrl: first.ours.ready.databaseUrl });
  try {
    const both = [listsOf(first), listsOf(second)];
    const rates = { one: [] as number[], two: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.one.push((await once(listsOf(first), connections, SECONDS)).perSecond);
      const parts = await Promise.all(both.map((side) => once(side, connections / 2, SECONDS)));
      rates.two.push(parts.reduce((sum, { perSecond }) => sum + perSecond, 0));
    }
    return { one: median(rates.one), two: median(rates.two) };
  } finally {
    await second.ours.stop();
  }
}
