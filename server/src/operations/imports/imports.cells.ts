import { plainDigits } from '@quickfleet/shared/base/pasted';
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

/** What people write next to a count of things. */
const PIECES =
  /^(?:[x×*] ?)?(\d[\d.,]*) ?(?:[x×*]|st|stk|stck|stück|pcs?|pieces?|ea|pi[eè]ces?|pzas?|piezas?|uds?|unidad(?:es)?)?\.?$/iu;
/** A whole number, with or without its pieces; a spreadsheet may write it as 2.0. */
export function wholeOf(text: string): string {
  const bare = PIECES.exec(text.replaceAll(/[\s\u00a0]+/g, ' ').replaceAll(/(?<=\d) (?=\d{3})/g, ''))?.[1] ?? '';
  // '1.000' is one, or a thousand, by who wrote it.
  if (/^[1-9]\d{0,2}[.,]000$/.test(bare)) throw new CellFault(t('Write the number without separators, like 1000'));
  return /^0*(\d{1,9})(?:[.,]0+)?$/.exec(bare)?.[1] ?? text;
}

/** A currency before or after an amount: a sign, letters, a short form with its dot. */
const CURRENCY = /^[\p{L}\p{Sc}][\p{L}\p{Sc}./]{0,7}(?=[\d.])|(?<=[\d.,–—-])[\p{L}\p{Sc}]{1,7}\.?$/gu;
/** '12,-' and '12.–' are whole. */
const WHOLE_AMOUNT = /^(\d[\d.,]*?)[.,][-–—]{0,2}$/;
const ARABIC: Readonly<Record<string, string>> = { '٫': '.', '٬': '', '،': ',' };
const western = (text: string): string => plainDigits(text).replaceAll(/[٫٬،]/g, (sign) => ARABIC[sign] ?? sign);

/** An amount: with a currency before or after it, and with thousands and decimal separators of any country. */
export function amountOf(text: string): string {
  const plain = western(text).replaceAll(/[\s\p{Cf}'’]/gu, '');
  const said = plain.replaceAll(CURRENCY, '');
  const bare = WHOLE_AMOUNT.exec(said)?.[1] ?? said;
  if (!/^\d[\d.,]*$/.test(bare)) return text;
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return bare.replace(/^0+(?=\d)/, '');
  const sign = bare[last] ?? '.';
  const fraction = bare.slice(last + 1);
  const isMixed = bare.includes('.') && bare.includes(',');
  const isRepeated = bare.split(sign).length > 2;
  if (isRepeated) return /^\d{1,3}(?:[.,]\d{3})+$/.test(bare) ? bare.replaceAll(/[.,]/g, '') : text;
  // '1,234' is another amount in Chicago and in Berlin; no thousands begin with zero.
  if (sign === ',' && !isMixed && fraction.length === 3 && !bare.startsWith('0'))
    throw new CellFault(t('Write the amount like 1234.50'));
  // Databases write more decimals than an amount has: 20.0000.
  const decimals = fraction.length > 3 ? fraction.replace(/0{1,12}$/, '').padEnd(2, '0') : fraction;
  return `${bare.slice(0, last).replaceAll(/[.,]/g, '')}.${decimals}`;
}

const CODE = /(?<!\p{L})[A-Z]{3}(?!\p{L})/u;
const SIGN = /\p{Sc}/u;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** The currency that an amount is said in, when it is another one than this: by its letters, or by a sign that is not its own. */
export function foreignCurrency(text: string, currency: string): string | undefined {
  const code = CODE.exec(text)?.[0];
  if (code && CURRENCIES.has(code)) return code === currency ? undefined : code;
  const sign = SIGN.exec(text)?.[0];
  if (sign === undefined) return undefined;
  const own = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(0);
  return own.includes(sign) ? undefined : sign;
}

/** Kilograms of a unit, by its letters. */
const KILOS: Readonly<Record<string, number>> = {
  ...{ kg: 1, kgs: 1, kilo: 1, kilos: 1, kilogramm: 1, kilogram: 1, kilograms: 1, kilogrammes: 1, kilogramos: 1 },
  ...{ g: 0.001, gr: 0.001, gramm: 0.001, gram: 0.001, grams: 0.001, grammes: 0.001, gramos: 0.001 },
  ...{ t: 1000, to: 1000, lb: 0.453_592_37, lbs: 0.453_592_37, oz: 0.028_349_523_125 },
};
const THOUSANDTHS = 1000;
/** Kilograms as their digits: '500 g' is 0.5. Without a unit they are kilograms. */
export function weightOf(text: string): string {
  const [, number = '', unit = ''] = /^(.*\d)\s*(\p{L}{1,12})\.?$/u.exec(text) ?? [];
  if (unit === '') return amountOf(text);
  const kilos = KILOS[unit.toLowerCase()];
  const amount = Number(amountOf(number));
  if (kilos === undefined || Number.isNaN(amount)) throw new CellFault(t('Write the weight in kilograms, like 2.5'));
  return String(Math.round(amount * kilos * THOUSANDTHS) / THOUSANDTHS);
}

const MONEY_AND_METHOD = /^(?:([A-Z]{3}) )?([\d.,]+)(?: ([A-Z]{3}))?(?: (\p{L}+))?$/u;
/** What is collected as our own tables write it: '40.50 EUR cash'. Any other text is an amount alone. */
export function collectOf(text: string): { amount: string; currency?: string; method?: string } {
  const [, before, amount, behind, method] = MONEY_AND_METHOD.exec(text) ?? [];
  const currency = before ?? behind;
  return amount && currency
    ? { amount: amountOf(amount), currency, ...(method ? { method } : {}) }
    : { amount: amountOf(text) };
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

/** What people write before the first time of a window, and between the two. */
const BEFORE_TIMES = /(?<=^|\s)(?:between|from|zwischen|von|entre|desde|des|du|de)(?: las?)? (?=\d)/giu;
const BETWEEN =
  / ?(?:[-–—−~→/]|(?<![\p{L}])(?:bis|und|to|until|till|and|à|a|et|hasta|y|jusqu[’']?à)(?![\p{L}])) ?(?:las? )?/giu;
const HOUR_WORD = / ?(?:uhr|h|[ap]\.? ?m\.?)$/i;
const HALF = /[ap]\.? ?m\.?$/i;
const HOUR = /^(?:.* )?(\d{1,2})$/;
const CLOCK = /^(.* )?(\d{1,2}(?:[:.h]\d{2})?)$/i;

/** Whether a text is a time, with a day before it or without. */
function isMoment(text: string): boolean {
  const { day, minutes } = splitMoment(text);
  const { dmy, mdy } = day === undefined ? { dmy: '', mdy: '' } : readDay(day);
  return readInstant(text) !== undefined || (minutes !== undefined && (dmy ?? mdy) !== null);
}
const minutesOf = (text: string): number => splitMoment(text).minutes ?? 0;

/** The beginning in the half of the day that is nearest before the end: '10-12 pm' begins in the morning. */
function inHalfOf(from: string, to: string): string {
  const halves = ['am', 'pm'].map((half) => `${from} ${half}`).filter((one) => splitMoment(one).minutes !== undefined);
  const until = (one: string) => (minutesOf(to) - minutesOf(one) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return halves.toSorted((one, other) => until(one) - until(other))[0] ?? from;
}
/** The two times of a text that is parted here; undefined when it has not two. */
function timesIn(from: string, to: string, isWord: boolean): { from: string; to: string } | undefined {
  if (HALF.test(to) && CLOCK.test(from)) {
    const begins = inHalfOf(from, to);
    return isMoment(begins) && isMoment(to) ? { from: begins, to } : undefined;
  }
  // Without a word or minutes they are hours, if they are in their order: '8-10'.
  const begins = HOUR.test(from) ? `${from}${HOUR_WORD.exec(to)?.[0] ?? ':00'}` : from;
  const ends = HOUR.test(to) ? `${to}:00` : to;
  if (!isMoment(begins) || !isMoment(ends)) return undefined;
  const isGuessed = ends !== to;
  if (isGuessed && (!isWord || (HOUR.test(from) && minutesOf(ends) <= minutesOf(begins)))) return undefined;
  return { from: begins, to: ends };
}
/** The two times of a window that one cell says, '9-12 Uhr'; undefined for any other text. */
export function timesOf(text: string): { from: string; to: string } | undefined {
  if (text.length > TIMES_MAX || readInstant(text)) return undefined;
  const own = text.trim().replaceAll(BEFORE_TIMES, '');
  for (const { 0: sign, index } of own.matchAll(BETWEEN)) {
    const times = timesIn(own.slice(0, index).trim(), own.slice(index + sign.length).trim(), sign.trim() !== '/');
    if (times) return times;
  }
  return undefined;
}
const TIMES_MAX = 80;

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
/** Semicolons or lines part items; commas do where each has its number. */
function partsOf(text: string): string[] {
  const byComma = text.split(/, */);
  const isCounted = [BEFORE, AFTER].some((counted) => byComma.every((part) => counted.test(part)));
  return byComma.length > 1 && isCounted ? byComma : text.split(/[;\n]/);
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
