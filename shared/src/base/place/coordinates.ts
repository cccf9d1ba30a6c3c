import type { Place } from '../distance.ts';

/** What may stand for the marks of degrees, minutes and seconds. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[º˚]/g, '°'],
  [/[″”“]|''|′′|’’/g, '"'],
  [/[′’‘´`]/g, "'"],
  [/[−–]/g, '-'],
  [/[|/]/g, ','],
];
const TOKEN = /[-+]?\d+(?:\.\d+)?|[NSEW°'",;]/gi;
/** One angle of tokens with a blank between them: degrees, their mark, minutes, seconds. */
const ANGLE = String.raw`([-+]?\d{1,3}(?:\.\d+)?)( °)?(?: (\d{1,2}(?:\.\d+)?) ')?(?: (\d{1,2}(?:\.\d+)?) ")?`;
const LETTERS_BEFORE = new RegExp(`^([NSEW]) ${ANGLE}(?: [,;])? ([NSEW]) ${ANGLE}$`);
const LETTERS_AFTER = new RegExp(`^${ANGLE}(?: ([NSEW]))?(?: [,;])? ${ANGLE}(?: ([NSEW]))?$`);

interface Angle {
  degrees: number;
  /** N, S, E or W; empty without one. */
  letter: string;
  decimals: number;
  /** Whether anything says that this is an angle. */
  isMarked: boolean;
}
function angleOf(letter = '', [degrees = '', mark, minutes, seconds]: readonly (string | undefined)[]): Angle | null {
  const isBelow = degrees.startsWith('-');
  if (isBelow && letter) return null;
  const parts = [Math.abs(Number(degrees)), Number(minutes ?? 0), Number(seconds ?? 0)] as const;
  if (parts[1] >= 60 || parts[2] >= 60) return null;
  const size = parts[0] + parts[1] / 60 + parts[2] / 3600;
  return {
    degrees: isBelow || letter === 'S' || letter === 'W' ? -size : size,
    letter,
    decimals: degrees.split('.')[1]?.length ?? 0,
    isMarked: letter !== '' || mark !== undefined || minutes !== undefined,
  };
}
const DECIMAL_COMMA = /(?<=\d),(?=\d)/g;
/** Decimal commas: "52,52001; 13,40495" has two of them and no point. */
const withPoints = (text: string): string =>
  !text.includes('.') && text.split(DECIMAL_COMMA).length === 3 ? text.replaceAll(DECIMAL_COMMA, '.') : text;

function anglesOf(tokens: string): (Angle | null)[] {
  const before = LETTERS_BEFORE.exec(tokens);
  if (before) return [angleOf(before[1], before.slice(2, 6)), angleOf(before[6], before.slice(7, 11))];
  const after = LETTERS_AFTER.exec(tokens);
  return after ? [angleOf(after[5], after.slice(1, 5)), angleOf(after[10], after.slice(6, 10))] : [];
}

/** To some centimetres. */
export const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
export function asPlace(lat: number, lng: number): Place | null {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat: rounded(lat), lng: rounded(lng) } : null;
}

/** Where the text of a coordinate stands: a field for places, or one for addresses, with their house numbers and prices. */
export type PlaceField = 'place' | 'address';
const isSure = (one: Angle, other: Angle, field: PlaceField): boolean => {
  const [least, most] = [Math.min(one.decimals, other.decimals), Math.max(one.decimals, other.decimals)];
  if (one.isMarked && other.isMarked) return true;
  // "12, 14" is a house anywhere; in an address "12.50, 14.90" are prices.
  return field === 'place' ? least >= 1 : least >= 2 && most >= 3;
};

/**
 * The place of a text that is two coordinates and nothing else: with a point or a comma, in brackets, with letters before
 * or after, in degrees, minutes and seconds. Latitude comes first where no letters say otherwise.
 */
export function coordinatesIn(text: string, field: PlaceField): Place | null {
  const trimmed = text.trim().replace(/^[([](.*)[)\]]$/s, '$1');
  const plain = withPoints(MARKS.reduce((all, [sign, mark]) => all.replaceAll(sign, mark), trimmed));
  const tokens = plain.match(TOKEN) ?? [];
  if (tokens.join('') !== plain.split(/\s/).join('')) return null;
  const [one, other] = anglesOf(tokens.join(' ').toUpperCase());
  if (!one || !other || !isSure(one, other, field)) return null;
  const letters = one.letter + other.letter;
  if (letters === '' || /^[NS][EW]$/.test(letters)) return asPlace(one.degrees, other.degrees);
  return /^[EW][NS]$/.test(letters) ? asPlace(other.degrees, one.degrees) : null;
}
