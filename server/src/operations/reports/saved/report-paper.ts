import { A4, beginSheet, endSheet, type Head, makeRoom, type Sheet, WIDTH } from '../../../company/papers/sheet.ts';
import { type About, bytesOf, createDocument, type Document } from '../../../pdf/document.ts';
import { drawLines, heightOf, layOut, write } from '../../../pdf/text.ts';

/** A report in words. */
export interface ReportPaper {
  head: Head;
  notes: readonly string[];
  totals: readonly { name: string; value: string; before: string }[];
  /** The chart: a bar for each row. */
  bars: readonly { label: string; value: number }[];
  barsName: string;
  titles: readonly string[];
  rows: readonly (readonly string[])[];
  /** The last row. */
  sum: readonly string[] | null;
  foot: string;
}

const LEFT = (A4[0] - WIDTH) / 2;
const BOTTOM = A4[1] - LEFT - 26;
const GRAY = '#444444';
const BAR = '#0f766e';
const BARS_MAX = 62;
const [ROW_LARGE, ROW_SMALL] = [17, 10.5];

async function drawNotes(sheet: Sheet, notes: readonly string[]): Promise<void> {
  for (const [at, note] of notes.entries()) {
    const box = { x: LEFT, y: 0, width: WIDTH, height: Number.POSITIVE_INFINITY, size: at === 0 ? 12 : 9 };
    const weight = at === 0 ? 700 : 400;
    const fitted = await layOut(sheet.doc, note, { ...box, weight });
    await makeRoom(sheet, heightOf(fitted));
    sheet.y += 3 + drawLines(sheet.doc, fitted, { ...box, weight, y: sheet.y });
  }
  sheet.y += 8;
}

/** The totals side by side. */
async function drawTotals(sheet: Sheet, totals: ReportPaper['totals']): Promise<void> {
  const width = WIDTH / Math.max(1, totals.length);
  const line = { width: width - 6, linesMax: 1, smallest: 5 } as const;
  for (const [at, { name, value, before }] of totals.entries()) {
    const x = LEFT + at * width;
    await write(sheet.doc, name, { ...line, x, y: sheet.y, height: 10, size: 7.5, color: GRAY });
    await write(sheet.doc, value, { ...line, x, y: sheet.y + 10, height: 16, size: 12, weight: 700 });
    await write(sheet.doc, before, { ...line, x, y: sheet.y + 26, height: 10, size: 7, color: GRAY });
  }
  sheet.y += 44;
}

const CHART_HEIGHT = 70;
/** A bar for each row, with what the highest stands for; the table says the same. */
async function drawBars(sheet: Sheet, { bars, barsName }: ReportPaper): Promise<void> {
  const shown = bars.slice(0, BARS_MAX);
  const highest = Math.max(...shown.map(({ value }) => value), 0);
  if (shown.length < 2 || highest === 0) return;
  const { doc } = sheet;
  await write(doc, barsName, { x: LEFT, y: sheet.y, width: WIDTH, height: 10, size: 7.5, linesMax: 1, color: GRAY });
  const base = sheet.y + 12 + CHART_HEIGHT;
  const step = WIDTH / shown.length;
  for (const [at, { value }] of shown.entries()) {
    const height = (value / highest) * CHART_HEIGHT;
    doc.rect(LEFT + at * step + step * 0.15, base - height, step * 0.7, height).fill(BAR);
  }
  doc
    .moveTo(LEFT, base)
    .lineTo(LEFT + WIDTH, base)
    .lineWidth(0.6)
    .strokeColor('black')
    .stroke();
  sheet.y = base + 12;
}

const FIRST_SHARE = 0.28;
/** One line of the table; each cell on one line, in smaller letters where it is long. */
async function drawRow(sheet: Sheet, cells: readonly string[], height: number, weight: 400 | 700): Promise<void> {
  const first = WIDTH * FIRST_SHARE;
  const other = (WIDTH - first) / Math.max(1, cells.length - 1);
  const size = Math.min(9, height * 0.68);
  for (const [at, cell] of cells.entries())
    await write(sheet.doc, cell, {
      ...{ x: at === 0 ? LEFT : LEFT + first + (at - 1) * other, y: sheet.y + 1, height: height - 1 },
      ...{ width: (at === 0 ? first : other) - 4, size, smallest: 4.5, linesMax: 1, weight },
      align: at === 0 ? 'start' : 'end',
    });
  sheet.y += height;
  sheet.doc.moveTo(LEFT, sheet.y).lineTo(LEFT + WIDTH, sheet.y);
  sheet.doc
    .lineWidth(weight === 700 ? 0.9 : 0.3)
    .strokeColor('black')
    .stroke();
}

/** As high as all rows fit on the page, within what can be read; what has no room goes on. */
async function* drawRows(sheet: Sheet, { titles, rows, sum }: ReportPaper): AsyncGenerator<void> {
  const lines = rows.length + 1 + (sum ? 1 : 0);
  const height = Math.min(ROW_LARGE, Math.max(ROW_SMALL, (BOTTOM - sheet.y - 1) / lines));
  await drawRow(sheet, titles, height, 700);
  for (const row of rows) {
    if (await makeRoom(sheet, height)) {
      yield;
      await drawRow(sheet, titles, height, 700);
    }
    await drawRow(sheet, row, height, 400);
  }
  if (!sum) return;
  if (await makeRoom(sheet, height)) yield;
  await drawRow(sheet, sum, height, 700);
}

async function* drawPages(doc: Document, paper: ReportPaper): AsyncGenerator<void> {
  const sheet = await beginSheet(doc, paper.head);
  await drawNotes(sheet, paper.notes);
  await drawTotals(sheet, paper.totals);
  await drawBars(sheet, paper);
  yield* drawRows(sheet, paper);
  await endSheet(sheet, paper.foot);
}

/** Heavy work: a report as PDF, in base64. */
export async function makeReport({ about, paper }: { about: About; paper: ReportPaper }): Promise<string> {
  const doc = createDocument(about, A4, { keepsPages: true });
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(doc, drawPages(doc, paper))) chunks.push(chunk);
  return Buffer.concat(chunks).toString('base64');
}
