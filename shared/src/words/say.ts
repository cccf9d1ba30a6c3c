import { type Language, localeOf } from './languages.ts';
import { hasRightToLeft } from './right-to-left.ts';

/**
 * A message as `@lingui/message-utils` compiles it: a text, or texts with `['name']`, `['count', 'plural', cases]` and
 * `['kind', 'select', cases]` between them. `#` in a case is the number.
 */
export type Compiled = string | readonly Part[];
type Part = string | readonly [name: string, kind?: string, cases?: Readonly<Record<string, Compiled>>];

const plurals = new Map<Language, Intl.PluralRules>();
const numbers = new Map<Language, Intl.NumberFormat>();
/** One for each language: making one costs a hundred times what using it does. */
function kept<T>(made: Map<Language, T>, language: Language, make: (locale: string) => T): T {
  const known = made.get(language) ?? make(localeOf(language));
  made.set(language, known);
  return known;
}
const pluralOf = (number: number, language: Language) =>
  kept(plurals, language, () => new Intl.PluralRules(language)).select(number);
const inDigits = (number: number, language: Language) =>
  kept(numbers, language, (locale) => new Intl.NumberFormat(locale)).format(number);

/** The pieces of a message in its order, with the values in their places. */
export function piecesOf<T>(
  message: Compiled,
  values: Readonly<Record<string, T>>,
  language: Language,
  shown: (value: T) => T = (value) => value,
  count?: string,
): (string | T)[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((part): (string | T)[] => {
    if (typeof part === 'string') return [part === '#' && count !== undefined ? count : part];
    const [name, kind, cases] = part;
    const value = values[name];
    if (value === undefined) throw new Error(`A message needs ${name}`);
    if (!kind || !cases) return [shown(value)];
    if (kind === 'select')
      return piecesOf(cases[String(value)] ?? cases['other'] ?? '', values, language, shown, count);
    const number = Number(value);
    const chosen = cases[number] ?? cases[pluralOf(number, language)] ?? cases['other'] ?? '';
    return piecesOf(chosen, values, language, shown, inDigits(number, language));
  });
}

/** An address of the web or of a mailbox stays as it is: a mail program makes a link of it. */
const isDirected = (value: string | number): value is string =>
  typeof value === 'string' && !/\/\/|@/.test(value) && (/\d/.test(value) || hasRightToLeft(value));
/**
 * A message with its values. Where letters run from right to left, names and numbers in it have a direction of their
 * own, which the sentence does not share: U+2068 and U+2069 around them.
 */
export function say(message: Compiled, values: Readonly<Record<string, string | number>>, language: Language): string {
  const text = piecesOf<string | number>(message, values, language).join('');
  if (!hasRightToLeft(text)) return text;
  const directed = (value: string | number) => (isDirected(value) ? `\u2068${value}\u2069` : value);
  return piecesOf<string | number>(message, values, language, directed).join('');
}
