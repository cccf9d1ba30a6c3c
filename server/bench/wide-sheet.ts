import { workbook } from '../test/support/workbooks.ts';

/** A spreadsheet of some kilobytes on the wire with two million cells, which all have to be read. */
export const wideSheet = (): Promise<Buffer> => {
  const row = Array.from({ length: 100 }, () => 1);
  return workbook([{ rows: Array.from({ length: 20_000 }, () => row) }], { hasNoPlaces: true });
};
