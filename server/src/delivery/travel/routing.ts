import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';
import { z } from 'zod';
import { askMapService, type MapQuestion, MapServiceFault } from '../../company/places/map-service.ts';
import type { Config } from '../../config.ts';

/** Seconds and metres of one way; null where no road leads. */
export type Way = [seconds: number, metres: number];
type Block = readonly (readonly (Way | null)[])[];

/** What every kind answers at once in its usual settings. */
export const BLOCK = 50;
const ANSWER_MAX = 8_000_000;

const amount = z.number().min(0).max(1e8);
const table = z.array(z.array(amount.nullable()));
const joined = (seconds: z.infer<typeof table>, metres: z.infer<typeof table>): Block =>
  seconds.map((row, from) =>
    row.map((time, to): Way | null => {
      const length = metres[from]?.[to] ?? null;
      return time === null || length === null ? null : [time, length];
    }),
  );
const osrm = z
  .object({ code: z.literal('Ok'), durations: table, distances: table })
  .transform(({ durations, distances }) => joined(durations, distances));
const openrouteservice = z
  .object({ durations: table, distances: table })
  .transform(({ durations, distances }) => joined(durations, distances));
const valhalla = z
  .object({
    sources_to_targets: z.array(z.array(z.object({ time: amount.nullable(), distance: amount.nullable() }))),
  })
  .transform(
    ({ sources_to_targets: rows }): Block =>
      rows.map((row) =>
        row.map(({ time, distance }): Way | null =>
          time === null || distance === null ? null : [time, distance * 1000],
        ),
      ),
  );

interface Ways {
  from: readonly Place[];
  to: readonly Place[];
  milliseconds: number;
}
const indexes = (begin: number, count: number): number[] => Array.from({ length: count }, (_, at) => begin + at);

type Asked = Pick<MapQuestion, 'path' | 'query' | 'headers' | 'body'>;
/** How each kind is asked for a matrix, by its own documentation. */
function questionOf(kind: Config['ROUTING_KIND'], key: string | undefined, { from, to }: Ways): Asked {
  const withKey: Record<string, string> = key ? { api_key: key } : {};
  const all = [...from, ...to];
  const [sources, destinations] = [indexes(0, from.length), indexes(from.length, to.length)];
  switch (kind) {
    case 'osrm':
      return {
        path: `/table/v1/driving/${all.map(({ lat, lng }) => `${lng},${lat}`).join(';')}`,
        query: {
          sources: sources.join(';'),
          destinations: destinations.join(';'),
          annotations: 'duration,distance',
          ...withKey,
        },
      };
    case 'valhalla': {
      const places = (of: readonly Place[]) => of.map(({ lat, lng }) => ({ lat, lon: lng }));
      return {
        path: '/sources_to_targets',
        query: withKey,
        body: { sources: places(from), targets: places(to), costing: 'auto', units: 'kilometers' },
      };
    }
    case 'openrouteservice':
      return {
        path: '/v2/matrix/driving-car',
        ...(key ? { headers: { authorization: key } } : {}),
        body: {
          locations: all.map(({ lat, lng }) => [lng, lat]),
          ...{ sources, destinations, metrics: ['duration', 'distance'], units: 'm' },
        },
      };
  }
}
const answers = { osrm, valhalla, openrouteservice } as const satisfies Record<Config['ROUTING_KIND'], unknown>;

/** No road is shorter than the way of a crow, but for where the service puts a place on the road. */
const SHORTER_KM = 1;

/**
 * The ways from some places to others, at most `BLOCK` of each.
 *
 * @throws MapServiceFault for whatever is no answer in time, and for what cannot be
 */
export async function askRouting({ ROUTING_URL, ROUTING_KIND, ROUTING_KEY }: Config, ways: Ways): Promise<Block> {
  if (!ROUTING_URL) throw new MapServiceFault('ROUTING_URL is not set');
  const { milliseconds } = ways;
  const said = await askMapService(ROUTING_URL, {
    ...questionOf(ROUTING_KIND, ROUTING_KEY, ways),
    milliseconds,
    bytesMax: ANSWER_MAX,
  });
  const parsed = answers[ROUTING_KIND].safeParse(said);
  if (!parsed.success) throw new MapServiceFault(`What it answered is none of ${ROUTING_KIND}`);
  const block = parsed.data;
  const isWhole = block.length === ways.from.length && block.every((row) => row.length === ways.to.length);
  if (!isWhole) throw new MapServiceFault('It answered for other places than those it was asked for');
  const isShort = ways.from.some((from, at) =>
    ways.to.some((to, other) => {
      const way = block[at]?.[other];
      return way && way[1] / 1000 + SHORTER_KM < kilometresBetween(from, to) * 0.9;
    }),
  );
  if (isShort) throw new MapServiceFault('It answered ways that are shorter than a straight line');
  return block;
}
