import { readFile } from 'node:fs/promises';
import { IMPORT_UNPACKED_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { openZip } from './safe-zip.ts';
import type { TableRow } from './table-row.ts';
import { unreadable } from './unreadable.ts';

/** Excel keeps 15 digits. */
const numberText = (value: number): string => String(Number(value.toPrecision(15)));
/** Excel's days begin with 1900: what is before is a time without a day. */
const EXCEL_YEAR = 1900;

function dateText(at: Date): string {
  if (Number.isNaN(at.getTime())) return '';
  const [day = '', time = ''] = at.toISOString().split('T');
  const clock = time.slice(0, 5);
  if (at.getUTCFullYear() <= EXCEL_YEAR) return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
}

/** A cell as it would be typed. */
function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? numberText(value) : value;
}

/**
 * The rows of the first sheet. Every part of the file was unpacked once before, so that none is larger than it says
 * (docs/security.md, T-16); the reader itself knows no entities but those of XML.
 */
export async function* readXlsx(path: string): AsyncGenerator<TableRow> {
  const bytes = await readFile(path);
  const names = await openZip(bytes, IMPORT_UNPACKED_MAX);
  if (!names.some((name) => name === 'xl/workbook.xml' || name === '[Content_Types].xml'))
    throw unreadable(t('This is a ZIP file, and no Excel file (.xlsx)'));
  try {
    // The index counts from the first row of the sheet.
    for await (const { index, values } of streamXlsxRows(bytes)) yield { row: index + 1, cells: values.map(cellText) };
  } catch {
    throw unreadable(t('This Excel file is damaged. Open it in Excel, save it again as .xlsx, and try once more'));
  }
}
