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
  makeRoom,
  type Sheet,
  type TableColumn,
  WIDTH,
} from '../../../company/papers/sheet.ts';
import { drawQr } from '../../../pdf/codes.ts';
import { type About, bytesOf, createDocument, type Document, mm } from '../../../pdf/document.ts';
import { columnOf } from '../../../pdf/text.ts';
import { documentOf, type Issued } from './e-invoice.ts';
import { writeDocument } from './e-invoice-writer.ts';
import { drawSlip, type Slip } from './slip.ts';
import { specificationOf } from './specification.ts';

/** An invoice in words. */
export interface InvoicePaper {
  head: Head;
  blocks: readonly { caption: string; lines: readonly string[] }[];
  /** Day, what for, quantity, unit price, tax, amount. */
  rows: readonly (readonly string[])[];
  totals: readonly (readonly [name: string, amount: string])[];
  currency: string;
  /** Captioned texts below the totals. */
  texts: readonly { caption: string; text: string }[];
  /** What a phone reads to pay, and what stands beside it. */
  code: { text: string; caption: string; lines: readonly string[] } | null;
  /** On a page of its own: a payment slip of Switzerland. */
  slip: Slip | null;
  foot: string;
}
const columnsFor = (currency: string): TableColumn[] => [
  { title: t('Delivered'), width: WIDTH * 0.13 },
  { title: t('Description'), width: WIDTH * 0.37 },
  { title: t('Quantity'), width: WIDTH * 0.1, align: 'end' },
  { title: t('Unit price ({currency})', { currency }), width: WIDTH * 0.15, align: 'end' },
  { title: t('Tax'), width: WIDTH * 0.09, align: 'end' },
  { title: t('Amount ({currency})', { currency }), width: WIDTH * 0.16, align: 'end' },
];

const CODE_SIDE = mm(30);
/** The code with its four modules of white, and beside it the same in words. */
async function drawCode(sheet: Sheet, code: NonNullable<InvoicePaper['code']>): Promise<void> {
  await makeRoom(sheet, CODE_SIDE + 16);
  const left = (A4[0] - WIDTH) / 2;
  drawQr(sheet.doc, code.text, { x: left + mm(3), y: sheet.y + mm(3), width: CODE_SIDE - mm(6) });
  const column = columnOf(sheet.doc, {
    x: left + CODE_SIDE + 8,
    y: sheet.y + mm(3),
    width: WIDTH - CODE_SIDE - 8,
    bottom: sheet.y + CODE_SIDE,
  });
  await column.text(code.caption, { size: 9, weight: 700 });
  column.skip(4);
  for (const line of code.lines) {
    await column.text(line, { size: 9, smallest: 6 });
    column.skip(2);
  }
  sheet.y += CODE_SIDE + 12;
}

async function* drawPages(doc: Document, paper: InvoicePaper): AsyncGenerator<void> {
  const sheet = await beginSheet(doc, paper.head);
  await drawBlocks(sheet, paper.blocks);
  yield* drawTable(sheet, columnsFor(paper.currency), paper.rows);
  await drawTotals(sheet, paper.totals);
  if (paper.code) await drawCode(sheet, paper.code);
  for (const { caption, text } of paper.texts) yield* drawText(sheet, caption, text);
  await endSheet(sheet, paper.foot);
  if (paper.slip) await drawSlip(doc, A4, paper.slip);
}

const bytesIn = (written: string | Uint8Array): string => Buffer.from(written).toString('base64');

/** What was made, in base64: it goes from process to process as text. */
export interface Made {
  pdf: string;
  cii: string | null;
  ubl: string | null;
}
/**
 * Heavy work: the paper, and the electronic invoice in both syntaxes. Where there is one, the paper is a PDF/A-3 with
 * the XML inside (Factur-X, ZUGFeRD).
 */
export async function makeInvoice({
  about,
  paper,
  issued,
}: {
  about: About;
  paper: InvoicePaper;
  issued: Issued | null;
}): Promise<Made> {
  const doc = createDocument(about, A4, { keepsPages: true });
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(doc, drawPages(doc, paper))) chunks.push(chunk);
  const drawn = Buffer.concat(chunks);
  if (issued === null) return { pdf: bytesIn(drawn), cii: null, ubl: null };
  const document = documentOf(issued);
  const file = { buffer: drawn, filename: `${about.title}.pdf`, mimetype: 'application/pdf' };
  return {
    pdf: bytesIn(await writeDocument(document, 'Factur-X-EN16931', file)),
    cii: bytesIn(await writeDocument(document, 'CII')),
    ubl: bytesIn(await writeDocument(documentOf(issued, specificationOf(issued)), 'UBL')),
  };
}
