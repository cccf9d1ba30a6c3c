import { type FileShape, valuesOf } from './kinds/kinds.ts';

/** A row that is to be judged, with the rows after it that only add items to it. */
export interface Group<Row> {
  lead: Row;
  parts: Row[];
  /** The row has the number of the one before, and this column keeps it from being a part of it. */
  differsIn: string | undefined;
}

const ROW_FIELDS = new Set(['items', 'itemName', 'itemDescription', 'itemQuantity', 'itemValue', 'partnerCodes']);
const hasItems: readonly string[] = ['orders', 'quotes'];

/**
 * Rows by order or quote. Shops write a row for each item: rows after each other with one number are one order when
 * they differ only in their items and partner codes. What the first row says may be missing in the others.
 */
export function groupRows<Row extends { cells: string[] }>(shape: FileShape, rows: readonly Row[]): Group<Row>[] {
  const groups: Group<Row>[] = [];
  let first = new Map<string, string>();
  for (const row of rows) {
    const values = valuesOf(shape, row.cells);
    const group = groups.at(-1);
    const isSame =
      group !== undefined &&
      hasItems.includes(shape.kind) &&
      numberOf(values) !== '' &&
      numberOf(values) === numberOf(first) &&
      ![group.lead, ...group.parts].some(({ cells }) => cells.join('\n') === row.cells.join('\n'));
    const other = isSame ? [...values].find(([field, value]) => isOther(field, value, first))?.[0] : undefined;
    if (isSame && other === undefined && isItem(values)) group.parts.push(row);
    else {
      const column = shape.columns.find(({ field }) => field === other)?.name;
      groups.push({ lead: row, parts: [], differsIn: other === undefined ? undefined : (column ?? other) });
      first = values;
    }
  }
  return groups;
}

/** The number that rows of one order share. */
export const numberOf = (values: ReadonlyMap<string, string>): string => values.get('externalId')?.trim() ?? '';

const isItem = (values: ReadonlyMap<string, string>): boolean =>
  [...values].some(([field, value]) => ROW_FIELDS.has(field) && value !== '');

const isOther = (field: string, value: string, first: ReadonlyMap<string, string>): boolean =>
  !ROW_FIELDS.has(field) && value !== '' && value !== first.get(field);
