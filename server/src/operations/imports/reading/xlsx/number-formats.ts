import { SERIAL_BEGIN } from '@quickfleet/shared/base/time/written-days';
import { DAY_MS } from '@quickfleet/shared/base/time/zoned-time';

// What a cell of Excel shows that its number alone does not say.

const DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
/** Of East Asian Excels: dates too. */
const isForeignDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const GENERAL = /^(?:general|standard)?$/i;

export type NumberFormat =
  | { kind: 'plain' }
  /** A day, a time or both. `isElapsed`: hours are counted on after 24. */
  | { kind: 'date'; isElapsed: boolean }
  /** Zeros that stand for digits, with what is between them: 00000, "+"0. */
  | { kind: 'mask'; parts: readonly string[] };
const PLAIN: NumberFormat = { kind: 'plain' };

/** What a format writes between digits without changing what it says. */
const BETWEEN = /^[-+()/.'’\s]*$/;
const TOKEN = /"([^"]*)"|\\(.)|\[[^\]]*\]|(0)|([-+()/\s])|(.)/gs;

/** The parts of a format of zeros and separators; undefined for any other. */
function maskOf(code: string): readonly string[] | undefined {
  const parts: string[] = [];
  for (const [, quoted, escaped, zero, between, other] of code.matchAll(TOKEN)) {
    if (other !== undefined) return undefined;
    const text = zero ?? quoted ?? escaped ?? between;
    if (text === undefined) continue;
    if (zero === undefined && !BETWEEN.test(text)) return undefined;
    parts.push(text);
  }
  const zeros = parts.filter((part) => part === '0').length;
  return zeros > 1 || (zeros === 1 && parts.length > 1) ? parts : undefined;
}

const ELAPSED = /\[(?:h+|m+|s+)\]/i;
export function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return DATES.has(id) || isForeignDate(id) ? { kind: 'date', isElapsed: id === 46 } : PLAIN;
  const [first = ''] = code.split(';');
  if (GENERAL.test(first.trim())) return PLAIN;
  const isElapsed = ELAPSED.test(first);
  const bare = first.replaceAll(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*(?:\]|$)/gi, '');
  if (isElapsed || /[dmyhs]/i.test(bare)) return { kind: 'date', isElapsed };
  const parts = maskOf(first);
  return parts ? { kind: 'mask', parts } : PLAIN;
}

const DAY_SECONDS = 86_400;
const DAYS_TO_1904 = 1462;
const two = (part: number) => String(part).padStart(2, '0');

/** A day or a time as it would be typed; rounded to the second before it is cut to the minute. */
function dateText(serial: number, { isElapsed }: { isElapsed: boolean }, is1904: boolean): string {
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const minutes = Math.floor((seconds - (isElapsed ? 0 : day * DAY_SECONDS)) / 60);
  const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  if (isElapsed || day === 0) return clock;
  const at = new Date(SERIAL_BEGIN + (day + (is1904 ? DAYS_TO_1904 : 0) + (!is1904 && day < 61 ? 1 : 0)) * DAY_MS);
  if (Number.isNaN(at.getTime())) return String(serial);
  const written = at.toISOString().slice(0, 10);
  return minutes === 0 ? written : `${written} ${clock}`;
}

function masked(digits: string, parts: readonly string[]): string {
  const places = parts.filter((part) => part === '0').length;
  const all = digits.padStart(places, '0');
  let left = all.length - places;
  let at = 0;
  return parts
    .map((part) => {
      if (part !== '0') return part;
      // What the format has no place for is written before its first digit.
      const taken = all.slice(at, at + 1 + left);
      at += 1 + left;
      left = 0;
      return taken;
    })
    .join('');
}

/** Excel calculates with 15 digits, and what is behind them is noise; of longer whole numbers the file has them all. */
const plainText = (text: string, value: number): string =>
  /^\d{16,20}$/.test(text) ? text : String(Number(value.toPrecision(15)));

/** The number of a cell as its format shows it. */
export function numberText(text: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) return text;
  if (format.kind === 'date' && value >= 0) return dateText(value, format, is1904);
  const plain = plainText(text, value);
  return format.kind === 'mask' && /^\d+$/.test(plain) ? masked(plain, format.parts) : plain;
}
