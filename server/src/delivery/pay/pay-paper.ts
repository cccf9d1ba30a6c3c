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

/** A driver's pay in words. */
export interface PayPaper {
  head: Head;
  /** Who it is for, a line each. */
  to: readonly string[];
  /** Day, why, quantity, rate, amount. */
  rows: readonly (readonly string[])[];
  totals: readonly (readonly [string, string])[];
  foot: string;
}

const columnsInWords = (): TableColumn[] => [
  { title: t('Date'), width: WIDTH * 0.17 },
  { title: t('What for'), width: WIDTH * 0.38 },
  { title: t('Quantity'), width: WIDTH * 0.15, align: 'end' },
  { title: t('Rate of pay'), width: WIDTH * 0.15, align: 'end' },
  { title: t('Amount'), width: WIDTH * 0.15, align: 'end' },
];

async function* drawPages(doc: Document, { head, to, rows, totals, foot }: PayPaper): AsyncGenerator<void> {
  const sheet = await beginSheet(doc, head);
  await drawBlocks(sheet, [{ caption: t('PAID TO'), lines: to }]);
  if (rows.length === 0) yield* drawText(sheet, t('EARNED'), t('Nothing on these days.'), 10);
  else {
    yield* drawTable(sheet, columnsInWords(), rows);
    await drawTotals(sheet, totals);
  }
  await endSheet(sheet, foot);
}

/** Heavy work: the pay as a file. */
export async function* drawPay(
  { about, paper }: { about: About; paper: PayPaper },
  host: Host,
): AsyncGenerator<Buffer> {
  host.count(paper.rows.length);
  const doc = createDocument(about, A4, { keepsPages: true });
  yield* bytesOf(doc, drawPages(doc, paper));
}
