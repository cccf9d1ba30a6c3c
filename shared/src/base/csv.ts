// Spreadsheets run what starts like a formula, so such a cell starts with an apostrophe (docs/security.md, T-24).
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;
/**
 * What a spreadsheet would take for a number or a day and write back as another one: leading zeros, more digits than it
 * keeps, powers of ten, '3/4' and '12-05'. Amounts and whole days are neither.
 */
const REWRITTEN = /^(?:0\d+|\d{12,}|\d+(?:\.\d+)?e\d+|\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{2,4})?)$/i;
/** '12.50' is an amount, and no day; '-262.00' is one too, and no formula. */
const AMOUNT = /^\d+\.\d{2,4}$/;
const BELOW_ZERO = /^-(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$/;

export type Cell = string | number | null | undefined;

/** Whether a spreadsheet would make something else of a text. */
const isChanged = (text: string) =>
  (FORMULA.test(text) && !BELOW_ZERO.test(text)) || (REWRITTEN.test(text) && !AMOUNT.test(text));

/** A cell of a table that `toCsv` may have written, without the apostrophe that kept a spreadsheet from changing it. */
export const fromCell = (text: string): string =>
  text.startsWith("'") && isChanged(text.slice(1)) ? text.slice(1) : text;

export const csvDelimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type CsvDelimiter = keyof typeof csvDelimiters;

function cell(value: Cell, delimiter: string): string {
  const text = String(value ?? '');
  const isText = isChanged(text);
  const safe = typeof value === 'string' && isText ? `'${text}` : text;
  const isQuoted = /["\r\n]/.test(safe) || safe.includes(delimiter);
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The mark that makes Excel read a table as UTF-8. */
export const CSV_MARK = '\uFEFF';
/** One row of RFC 4180. */
export const csvLine = (row: readonly Cell[], delimiter: CsvDelimiter = 'comma'): string => {
  const sign = csvDelimiters[delimiter];
  return `${row.map((value) => cell(value, sign)).join(sign)}\r\n`;
};
/** RFC 4180, with the mark that makes Excel read it as UTF-8. Texts arrive in a spreadsheet as they are written. */
export const toCsv = (
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  delimiter: CsvDelimiter = 'comma',
): string => `${CSV_MARK}${[header, ...rows].map((row) => csvLine(row, delimiter)).join('')}`;
