// Spreadsheets run what starts like a formula, so such a cell starts with an apostrophe (docs/security.md, T-24).
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;
/**
 * What a spreadsheet would take for a number or a day and write back as another one: leading zeros, more digits than it
 * keeps, powers of ten, '3/4' and '12-05'. Amounts and whole days are neither.
 */
const REWRITTEN = /^(?:0\d+|\d{12,}|\d+(?:\.\d+)?e\d+|\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{2,4})?)$/i;
/** '12.50' is an amount, and no day. */
const AMOUNT = /^\d+\.\d{2,4}$/;

export type Cell = string | number | null | undefined;

function cell(value: Cell): string {
  const text = String(value ?? '');
  const isText = FORMULA.test(text) || (REWRITTEN.test(text) && !AMOUNT.test(text));
  const safe = typeof value === 'string' && isText ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180, with the mark that makes Excel read it as UTF-8. Texts arrive in a spreadsheet as they are written. */
export const toCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
