import { isDay } from '@quickfleet/shared/base/primitives';
import { momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { t } from '@quickfleet/shared/words/t';
import { NO, wordOf, YES } from './imports.words.ts';

// Cells as people and spreadsheets write them, read into what our own schemas take. What is not understood is handed on
// as it is: the schema then says what is wrong with it, or `CellFault` does where it could only say less.

/** A cell that says nothing, in a sentence. */
export class CellFault extends Error {}

const WRONG = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/** The text of a cell; undefined for an empty one. */
export function textOf(cell: string): string | undefined {
  const text = cell.trim();
  if (WRONG.test(text)) throw new CellFault(t('The cell holds the spreadsheet’s own error {error}', { error: text }));
  return text === '' ? undefined : text;
}

export function flagOf(text: string): boolean {
  const word = wordOf(text);
  if (YES.has(word)) return true;
  if (NO.has(word) || text === '-') return false;
  throw new CellFault(t('Write yes or no'));
}

/** A whole number; a spreadsheet may write it as 2.0. */
export const wholeOf = (text: string): string =>
  /^(\d{1,9})(?:[.,]0+)?$/.exec(text.replaceAll(/[\s\u00a0]/g, ''))?.[1] ?? text;

/** An amount: with a currency before or after it, and with thousands and decimal separators of any country. */
export function amountOf(text: string): string {
  const bare = text.replaceAll(/[\s\u00a0'’]/g, '').replaceAll(/^[^\d.,+-]{1,4}|[^\d.,+-]{1,4}$/g, '');
  if (!/^\d[\d.,]*$/.test(bare)) return text;
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return bare;
  const sign = bare[last] ?? '.';
  const fraction = bare.slice(last + 1);
  const isMixed = bare.includes('.') && bare.includes(',');
  const isRepeated = bare.split(sign).length > 2;
  if (isRepeated) return /^\d{1,3}(?:[.,]\d{3})+$/.test(bare) ? bare.replaceAll(/[.,]/g, '') : text;
  // '1,234' is another amount in Chicago and in Berlin.
  if (sign === ',' && !isMixed && fraction.length === 3) throw new CellFault(t('Write the amount like 1234.50'));
  return `${bare.slice(0, last).replaceAll(/[.,]/g, '')}.${fraction}`;
}

const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/;
const SLASHED = /^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}/;
const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0');

/** The day that a text begins with, and what comes after it. */
function dayIn(text: string): { day: string; rest: string } {
  const dotted = DOTTED.exec(text);
  if (dotted) return { day: `${dotted[3]}-${two(dotted[2])}-${two(dotted[1])}`, rest: text.slice(dotted[0].length) };
  return { day: text.slice(0, 10), rest: text.slice(10) };
}

/** A calendar day, YYYY-MM-DD. A time after it is left out. */
export function dayOf(text: string): string {
  const { day, rest } = dayIn(text);
  if (isDay(day) && /^\d{4}-\d\d-\d\d$/.test(day) && /^(?:[T\s].*)?$/.test(rest)) return day;
  throw new CellFault(
    SLASHED.test(text)
      ? t('Write the day like 2026-12-01: “{text}” can be two days', { text })
      : t('Write the day like 2026-12-01'),
  );
}

const CLOCK = /^(\d{1,2})[:.h](\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]m)?$/i;
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const HALF_DAY = 12;

/** A moment: with its offset, or on the clocks of the company; a bare time belongs to the row's day. */
export function momentFrom(text: string, zone: string, ofDay: string | undefined): string {
  if (ZONED.test(text)) return text;
  const isBare = CLOCK.test(text);
  const { day, rest } = isBare ? { day: ofDay ?? '', rest: text } : dayIn(text);
  if (isBare && ofDay === undefined) throw new CellFault(t('Write the day too, like 2026-12-01 09:00'));
  const [, hours = '', minutes = '', half] = CLOCK.exec(rest.replace(/^[T\s,]+/, '')) ?? [];
  const hour = (Number(hours) % (half ? HALF_DAY : 100)) + (half?.toLowerCase() === 'pm' ? HALF_DAY : 0);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !isDay(day) || hours === '' || hour > 23 || Number(minutes) > 59)
    throw new CellFault(t('Write the time like 2026-12-01 09:00'));
  return momentOf(day, hour * 60 + Number(minutes), zone).toISOString();
}

interface Named {
  name: string;
  quantity: string;
}
const BEFORE = /^(\d{1,9}) ?[x×*] ?(\S.*)$/i;
const AFTER = /^(\S.*) [x×*] ?(\d{1,9})$/i;
/** '2 x Box; Lamp' */
export function itemsOf(text: string): Named[] {
  if (/^[\d.,\s]+$/.test(text)) throw new CellFault(t('Write the items like 2 x Box; Lamp'));
  return text
    .split(/[;\n]/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((part) => {
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
