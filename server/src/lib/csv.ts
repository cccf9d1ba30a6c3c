/** A cell as every spreadsheet reads it, and none as a formula (docs/security.md, T-24). */
function cell(value: string | null): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180, with the mark that makes Excel read it as UTF-8. */
export const toCsv = (head: readonly string[], rows: readonly (readonly (string | null)[])[]): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
