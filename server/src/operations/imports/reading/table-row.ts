/** One row of a file, with its number as a spreadsheet counts it. */
export interface TableRow {
  row: number;
  cells: string[];
  /** By hand or by a filter. */
  isHidden?: true;
}
