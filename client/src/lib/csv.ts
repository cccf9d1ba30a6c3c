import { saveFile } from './save-file.ts';

// Spreadsheets run what starts like a formula, so such a cell starts with an apostrophe (docs/security.md, T-24).
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string | number | null | undefined): string => {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** RFC 4180, with the mark that makes Excel read it as UTF-8. */
export const toCsv = (
  header: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string => `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

/** Hands a text to the browser as a download. */
export const downloadText = (name: string, text: string, type = 'text/csv;charset=utf-8'): void =>
  saveFile(new Blob([text], { type }), name);
