import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';
import { closeServer } from '../close-server.ts';

// Geocoders and routing services as their documentation describes their answers:
// https://github.com/komoot/photon#api, https://nominatim.org/release-docs/latest/api/Search/,
// https://github.com/pelias/documentation/blob/master/response.md,
// https://project-osrm.org/docs/v5.24.0/api/#table-service, https://valhalla.github.io/valhalla/api/matrix/api-reference/,
// https://giscience.github.io/openrouteservice/api-reference/endpoints/matrix/

/** How late an answer is in the mode of that name. */
export const LATE_MS = 1500;

/** An address that the counterpart knows. */
export interface KnownAddress extends Place {
  street: string;
  number?: string;
  town: string;
  postcode: string;
  country: string;
}
const byKind = {
  photon: (known: readonly KnownAddress[]) => ({
    type: 'FeatureCollection',
    features: known.map(({ street, number, town, postcode, country, lat, lng }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: {
        ...{ osm_id: 1, osm_type: 'N', osm_key: 'place', osm_value: 'house', type: number ? 'house' : 'street' },
        ...{ city: town, postcode, countrycode: country, country: 'Land' },
        ...(number ? { housenumber: number, street } : { name: street }),
      },
    })),
  }),
  nominatim: (known: readonly KnownAddress[]) =>
    known.map(({ street, number, town, postcode, country, lat, lng }) => ({
      ...{
        place_id: 1,
        licence: 'x',
        osm_type: 'node',
        osm_id: 1,
        lat: String(lat),
        lon: String(lng),
        category: 'place',
      },
      ...{ type: 'house', place_rank: 30, importance: 0.1, addresstype: 'place', name: '', display_name: street },
      address: {
        house_number: number,
        road: street,
        town,
        postcode,
        country: 'Land',
        country_code: country.toLowerCase(),
      },
      boundingbox: ['1', '2', '3', '4'],
    })),
  pelias: (known: readonly KnownAddress[]) => ({
    geocoding: { version: '0.2' },
    type: 'FeatureCollection',
    features: known.map(({ street, number, town, postcode, country, lat, lng }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: {
        ...{ id: '1', gid: '1', layer: 'address', source: 'osm', accuracy: 'point', confidence: 1, label: street },
        ...{ housenumber: number, street, postalcode: postcode, locality: town, country_code: country },
      },
    })),
  }),
} as const;
export type GeocoderKind = keyof typeof byKind;

/** Three minutes and 1.5 road kilometres for each kilometre as the crow flies. */
const wayOf = (from: Place, to: Place) => {
  const crow = kilometresBetween(from, to);
  return { seconds: Math.round(crow * 180), metres: Math.round(crow * 1500) };
};
const matrixOf = (from: readonly Place[], to: readonly Place[]) =>
  from.map((one) => to.map((other) => wayOf(one, other)));

export interface MapCounterpart {
  url: string;
  /** What it was asked for: paths with queries, and bodies. */
  asked: string[];
  state: { mode: 'answers' | 'down' | 'slow' | 'late' | 'wrong' | 'short'; known: KnownAddress[] };
  close(): Promise<void>;
}

interface Coordinates {
  locations?: [number, number][];
  sources?: (number | { lat: number; lon: number })[];
  targets?: { lat: number; lon: number }[];
  destinations?: number[];
}
function routes(url: URL, body: Coordinates, isShort: boolean): unknown {
  const shrink = isShort ? 0.1 : 1;
  if (url.pathname.startsWith('/table/v1/driving/')) {
    const all = url.pathname
      .split('/')
      .at(-1)
      ?.split(';')
      .map((pair) => ({ lng: Number(pair.split(',')[0]), lat: Number(pair.split(',')[1]) })) as Place[];
    const of = (name: string) => (url.searchParams.get(name) ?? '').split(';').map((at) => all[Number(at)] as Place);
    const matrix = matrixOf(of('sources'), of('destinations'));
    return {
      code: 'Ok',
      durations: matrix.map((row) => row.map(({ seconds }) => seconds)),
      distances: matrix.map((row) => row.map(({ metres }) => metres * shrink)),
      ...{ sources: [], destinations: [] },
    };
  }
  if (url.pathname === '/sources_to_targets') {
    const places = (of: Coordinates['targets']) => (of ?? []).map(({ lat, lon }) => ({ lat, lng: lon }));
    const matrix = matrixOf(places(body.sources as Coordinates['targets']), places(body.targets));
    return {
      algorithm: 'timedistancematrix',
      units: 'kilometers',
      sources_to_targets: matrix.map((row, from_index) =>
        row.map(({ seconds, metres }, to_index) => ({ time: seconds, distance: metres / 1000, from_index, to_index })),
      ),
    };
  }
  const at = (index: unknown) => {
    const [lng, lat] = body.locations?.[Number(index)] ?? [0, 0];
    return { lat, lng };
  };
  const matrix = matrixOf((body.sources ?? []).map(at), (body.destinations ?? []).map(at));
  return {
    durations: matrix.map((row) => row.map(({ seconds }) => seconds)),
    distances: matrix.map((row) => row.map(({ metres }) => metres)),
    ...{ sources: [], destinations: [], metadata: {} },
  };
}

/** A geocoder and a routing service of any kind. */
export async function startMapServices(): Promise<MapCounterpart> {
  const asked: string[] = [];
  const state: MapCounterpart['state'] = { mode: 'answers', known: [] };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    asked.push(`${request.method} ${decodeURIComponent(request.url ?? '')} ${text}`);
    // One that is slow never answers in these tests: its caller gives up.
    if (state.mode === 'slow') return;
    if (state.mode === 'late') await setTimeout(LATE_MS);
    if (state.mode === 'down') {
      response.writeHead(503).end('away');
      return;
    }
    response.setHeader('content-type', 'application/json');
    if (state.mode === 'wrong') {
      response.end('{"message":"hello"}');
      return;
    }
    const kind = ({ '/api': 'photon', '/search': 'nominatim', '/v1/search': 'pelias' } as const)[url.pathname];
    const body = kind
      ? byKind[kind](state.known)
      : routes(url, text ? (JSON.parse(text) as Coordinates) : {}, state.mode === 'short');
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    state,
    close: () => {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}
