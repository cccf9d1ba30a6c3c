// A line of history is written once, for many readers: its values are stored, and its own words are the reader's.

import { formatAmount } from '@quickfleet/shared/base/money/money';
import { language, type Message, message, t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { inHistory } from '../../words/speak.ts';
import { settingChange } from './change-words.ts';
import { fieldInWords, isField } from './field-words.ts';
import { labelled, sayOne, type Telling } from './kinds.ts';
import { type Sentence, sentences } from './sentences.ts';
import { type Part, values } from './values.ts';

/** What a line says: as somebody typed it, a value, a sentence, or several of them with what joins them. */
export type Said = Part | Sentence | { readonly by: string; readonly of: readonly Said[] };
type Clocks = Telling['clocks'];

/** What is there of several, with what joins them; alone it stays as it is. */
export function joined(by: string, ...parts: readonly (Said | null | undefined | false | '')[]): Said | undefined {
  const of = parts.filter((part): part is Exclude<Said, ''> => Boolean(part));
  return of.length > 1 ? { by, of } : of[0];
}

/** The same as the lines of a record. */
export function saying(by: string, ...parts: Parameters<typeof joined>[1][]): Said[] {
  const said = joined(by, ...parts);
  return said === undefined ? [] : [said];
}

const joinedSchema = z.object({ by: z.string(), of: z.array(z.unknown()) });
/** Undefined where another release stored what this one cannot say. */
function say(said: unknown, how: Telling): string | undefined {
  if (typeof said === 'string') return said;
  const { data } = joinedSchema.safeParse(said);
  if (!data) return sayOne(sentences, said, how) ?? sayOne(values, said, how);
  const parts = data.of.map((part) => say(part, how));
  const texts = parts.filter((part) => part !== undefined);
  if (texts.length < parts.length) return undefined;
  return data.by === ': ' ? texts.reduce(labelled) : texts.join(data.by);
}
function sayAll(lines: readonly unknown[], how: Telling): string | undefined {
  const said = lines.map((line) => say(line, how));
  return said.includes(undefined) ? undefined : said.join('\n');
}

/** The English text that is stored with what a line says. */
export const textToStore = (lines: readonly Said[], clocks: Clocks): string =>
  inHistory(() => sayAll(lines, { clocks, isStored: true })) ?? '';

/** The same in the words of who reads it now. */
export const textInWords = (lines: readonly Said[], clocks: Clocks): string =>
  sayAll(lines, { clocks, isStored: false }) ?? '';
/**
 * A stored sentence for its reader: in English as it is stored, for programs, otherwise said again from its values. One
 * of an earlier release has none, and stays as it was written.
 */
export function saidInWords(stored: string | null, said: unknown, clocks: Clocks): string | null {
  if (stored === null || said === null || language() === 'en') return stored;
  return say(said, { clocks, isStored: false }) ?? stored;
}

/** What stands for a value that is none, as lines of earlier releases have it. */
const formerValues: Readonly<Record<string, Message>> = {
  none: message('none'),
  nobody: message('nobody'),
  'no price': message('no price'),
  yes: message('yes'),
  no: message('no'),
  counted: message('counted from the items'),
  Today: message('Today'),
  'Any day': message('Any day'),
};
const valueInWords = (text: string): string => {
  const known = Object.hasOwn(formerValues, text) ? formerValues[text] : undefined;
  return known ? t(known) : text;
};

/** 'Phone: 555 0100 → none' in the reader's words; a line that is no change stays as it was written. */
function lineInWords(line: string): string {
  const [, changed] = /^([^:→]+) changed$/.exec(line) ?? [];
  if (changed && isField(changed)) return t('{field} changed', { field: fieldInWords(changed) });
  const [, field, from = '', to = ''] = /^(?:([^:→]+): )?(.*?) → (.*)$/s.exec(line) ?? [];
  if (from === '' || (field !== undefined && !isField(field))) return line;
  const change = `${valueInWords(from)} → ${valueInWords(to)}`;
  return field === undefined ? change : labelled(fieldInWords(field), change);
}

/** Facts of a changed price. */
const priced = z.object({ from: z.string().nullable(), to: z.string(), currency: z.string() });
export type PricedFacts = z.infer<typeof priced>;
const plainValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.undefined()]);
/** Facts of a changed setting that is one value; what is made of several is said as it was stored. */
const setting = z.object({ path: z.string(), from: plainValue, to: plainValue });
const factsSchema = z.object({ says: z.array(z.unknown()) });

function factsInWords(facts: unknown, clocks: Clocks): string | undefined {
  const { data } = factsSchema.safeParse(facts);
  if (data) return sayAll(data.says, { clocks, isStored: false });
  const changed = setting.safeParse(facts).data;
  if (changed) return say(settingChange(changed), { clocks, isStored: false });
  const price = priced.safeParse(facts).data;
  if (!price) return undefined;
  const said = (amount: string | null) => (amount === null ? t('no price') : formatAmount(amount, price.currency));
  return `${said(price.from)} → ${said(price.to)}`;
}

interface Stored {
  detail: string | null;
  facts?: unknown;
}
/**
 * What a line of history says to its reader. `detail` is the text for programs: in English it stays as it is stored.
 * `words` is what people read where that is another text, with amounts, days and times as they write them.
 */
export function detailFor({ detail, facts }: Stored, clocks: Clocks): { detail: string | null; words: string | null } {
  if (detail === null) return { detail, words: null };
  const words = factsInWords(facts, clocks);
  if (language() === 'en') return { detail, words: words === undefined || words === detail ? null : words };
  return { detail: words ?? detail.split('\n').map(lineInWords).join('\n'), words: null };
}
/** The same for a person. */
export function detailInWords(line: Stored, clocks: Clocks): string | null {
  const { detail, words } = detailFor(line, clocks);
  return words ?? detail;
}

/** SQL of what a line's facts say: the other facts of an order are evidence, and no text. */
export const SAYS = (alias: string): string =>
  `case when ${alias}.action in ('quote.priced', 'company.updated') then ${alias}.data::json
    when ${alias}.data like '%"says":[%' then json_build_object('says', ${alias}.data::json -> 'says') end`;
