import autocannon from 'autocannon';
import type { Usage } from '../../server/bench/child.ts';

/** One side of a comparison: where it is asked, and with what. */
export interface Side {
  name: string;
  url: string;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  /** Asked in turn, so that no answer is that of one cached row. */
  paths: readonly string[];
  /** What is sent: bytes as they are, anything else as JSON. */
  body?: (turn: number) => unknown;
  usage(): Promise<Usage>;
}
export interface Outcome {
  perSecond: number;
  p50: number;
  /** The 97.5th percentile: autocannon has no closer one below the 99th. */
  p97: number;
  p99: number;
  /** Microseconds of the server process, not of PostgreSQL, for one request. */
  cpu: number;
  rssBefore: number;
  rssAfter: number;
}

export const megabytes = (size: number): string => `${(size / 1_048_576).toFixed(0)} MB`;

let turn = 0;

const sent = (body: unknown) => (Buffer.isBuffer(body) ? body : JSON.stringify(body));

export async function once(side: Side, connections: number, seconds: number): Promise<Outcome> {
  const before = await side.usage();
  const { body } = side;
  const result = await autocannon({
    url: side.url,
    connections,
    duration: seconds,
    headers: side.headers,
    requests: side.paths.map((path) => ({
      method: side.method ?? 'GET',
      path,
      ...(body
        ? {
            setupRequest: (request: autocannon.Request) => ({ ...request, body: sent(body(turn++)) }),
          }
        : {}),
    })),
  });
  const after = await side.usage();
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${side.name}: ${result.non2xx} refusals and ${result.errors} errors under load.`);
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
    cpu: (after.cpu - before.cpu) / Math.max(1, result.requests.total),
    rssBefore: before.rss,
    rssAfter: after.rss,
  };
}

/** The middle one. */
export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Asks the sides in turn, several rounds, so that what else the machine does falls on all of them alike. */
export async function compare(
  sides: readonly Side[],
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome[]>(sides.map(({ name }) => [name, []]));
  for (const side of sides) await once(side, connections, 1);
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      outcomes.get(side.name)?.push(await once(side, connections, seconds));
  return new Map(
    [...outcomes].map(([name, all]) => {
      const of = (key: keyof Outcome) => median(all.map((outcome) => outcome[key]));
      const [first, last] = [all[0], all.at(-1)];
      return [
        name,
        {
          perSecond: of('perSecond'),
          p50: of('p50'),
          p97: of('p97'),
          p99: of('p99'),
          cpu: of('cpu'),
          rssBefore: first?.rssBefore ?? 0,
          rssAfter: last?.rssAfter ?? 0,
        },
      ];
    }),
  );
}
