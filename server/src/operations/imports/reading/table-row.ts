/** One row of a file, with its number as a spreadsheet counts it. */
export interface TableRow {
  row: number;
  cells: string[];
  /** By hand or by a filter. */
  isHidden?: true;
}

/** Heads are looked for in so many rows. */
export const TOP_ROWS = 20;
/** Two cells that are known heads are no chance. */
export const HEADS_MIN = 2;
