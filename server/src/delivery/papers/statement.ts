import { t } from '@quickfleet/shared/words/t';
import {
  A4,
  beginSheet,
  drawBlocks,
  drawTable,
  drawText,
  drawTotals,
  endSheet,
  type Head,
  type TableColumn,
  WIDTH,
} from '../../company/papers/sheet.ts';
import { type About, bytesOf, createDocument, type Document } from '../../pdf/document.ts';
import type { Host } from '../../process/heavy/protocol.ts';

/** A statement in words. */
export interface Statement {
  head: Head;
  /** Who it is for, a line each. */
  to: readonly string[];
  /** Lines without a price yet: date, number, from and to. */
  unpriced: readonly (readonly string[])[];
  /** In each currency the lines with their amounts and what was paid, and the sums. */
  priced: readonly { rows: readonly (readonly string[])[]; totals: readonly (readonly [string, string])[] }[];
  paymentTerms: string | null;
  foot: string;
}

const columnsInWords = (): TableColumn[] => [
  { title: t('Date'), width: WIDTH * 0.17 },
  { title: t('Number'), width: WIDTH * 0.2 },
  { title: t('From and to'), width: WIDTH * 0.33 },
  { title: t('Amount'), width: WIDTH * 0.15, align: 'end' },
  { title: t('Paid'), width: WIDTH * 0.15, align: 'end' },
];

async function* drawPages(doc: Document, statement: Statement): AsyncGenerator<void> {
  const { unpriced, priced } = statement;
  const sheet = await beginSheet(doc, statement.head);
  const columns = columnsInWords();
  await drawBlocks(sheet, [{ caption: t('CUSTOMER'), lines: statement.to }]);
  if (unpriced.length + priced.length === 0) yield* drawText(sheet, t('ON ACCOUNT'), t('Nothing in this month.'), 10);
  if (unpriced.length > 0) {
    const words = t('These orders have no price yet: they are missing from the sums below.');
    yield* drawText(sheet, t('WITHOUT A PRICE'), words, 10);
    yield* drawTable(sheet, columns.slice(0, 3), unpriced);
  }
  for (const { rows, totals } of priced) {
    yield* drawTable(sheet, columns, rows);
    await drawTotals(sheet, totals);
  }
  if (statement.paymentTerms) yield* drawText(sheet, t('PAYMENT'), statement.paymentTerms);
  await endSheet(sheet, statement.foot);
}

/** Heavy work: the statement as a file. */
export async function* drawStatement(
  { about, statement }: { about: About; statement: Statement },
  host: Host,
): AsyncGenerator<Buffer> {
  host.count(statement.unpriced.length + statement.priced.reduce((sum, { rows }) => sum + rows.length, 0));
  const doc = createDocument(about, A4, { keepsPages: true });
  yield* bytesOf(doc, drawPages(doc, statement));
}
