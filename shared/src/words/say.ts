import { type Language, localeOf } from './languages.ts';

/**
 * A message as `@lingui/message-utils` compiles it: a text, or texts with `['name']`, `['count', 'plural', cases]` and
 * `['kind', 'select', cases]` between them. `#` in a case is the number.
 */
export type Compiled = string | readonly Part[];
type Part = string | readonly [name: string, kind?: string, cases?: Readonly<Record<string, Compiled>>];

/** The pieces of a message in its order, with the values in their places. */
export function piecesOf<T>(
  message: Compiled,
  values: Readonly<Record<string, T>>,
  language: Language,
  count?: string,
): (string | T)[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((part): (string | T)[] => {
    if (typeof part === 'string') return [part === '#' && count !== undefined ? count : part];
    const [name, kind, cases] = part;
    const value = values[name];
    if (value === undefined) throw new Error(`A message needs ${name}`);
    if (!kind || !cases) return [value];
    if (kind === 'select') return piecesOf(cases[String(value)] ?? cases['other'] ?? '', values, language, count);
    const number = Number(value);
    const chosen = cases[number] ?? cases[new Intl.PluralRules(language).select(number)] ?? cases['other'] ?? '';
    return piecesOf(chosen, values, language, number.toLocaleString(localeOf(language)));
  });
}
