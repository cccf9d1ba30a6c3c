import type { Place } from '../distance.ts';
import { asPlace, coordinatesIn } from './coordinates.ts';
import { plusCodeIn } from './plus-codes.ts';

/** What a link says: a place that it points at, or only the middle of the map that it shows. */
export interface LinkedPlace {
  place: Place;
  isView: boolean;
}
type Said = string | null | undefined;

const DEGREES = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`;
/** "52.52,13.405", "52.52~13.405", "52.52_13.405_Shop", "52.52,13.405(Shop)"; "12,14 Main Street" is an address. */
const PAIR = new RegExp(`^${DEGREES} ?[,~_] ?${DEGREES}(?=$|[,;(_/])`);
/** Two numbers of a link, latitude first. */
function pairOf(said: Said): Place | null {
  const text = (said ?? '').replace(/^loc:/i, '').replaceAll('+', ' ').trim();
  const found = PAIR.exec(text.replace(/([,~_]) /, '$1'));
  return found ? asPlace(Number(found[1]), Number(found[2])) : coordinatesIn(text, 'place');
}
/** Two numbers of a link, longitude first. */
function turnedPairOf(said: Said): Place | null {
  const [lng, lat, ...rest] = (said ?? '').split(',');
  return pairOf([lat, lng, ...rest].join(','));
}

interface MapSite {
  host: RegExp;
  path?: RegExp;
  /** What the link points at, the surest first. */
  pins?: (url: URL) => (Place | null)[];
  /** The middle of what it shows. */
  views?: (url: URL) => (Place | null)[];
}
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
/** The parts of a path behind one of its parts; empty without it. */
function partsAfter({ pathname }: URL, name: string): string[] {
  const parts = pathname.split('/').map(decoded);
  const at = parts.indexOf(name);
  return at < 0 ? [] : parts.slice(at + 1).filter((part) => !/^(?:@|data=|am=)/.test(part));
}
const last = (parts: readonly string[]): Said => parts.findLast((part) => part !== '');
const valuesOf = ({ searchParams }: URL, names: readonly string[]): (Place | null)[] =>
  names.map((name) => pairOf(searchParams.get(name)));
const hashValue = ({ hash }: URL, name: string): Said => new URLSearchParams(hash.slice(1)).get(name);

const MARKER = new RegExp(`!3d${DEGREES}!4d${DEGREES}`);
const VIEW = /\/@([^/]*)/;
function markerOf({ pathname }: URL): Place | null {
  const found = pathname.includes('/dir/') ? null : MARKER.exec(pathname);
  return found ? asPlace(Number(found[1]), Number(found[2])) : null;
}

/** What each map calls a place, by its own documentation and by the links that it makes. */
const SITES: readonly MapSite[] = [
  {
    host: /^(?:(?:www|maps|m)\.)?google\.(?:com?\.)?[a-z]{2,3}$/,
    pins: (url) => [
      markerOf(url),
      ...valuesOf(url, ['q', 'query', 'daddr', 'destination']),
      pairOf(partsAfter(url, 'search')[0]),
      pairOf(partsAfter(url, 'place')[0]),
      pairOf(last(partsAfter(url, 'dir'))),
    ],
    views: (url) => [
      pairOf(VIEW.exec(decoded(url.pathname))?.[1]),
      ...valuesOf(url, ['ll', 'center', 'viewpoint', 'cbll']),
    ],
  },
  {
    host: /^(?:www\.)?(?:openstreetmap\.org|osm\.org)$/,
    pins: ({ searchParams }) => [pairOf(`${searchParams.get('mlat')},${searchParams.get('mlon')}`)],
    views: (url) => [
      pairOf(hashValue(url, 'map')?.split('/').slice(1).join(',')),
      pairOf(`${url.searchParams.get('lat')},${url.searchParams.get('lon')}`),
    ],
  },
  {
    host: /^maps\.apple(?:\.com)?$/,
    pins: (url) => [
      ...valuesOf(url, ['coordinate', 'q', 'daddr', 'destination']),
      // With a name or an address, `ll` is where that is.
      url.searchParams.has('q') || url.searchParams.has('address') ? pairOf(url.searchParams.get('ll')) : null,
    ],
    views: (url) => valuesOf(url, ['ll', 'center']),
  },
  {
    host: /^(?:www\.)?bing\.com$/,
    path: /^\/maps\b/,
    pins: ({ searchParams }) => [
      pairOf(searchParams.get('where1')),
      pairOf(/^point\.(.*)/s.exec(searchParams.get('sp') ?? '')?.[1]),
      pairOf(/^pos\.(.*)/s.exec(searchParams.get('rtp')?.split('~').at(-1) ?? '')?.[1]),
    ],
    views: (url) => valuesOf(url, ['cp']),
  },
  {
    host: /^(?:(?:wego|share)\.)?here\.com$/,
    pins: (url) => [pairOf(partsAfter(url, 'l')[0])],
    views: (url) => valuesOf(url, ['map']),
  },
  {
    host: /^(?:(?:www|maps)\.)?yandex\.(?:com(?:\.tr)?|[a-z]{2})$/,
    pins: ({ searchParams }) => [
      turnedPairOf(searchParams.get('pt')?.split('~')[0]),
      turnedPairOf(searchParams.get('whatshere[point]')),
      pairOf(searchParams.get('rtext')?.split('~').at(-1)),
      pairOf(searchParams.get('text')),
    ],
    views: ({ searchParams }) => [turnedPairOf(searchParams.get('ll'))],
  },
  {
    host: /^(?:www\.)?waze\.com$/,
    pins: ({ searchParams }) => [
      pairOf(searchParams.get('ll')),
      pairOf(/^ll\.(.*)/s.exec(searchParams.get('to') ?? '')?.[1]),
    ],
  },
  { host: /^(?:www\.)?plus\.codes$/, pins: ({ pathname }) => [plusCodeIn(decoded(pathname.slice(1)))] },
];

const urlOf = (text: string): URL | null => {
  const [word = ''] = text.split(/\s/);
  const address = /^https?:\/\//i.test(word) ? word : `https://${word}`;
  return /^[^/?.]+\.[^/?]+[/?]/.test(word.replace(/^https?:\/\//i, '')) && URL.canParse(address)
    ? new URL(address)
    : null;
};
/** The place that a link of a map names; null for a link of anything else, and for one that names none. */
export function linkedPlace(text: string): LinkedPlace | null {
  const url = urlOf(text);
  const site = url && SITES.find(({ host, path }) => host.test(url.hostname) && (path?.test(url.pathname) ?? true));
  if (!site) return null;
  const pin = site.pins?.(url).find((place) => place !== null);
  if (pin) return { place: pin, isView: false };
  const view = site.views?.(url).find((place) => place !== null);
  return view ? { place: view, isView: true } : null;
}

/** `geo:52.52,13.405`; Android points at what `q` says, and writes `0,0` before it. */
export function geoPlace(text: string): LinkedPlace | null {
  const [head = '', query = ''] = text.replace(/^geo:/i, '').split('?');
  const q = new URLSearchParams(query).get('q');
  const place = pairOf(head);
  const pin = pairOf(q);
  if (pin) return { place: pin, isView: false };
  if (!place || (q !== null && place.lat === 0 && place.lng === 0)) return null;
  return { place, isView: q !== null };
}
