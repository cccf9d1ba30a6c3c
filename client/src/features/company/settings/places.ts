import { languages, localeOf } from '@quickfleet/shared/words/languages';
import { language } from '@quickfleet/shared/words/t';

/** Names that Intl has for what is no country. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB']);

const byName = (one: { label: string }, other: { label: string }) =>
  one.label.localeCompare(other.label, localeOf(language()));
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Countries by their names in the reader's language; `present` is among them in any case. */
export function countries(present: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(localeOf(language()), { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return [...new Set([...codes, present])]
    .filter((code) => !NO_COUNTRIES.has(code))
    .flatMap((value) => {
      const label = names.of(value) ?? (value === present ? value : undefined);
      return label === undefined ? [] : [{ value, label }];
    })
    .sort(byName);
}

/** Time zones by their names; `present` is among them in any case. */
export const timeZones = (present: string): string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), present]),
];

const nameOf = (code: string): string =>
  new Intl.DisplayNames(code, { type: 'language' }).of(code)?.replace(/^\p{L}/u, (first) => first.toUpperCase()) ??
  code;
/** Each in the language itself. */
export const languageNames = languages.map((value) => ({ value, label: nameOf(value) }));
