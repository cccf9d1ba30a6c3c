import { OpenLocationCode } from 'open-location-code';
import type { Place } from '../distance.ts';

const DEGREES = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`;
/** Two numbers with decimals, one with three or more: "12, 14" is a house and no place. */
const PAIR = /^(?=.*\.\d{3})([-+]?\d{1,2}\.\d{2,}) ([-+]?\d{1,3}\.\d{2,})$/;
/** The words of a text with one blank between them, however they were parted. */
const spaced = (text: string): string =>
  text
    .split(/[\s,;°]/)
    .filter((word) => word !== '')
    .join(' ');
/** A whole plus code, exact to 14 metres or better, as a separate word; a shorter one is an area, not a door. */
const PLUS_CODE = /(?:^|[\s,;])([2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,7})(?=$|[\s,;])/i;
const openLocationCode = new OpenLocationCode();
const GEO = new RegExp(`^geo:${DEGREES},${DEGREES}`, 'i');
/** Google's marker before its view; what others have in their query or after the #. */
const IN_LINKS = [
  new RegExp(`!3d${DEGREES}!4d${DEGREES}`),
  new RegExp(`[?&](?:q|query|ll|daddr|destination|center|cp)=(?:loc:)?${DEGREES}(?:,|%2C|~)${DEGREES}`, 'i'),
  new RegExp(`[?&]mlat=${DEGREES}&mlon=${DEGREES}`, 'i'),
  new RegExp(`@${DEGREES},${DEGREES}`),
  new RegExp(`#map=[\\d.]+/${DEGREES}/${DEGREES}`),
] as const;

const asPlace = (found: RegExpExecArray | null): Place | null => {
  if (!found) return null;
  const [lat, lng] = [Number(found[1]), Number(found[2])];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
};

/** A plus code without its first four signs, and the town that stands with it: "9G8F+6W Zürich". */
const SHORT_CODE =
  /^[2-9CFGHJMPQRVWX]{4}\+[2-9CFGHJMPQRVWX]{2,7}(?=[\s,;])|(?<=[\s,;])[2-9CFGHJMPQRVWX]{4}\+[2-9CFGHJMPQRVWX]{2,7}$/i;
export interface ShortCode {
  code: string;
  town: string;
}
/** The short plus code that a text is, with its town; null for every other text. */
export function shortCodeIn(text: string): ShortCode | null {
  const typed = text.trim();
  const code = SHORT_CODE.exec(typed)?.[0];
  if (!code || !openLocationCode.isShort(code)) return null;
  // A country may follow the town.
  const town = typed
    .replace(code, '')
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .find((part) => part !== '');
  return town ? { code, town } : null;
}
/** Where a short code is, by a place that is less than some twenty kilometres away. */
export const recoverCode = (code: string, near: Place): Place | null =>
  plusCodeIn(openLocationCode.recoverNearest(code, near.lat, near.lng));

function plusCodeIn(text: string): Place | null {
  const code = PLUS_CODE.exec(text)?.[1];
  if (code === undefined || !openLocationCode.isFull(code)) return null;
  const { latitudeCenter, longitudeCenter } = openLocationCode.decode(code);
  return { lat: round(latitudeCenter), lng: round(longitudeCenter) };
}
/** To some centimetres. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/**
 * The place that a text names: coordinates, a `geo:` address, a whole plus code (`8FVC9G8F+6W`, a town may follow), or a
 * link of Google Maps, OpenStreetMap, Apple Maps or Bing Maps. null for every other text, as an address of streets is.
 */
export function typedPlace(text: string): Place | null {
  const trimmed = text.trim();
  const pair = asPlace(PAIR.exec(spaced(trimmed)) ?? GEO.exec(trimmed)) ?? plusCodeIn(trimmed);
  if (pair || !/^https?:\/\//i.test(trimmed)) return pair;
  return IN_LINKS.map((pattern) => asPlace(pattern.exec(trimmed))).find((place) => place !== null) ?? null;
}
