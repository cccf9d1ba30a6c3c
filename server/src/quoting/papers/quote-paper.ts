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

/** A quote or its receipt, in words. */
export interface QuotePaper {
  head: Head;
  blocks: readonly { caption: string; lines: readonly string[] }[];
  /** Label, quantity, unit price, tax rate where any line has tax, amount. */
  rows: readonly (readonly string[])[];
  hasTax: boolean;
  totals: readonly (readonly [name: string, amount: string])[];
  currency: string;
  /** Captioned texts below the totals. */
  texts: readonly { caption: string; text: string }[];
  foot: string;
}

const columnsFor = ({ currency, hasTax }: QuotePaper): TableColumn[] => [
  { title: t('Description'), width: WIDTH * (hasTax ? 0.42 : 0.52) },
  { title: t('Quantity'), width: WIDTH * 0.12, align: 'end' },
  { title: t('Unit price ({currency})', { currency }), width: WIDTH * 0.18, align: 'end' },
  ...(hasTax ? [{ title: t('Tax'), width: WIDTH * 0.1, align: 'end' as const }] : []),
  { title: t('Amount ({currency})', { currency }), width: WIDTH * 0.18, align: 'end' },
];

/** Draws the whole paper; answers after each page. */
async function* drawPages(doc: Document, paper: QuotePaper): AsyncGenerator<void> {
  const sheet = await beginSheet(doc, paper.head);
  await drawBlocks(sheet, paper.blocks);
  yield* drawTable(sheet, columnsFor(paper), paper.rows);
  await drawTotals(sheet, paper.totals);
  for (const { caption, text } of paper.texts) yield* drawText(sheet, caption, text);
  await endSheet(sheet, paper.foot);
}

/** Heavy work: the paper as a file. */
export async function* drawQuotePaper({ about, paper }: { about: About; paper: QuotePaper }): AsyncGenerator<Buffer> {
  const doc = createDocument(about, A4, { keepsPages: true });
  yield* bytesOf(doc, drawPages(doc, paper));
}
