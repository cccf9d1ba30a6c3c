import { t } from '@quickfleet/shared/words/t';
import { type Document, drawPicture, mm, type PaperPicture } from '../../pdf/document.ts';
import { type Column, columnOf, drawLines, type Fitted, heightOf, layOut, write } from '../../pdf/text.ts';

// What quotes, receipts and statements are drawn with: A4 pages that go on, tables, and paragraphs of any length.

export const A4: [number, number] = [mm(210), mm(297)];
const MARGIN = mm(16);
const GRAY = '#444444';
const FOOT = 26;
const PADDING = 4;
export const WIDTH = A4[0] - 2 * MARGIN;
const RIGHT = A4[0] - MARGIN;
const BOTTOM = A4[1] - MARGIN - FOOT;
/** A paragraph is drawn in pieces, so that one of any length goes over the end of a page. */
const PIECE = 500;

export interface TableColumn {
  title: string;
  width: number;
  align?: 'start' | 'end';
}
export interface Sheet {
  doc: Document;
  y: number;
  /** Printed at the top of every page but the first. */
  shortHead: string;
}

/** Who writes the paper. */
export interface Sender {
  name: string;
  logo: PaperPicture | null;
  /** Address, tax number, phone and the like, a line each. */
  lines: readonly string[];
}
export interface Head {
  sender: Sender;
  /** 'Quote' */
  kind: string;
  number: string;
  /** 'Date: March 2, 2026' and the like. */
  facts: readonly string[];
}

const LOGO = { width: mm(60), height: mm(16) };
const rule = (doc: Document, y: number, weight: number) =>
  doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(weight).strokeColor('black').stroke();

async function linesIn(column: Column, lines: readonly string[], size = 9): Promise<void> {
  for (const text of lines) {
    await column.text(text, { size, smallest: 6 });
    column.skip(2);
  }
}

/** The first page with its head: the company on the left, what paper this is on the right. */
export async function beginSheet(doc: Document, { sender, kind, number, facts }: Head): Promise<Sheet> {
  doc.addPage();
  const half = WIDTH / 2 - 10;
  const bottom = MARGIN + 190;
  const logo = sender.logo && drawPicture(doc, sender.logo, { x: MARGIN, y: MARGIN, ...LOGO });
  const top = MARGIN + (logo ? logo.height + 8 : 0);
  const left = columnOf(doc, { x: MARGIN, y: top, width: half, bottom });
  await left.text(sender.name, { size: 17, smallest: 9, weight: 700, linesMax: 2 });
  left.skip(5);
  await linesIn(left, sender.lines);
  const right = columnOf(doc, { x: MARGIN + half + 20, y: MARGIN, width: half, bottom, align: 'end' });
  await right.text(kind, { size: 17, smallest: 9, weight: 700, linesMax: 1 });
  right.skip(4);
  await right.text(number, { size: 12, smallest: 8, weight: 700, linesMax: 1 });
  right.skip(5);
  await linesIn(right, facts);
  return { doc, y: Math.max(left.y, right.y) + 16, shortHead: `${sender.name} · ${kind} ${number}` };
}

/** Starts a page when so many points have no room on this one. Answers whether it did. */
export async function makeRoom(sheet: Sheet, height: number): Promise<boolean> {
  if (sheet.y + height <= BOTTOM) return false;
  sheet.doc.addPage();
  const box = {
    x: MARGIN,
    y: MARGIN,
    width: WIDTH,
    height: 14,
    size: 9,
    smallest: 6,
    linesMax: 1,
    weight: 700,
  } as const;
  sheet.y = MARGIN + 10 + (await write(sheet.doc, sheet.shortHead, box));
  return true;
}

/** Captioned texts side by side: the customer, from where, to where. */
export async function drawBlocks(
  sheet: Sheet,
  blocks: readonly { caption: string; lines: readonly string[] }[],
): Promise<void> {
  const width = (WIDTH - 14 * (blocks.length - 1)) / blocks.length;
  let lowest = sheet.y;
  for (const [at, { caption, lines }] of blocks.entries()) {
    const x = MARGIN + at * (width + 14);
    const column = columnOf(sheet.doc, { x, y: sheet.y, width, bottom: sheet.y + 130 });
    await column.text(caption, { size: 7.5, weight: 700, color: GRAY });
    column.skip(3);
    await linesIn(column, lines, 9.5);
    lowest = Math.max(lowest, column.y);
  }
  sheet.y = lowest + 14;
}

async function drawTitles(sheet: Sheet, columns: readonly TableColumn[]): Promise<void> {
  let x = MARGIN;
  for (const { title, width, align = 'start' } of columns) {
    const box = {
      x: x + 2,
      y: sheet.y,
      width: width - 4,
      height: 11,
      size: 7.5,
      smallest: 5,
      linesMax: 1,
      align,
    } as const;
    await write(sheet.doc, title, { ...box, weight: 700, color: GRAY });
    x += width;
  }
  sheet.y += 12;
  rule(sheet.doc, sheet.y, 1.2);
}

/** A table over as many pages as it takes, its titles on each; no row is torn. Answers after each page. */
export async function* drawTable(
  sheet: Sheet,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): AsyncGenerator<void> {
  await makeRoom(sheet, 50);
  await drawTitles(sheet, columns);
  for (const row of rows) {
    const cells: { fitted: Fitted; box: Parameters<typeof layOut>[2] }[] = [];
    let x = MARGIN;
    for (const [at, { width, align = 'start' }] of columns.entries()) {
      const box = {
        ...{ x: x + 2, y: 0, width: width - 4, height: Number.POSITIVE_INFINITY, size: 9.5, smallest: 6, align },
        linesMax: align === 'end' ? 1 : 12,
      };
      cells.push({ fitted: await layOut(sheet.doc, row[at] ?? '', box), box });
      x += width;
    }
    const height = Math.max(...cells.map(({ fitted }) => heightOf(fitted))) + 2 * PADDING;
    if (await makeRoom(sheet, height)) {
      yield;
      await drawTitles(sheet, columns);
    }
    for (const { fitted, box } of cells) drawLines(sheet.doc, fitted, { ...box, y: sheet.y + PADDING });
    sheet.y += height;
    rule(sheet.doc, sheet.y, 0.4);
  }
}

/** Names and amounts at the right side, the last one large. */
export async function drawTotals(sheet: Sheet, totals: readonly (readonly [name: string, amount: string])[]) {
  await makeRoom(sheet, totals.length * 15 + 16);
  sheet.y += 6;
  for (const [at, [name, amount]] of totals.entries()) {
    const isLast = at === totals.length - 1;
    const style = {
      size: isLast ? 12 : 9.5,
      smallest: 6,
      weight: isLast ? 700 : 400,
      linesMax: 1,
      height: 16,
    } as const;
    const x = MARGIN + WIDTH * 0.45;
    if (isLast) rule(sheet.doc, sheet.y, 0.8);
    const y = sheet.y + (isLast ? 4 : 0);
    await write(sheet.doc, name, { x, y, width: WIDTH * 0.33, ...style });
    await write(sheet.doc, amount, { x: MARGIN + WIDTH * 0.78, y, width: WIDTH * 0.22 - 2, align: 'end', ...style });
    sheet.y += isLast ? 22 : 14;
  }
  sheet.y += 10;
}

/** Pieces of a text that each fit on a page, cut at spaces. */
function* piecesOf(text: string): Generator<string> {
  for (const paragraph of text.split('\n').filter((line) => line.trim() !== '')) {
    let rest = paragraph;
    while (rest.length > PIECE) {
      const space = rest.lastIndexOf(' ', PIECE);
      const cut = space > PIECE / 2 ? space : PIECE;
      yield rest.slice(0, cut);
      rest = rest.slice(cut).trimStart();
    }
    yield rest;
  }
}

/** A captioned text of any length. Answers after each page. */
export async function* drawText(sheet: Sheet, caption: string, text: string, size = 9): AsyncGenerator<void> {
  if (await makeRoom(sheet, 40)) yield;
  const box = { x: MARGIN, width: WIDTH, height: Number.POSITIVE_INFINITY };
  sheet.y += 3 + (await write(sheet.doc, caption, { ...box, y: sheet.y, size: 7.5, weight: 700, color: GRAY }));
  for (const piece of piecesOf(text)) {
    const fitted = await layOut(sheet.doc, piece, { ...box, y: 0, size });
    if (await makeRoom(sheet, heightOf(fitted))) yield;
    sheet.y += 3 + drawLines(sheet.doc, fitted, { ...box, y: sheet.y });
  }
  sheet.y += 10;
}

/** Numbers the pages, which must all be drawn and not yet written. */
export async function endSheet({ doc }: Sheet, foot: string): Promise<void> {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    const box = { x: MARGIN, y: BOTTOM + 12, height: 10, size: 8, smallest: 5, linesMax: 1, color: GRAY };
    await write(doc, foot, { ...box, width: WIDTH * 0.75 });
    await write(doc, t('Page {page} of {pages}', { page: page + 1, pages: count }), {
      ...box,
      x: MARGIN + WIDTH * 0.75,
      width: WIDTH * 0.25,
      align: 'end',
    });
  }
}
