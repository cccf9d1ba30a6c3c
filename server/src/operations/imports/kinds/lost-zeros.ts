// Postcodes whose first zero a spreadsheet has taken: 1067 for Dresden's 01067, 2134 for Boston's 02134.
import { t } from '@quickfleet/shared/words/t';
import { wordOf } from '../columns/imports.words.ts';
import type { LostZeros, StoredColumn } from '../import.entity.ts';

const POSTCODES = /zip|post(?:al)?code|plz|postleitzahl|codepostal|codigopostal/;
const COUNTRY = /country|land|pays|pais/;
export const isPostcodes = (head: string): boolean => POSTCODES.test(wordOf(head));
export const isCountry = (head: string): boolean => COUNTRY.test(wordOf(head));

/**
 * The countries of five digits where some begin with zero, and which four digits are one of theirs without it: from the
 * first to the last. Germany leaves gaps, in which Vienna and the capitals of the Austrian states are.
 */
const ranges: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  DE: [
    [1067, 1998],
    [2625, 2999],
    [3042, 3253],
    [4103, 4938],
    [6108, 6928],
    [7318, 7989],
    [8056, 8648],
    [9111, 9669],
  ],
  ES: [[1001, 9699]],
  FI: [[1000, 9999]],
  FR: [[1000, 9990]],
  IT: [[1010, 9170]],
  MX: [[1000, 9999]],
  US: [[1001, 9999]],
};
/** The same as files call them. */
const named: ReadonlySet<string> = new Set([
  ...['usa', 'unitedstatesofamerica', 'deu', 'fra', 'esp', 'ita', 'fin', 'mex'],
  ...Object.keys(ranges).flatMap((code) => [
    wordOf(code),
    ...['en', 'de', 'fr', 'es'].map((language) =>
      wordOf(new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code),
    ),
  ]),
]);
export const hasFiveDigits = (country: string): boolean => named.has(wordOf(country));

/** A postcode without its zero; a spreadsheet may write it as 1067.0, and the American form has four digits behind. */
const SHORT = /^(\d{4})(?:\.0)?(-\d{4})?$/;
const WHOLE = /^\d{5}(?:-\d{4})?$/;

/**
 * Decides it for a column by the company's country and by the other rows: the zero is given where all others of the file
 * are of that country, and some of them have five digits. undefined: four digits are nothing that lacks one.
 */
export function lostZerosIn(
  country: string,
  cells: readonly { text: string; country: string }[],
): LostZeros | undefined {
  const own = ranges[country];
  const shortOnes = cells.flatMap((cell) =>
    cell.country.trim() === '' ? (SHORT.exec(cell.text.trim())?.[1] ?? []) : [],
  );
  if (!own || shortOnes.length === 0) return undefined;
  const isOwn = (digits: string) => own.some(([from, to]) => Number(digits) >= from && Number(digits) <= to);
  const isElsewhere = cells.some((cell) => cell.country.trim() !== '' && !hasFiveDigits(cell.country));
  const hasWhole = cells.some((cell) => WHOLE.test(cell.text.trim()));
  return hasWhole && !isElsewhere && shortOnes.every(isOwn) ? 'given' : 'doubted';
}

/** The country that a row names for a column of postcodes; empty where it names none. */
export function countryFor(
  { field }: StoredColumn,
  columns: readonly StoredColumn[],
  cells: readonly string[],
): string {
  const at = columns.findIndex((column) => column.field === field && isCountry(column.name));
  return (cells[at] ?? '').trim();
}

/** A postcode with its zero, where its row names the country or the rest of the file gives it away. */
export function withZero(
  text: string,
  column: StoredColumn,
  columns: readonly StoredColumn[],
  cells: readonly string[],
): string {
  const [, digits = '', rest = ''] = SHORT.exec(text) ?? [];
  if (digits === '' || !isPostcodes(column.name)) return text;
  const country = countryFor(column, columns, cells);
  const isLost = country === '' ? column.lostZeros === 'given' : hasFiveDigits(country);
  return isLost ? `0${digits}${rest}` : text;
}

/** What a row is told of its postcodes that name no country. */
export function zeroWarnings(
  columns: readonly StoredColumn[],
  cells: readonly string[],
): { column: string; message: string }[] {
  return columns.flatMap((column, at) => {
    const text = (cells[at] ?? '').trim();
    if (!column.lostZeros || !SHORT.test(text) || countryFor(column, columns, cells) !== '') return [];
    const message =
      column.lostZeros === 'given'
        ? t(
            '“{text}” is read as {read}, because others of this file have five digits. Name the country if it is another one',
            {
              text,
              read: withZero(text, column, columns, cells),
            },
          )
        : t('“{text}” may have lost the zero in front of it. Name the country in the row, or write all digits', {
            text,
          });
    return [{ column: column.name, message }];
  });
}
