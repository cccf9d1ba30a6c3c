import { OpenLocationCode } from 'open-location-code';
import type { Place } from '../distance.ts';
import { rounded } from './coordinates.ts';

const openLocationCode = new OpenLocationCode();
/** A whole plus code, exact to 14 metres or better, as a separate word; a shorter one is an area, not a door. */
const PLUS_CODE = /(?:^|[\s,;])([2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,7})(?=$|[\s,;])/i;
/** A plus code without its first four signs, and the town that stands with it: "9G8F+6W Zürich". */
const SHORT_CODE =
  /^[2-9CFGHJMPQRVWX]{4}\+[2-9CFGHJMPQRVWX]{2,7}(?=[\s,;])|(?<=[\s,;])[2-9CFGHJMPQRVWX]{4}\+[2-9CFGHJMPQRVWX]{2,7}$/i;

/** The place of the whole plus code in a text; a town may stand with it. */
export function plusCodeIn(text: string): Place | null {
  const code = PLUS_CODE.exec(text)?.[1];
  if (code === undefined || !openLocationCode.isFull(code)) return null;
  const { latitudeCenter, longitudeCenter } = openLocationCode.decode(code);
  return { lat: rounded(latitudeCenter), lng: rounded(longitudeCenter) };
}

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
