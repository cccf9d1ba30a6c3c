import {
  type DayOrder,
  type DayReadings,
  orderIn,
  readDay,
  readDayOf,
  readInstant,
  splitMoment,
} from '@quickfleet/shared/base/time/written-days';
import { addDays, dayAt, isShown, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { t } from '@quickfleet/shared/words/t';
import { NO, wordOf, YES } from './columns/imports.words.ts';

// Cells as people and spreadsheets write them, read into what our own schemas take. What is not understood is handed on
// as it is: the schema then says what is wrong with it, or `CellFault` does where it could only say less.

/** A cell that says nothing, in a sentence. */
export class CellFault extends Error {}

const WRONG = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/** In place of a formula that the file has no value for. */
export const FORMULA_WITHOUT_RESULT = '#FORMULA!';

/** The text of a cell; undefined for an empty one. */
export function textOf(cell: string): string | undefined {
  const text = cell.trim();
  if (text === FORMULA_WITHOUT_RESULT)
    throw new CellFault(t('The formula has no stored result. Open the file in Excel, save it, and send it again'));
  if (WRONG.test(text)) throw new CellFault(t('The cell holds the spreadsheet’s own error {error}', { error: text }));
  return text === '' ? undefined : text;
}

/** A number with all its digits: spreadsheets show long ones as 4.91511E+11, and save what they show. */
export function wholeNumberOf(text: string): string {
  if (/^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text))
    throw new CellFault(t('The spreadsheet has cut this number. Format its column as text, and write it again'));
  return text;
}

/** The one address of 'Ada <ada@example.com>' and the like; any other text is handed on. */
export const mailOf = (text: string): string =>
  /^[^<>,;]*<([^\s<>,;]+)>$/.exec(text)?.[1] ?? text.replace(/^mailto:/i, '').replace(/[;,]$/, '');

export function flagOf(text: string): boolean {
  const word = wordOf(text);
  if (YES.has(word)) return true;
  if (NO.has(word) || text === '-') return false;
  throw new CellFault(t('Write yes or no'));
}

/** A whole number; a spreadsheet may write it as 2.0. */
export const wholeOf = (text: string): string =>
  /^0*(\d{1,9})(?:[.,]0+)?$/.exec(text.replaceAll(/[\s\u00a0]/g, ''))?.[1] ?? text;

/** An amount: with a currency before or after it, and with thousands and decimal separators of any country. */
export function amountOf(text: string): string {
  const bare = text.replaceAll(/[\s\u00a0'’]/g, '').replaceAll(/^[^\d.,+-]{1,4}|[^\d.,+-]{1,4}$/g, '');
  if (!/^\d[\d.,]*$/.test(bare)) return text;
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return bare.replace(/^0+(?=\d)/, '');
  const sign = bare[last] ?? '.';
  const fraction = bare.slice(last + 1);
  const isMixed = bare.includes('.') && bare.includes(',');
  const isRepeated = bare.split(sign).length > 2;
  if (isRepeated) return /^\d{1,3}(?:[.,]\d{3})+$/.test(bare) ? bare.replaceAll(/[.,]/g, '') : text;
  // '1,234' is another amount in Chicago and in Berlin.
  if (sign === ',' && !isMixed && fraction.length === 3) throw new CellFault(t('Write the amount like 1234.50'));
  // Databases write more decimals than an amount has: 20.0000.
  const said = fraction.length > 3 ? fraction.replace(/0{1,12}$/, '').padEnd(2, '0') : fraction;
  return `${bare.slice(0, last).replaceAll(/[.,]/g, '')}.${said}`;
}

/** What is collected as our own tables write it: '40.50 EUR cash'. Any other text is an amount alone. */
export function collectOf(text: string): { amount: string; currency?: string; method?: string } {
  const [, amount, currency, method] = /^([\d.,]+) ([A-Z]{3}) (\p{L}+)$/u.exec(text) ?? [];
  return amount && currency && method ? { amount, currency, method } : { amount: amountOf(text) };
}

/** How the days and times of a file are read: on whose clocks, and what comes first in 12/7/2026. */
export interface Clocks {
  zone: string;
  dayOrder: DayOrder | null;
}

/** The one day that a text says. */
function oneDay(text: string, readings: DayReadings, { dayOrder }: Clocks): string {
  const order = orderIn(readings);
  const day = order === 'either' ? dayOrder && readings[dayOrder] : (readings.dmy ?? readings.mdy);
  if (day) return day;
  throw new CellFault(
    order === 'either'
      ? t('“{text}” can be two days. Say of the whole file whether the day or the month comes first', { text })
      : t('Write the day like 2026-12-01'),
  );
}

/** A calendar day, YYYY-MM-DD. A time after it is left out; a moment with its offset is the day that the zone has then. */
export const dayOf = (text: string, clocks: Clocks): string => oneDay(text, readDayOf(text, clocks.zone), clocks);

/** The moment at which clocks show a time of a day. */
function momentAt(day: string, minutes: number, zone: string): Date {
  if (minutes < DAY_MINUTES && !isShown(day, minutes, zone))
    throw new CellFault(
      t('There is no {time} on {day}: the clocks skip that hour', {
        time: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
        day,
      }),
    );
  return momentOf(day, minutes, zone);
}
const DAY_MINUTES = 1440;
const two = (part: number) => String(part).padStart(2, '0');

/** A moment: with its offset, or on the clocks of the company; a bare time belongs to the row's day. */
export function momentFrom(text: string, clocks: Clocks, ofDay: string | undefined): Date {
  const instant = readInstant(text);
  if (instant) return instant;
  const { day, minutes } = splitMoment(text);
  if (minutes === undefined) throw new CellFault(t('Write the time like 2026-12-01 09:00'));
  const own = day === undefined ? ofDay : oneDay(day, readDay(day), clocks);
  if (own === undefined) throw new CellFault(t('Write the day too, like 2026-12-01 09:00'));
  return momentAt(own, minutes, clocks.zone);
}

/** What people write between the two times of a window. */
const BETWEEN =
  /^(.{0,40}\d(?: ?(?:uhr|h|[ap]\.? ?m\.?))?) ?(?:[-–—]|bis|to|until|till|à|a|hasta|jusqu’?à) ?(\d.{0,30})$/iu;
const HOUR_WORD = / ?(?:uhr|h|[ap]\.? ?m\.?)$/i;
/** The two times of a window that one cell says, '9-12 Uhr'; undefined for any other text. */
export function timesOf(text: string): { from: string; to: string } | undefined {
  if (readInstant(text)) return undefined;
  const [, from = '', to = ''] = BETWEEN.exec(text.trim()) ?? [];
  if (splitMoment(to).minutes === undefined) return undefined;
  const whole = [from, `${from}${HOUR_WORD.exec(to)?.[0] ?? ''}`].find((one) => splitMoment(one).minutes !== undefined);
  return whole === undefined ? undefined : { from: whole, to };
}

/** The end of a window: a bare time belongs to the local day of its beginning, or to the next one if it is earlier. */
export function endFrom(text: string, clocks: Clocks, from: Date | undefined, ofDay: string | undefined): Date {
  const day = from ? dayAt(from, clocks.zone) : ofDay;
  const end = momentFrom(text, clocks, day);
  const isBare = splitMoment(text).day === undefined;
  return from && day && isBare && end < from ? momentFrom(text, clocks, addDays(day, 1)) : end;
}

interface Named {
  name: string;
  quantity: string;
}
const BEFORE = /^(\d{1,9}) ?[x×*] ?(\S.*)$/i;
const AFTER = /^(\S.*) [x×*] ?(\d{1,9})$/i;
/** Items as export plug-ins of shops write them: 'name:Box|product_id:7|quantity:2'. */
function pipedItem(part: string): Named | undefined {
  const pairs = new Map(
    part.split('|').map((pair) => [pair.split(':', 1)[0] ?? '', pair.slice(pair.indexOf(':') + 1)]),
  );
  const name = pairs.get('name')?.trim();
  return part.startsWith('name:') && name ? { name, quantity: pairs.get('quantity')?.trim() || '1' } : undefined;
}
/** Semicolons or lines part items; commas do where a number follows each. */
function partsOf(text: string): string[] {
  const byComma = text.split(/, */);
  return byComma.length > 1 && byComma.every((part) => BEFORE.test(part)) ? byComma : text.split(/[;\n]/);
}
/** '2 x Box; Lamp' */
export function itemsOf(text: string): Named[] {
  if (/^[\d.,\s]+$/.test(text)) throw new CellFault(t('Write the items like 2 x Box; Lamp'));
  return partsOf(text)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((part) => {
      const piped = pipedItem(part);
      if (piped) return piped;
      const [, quantity, name] = BEFORE.exec(part) ?? [];
      if (quantity && name) return { name, quantity };
      const [, before, after] = AFTER.exec(part) ?? [];
      return before && after ? { name: before, quantity: after } : { name: part, quantity: '1' };
    });
}

/** Metadata as our own tables write it: JSON. */
export function metadataOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CellFault(t('Write the metadata like {example}', { example: '{"store": "Springfield"}' }));
  }
}
