import { toCsv } from '@quickfleet/shared/base/csv';
import { csvCell, type TableColumn } from '@quickfleet/shared/base/table';
import { delimiterFor } from '@quickfleet/shared/operations/table-language';
import { language } from '@quickfleet/shared/words/t';

/** Rows as CSV, written as spreadsheets of the reader's language read it. */
export function tableText<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const reader = language();
  return toCsv(
    columns.map(({ name }) => name),
    rows.map((row) => columns.map(({ of, kind }) => csvCell(kind, of(row), reader !== 'en'))),
    delimiterFor(reader),
  );
}
