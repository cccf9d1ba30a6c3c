import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { message, t } from '@quickfleet/shared/words/t';
import {
  type About,
  bytesOf,
  createDocument,
  type Document,
  drawPicture,
  mm,
  type PaperPicture,
} from '../../pdf/document.ts';
import { type Cell, cellOf, columnOf, write } from '../../pdf/text.ts';
import type { Host } from '../../process/heavy/protocol.ts';

/** A stop in words. */
export interface RunStop {
  kind: 'pickup' | 'delivery';
  isDone: boolean;
  /** '9:00 AM – 12:00 PM', or nothing when only the day is known. */
  hours: string | null;
  /** 'Delivery Thu, Nov 26', where the order's other stop is on another day. */
  elsewhere: string | null;
  address: string;
  customer: string;
  phone: string | null;
  trackingNumber: string;
  parcels: number;
  /** '2 × Box of books' */
  items: string[];
  notes: string | null;
}
export interface RunSheet {
  company: string;
  logo: PaperPicture | null;
  driver: string;
  phone: string | null;
  /** 'Monday, March 2, 2026' */
  day: string;
  zone: string;
  /** '12 stops' and the like. */
  totals: string[];
  printed: string;
  stops: readonly RunStop[];
}

const A4: [number, number] = [mm(210), mm(297)];
const MARGIN = mm(12);
const PADDING = 5;
const GRAY = '#444444';
const FOOT = 20;
const ROW_MIN = 64;
const TAG = 13;
const columns = [
  { title: null, width: 26 },
  { title: message('When'), width: 92 },
  { title: message('Where'), width: 190 },
  { title: message('What'), width: 130 },
  { title: message('Name and signature'), width: A4[0] - 2 * MARGIN - 438 },
] as const;
const lefts = columns.map((_, at) => MARGIN + columns.slice(0, at).reduce((sum, { width }) => sum + width, 0));
const RIGHT = A4[0] - MARGIN;
const BOTTOM = A4[1] - MARGIN - FOOT;

const line = (doc: Document, y: number, weight: number) =>
  doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(weight).strokeColor('black').stroke();

async function drawHead(doc: Document, sheet: RunSheet): Promise<number> {
  const logo = sheet.logo && drawPicture(doc, sheet.logo, { x: MARGIN, y: MARGIN, width: 110, height: 44 });
  const x = MARGIN + (logo ? logo.width + 12 : 0);
  const left = columnOf(doc, { x, y: MARGIN, width: MARGIN + 320 - x, bottom: MARGIN + 90 });
  await left.text(`${sheet.company} · ${t('Run sheet')}`, {
    size: 9,
    smallest: 6,
    weight: 700,
    linesMax: 1,
    color: GRAY,
  });
  left.skip(4);
  await left.text(sheet.driver, { size: 22, smallest: 10, weight: 700, linesMax: 1 });
  left.skip(4);
  if (sheet.phone) await left.text(sheet.phone, { size: 9, smallest: 6, linesMax: 1 });
  const right = columnOf(doc, {
    ...{ x: MARGIN + 320, y: MARGIN, width: RIGHT - MARGIN - 320, bottom: MARGIN + 90, align: 'end' },
  });
  await right.text(sheet.day, { size: 14, smallest: 9, weight: 700, linesMax: 1 });
  right.skip(3);
  await right.text(sheet.zone, { size: 8, smallest: 6, linesMax: 1, color: GRAY });
  right.skip(5);
  for (const total of sheet.totals) {
    await right.text(total, { size: 10, smallest: 7, linesMax: 1 });
    right.skip(2);
  }
  return Math.max(left.y, right.y) + 8;
}

/** The head of every page after the first. */
async function drawShortHead(doc: Document, { company, driver, day }: RunSheet): Promise<number> {
  const box = { x: MARGIN, y: MARGIN, width: RIGHT - MARGIN, height: 14, size: 9.5, smallest: 6, linesMax: 1 };
  return (
    MARGIN + 8 + (await write(doc, `${company} · ${t('Run sheet')} · ${driver} · ${day}`, { ...box, weight: 700 }))
  );
}

async function drawTitles(doc: Document, y: number): Promise<number> {
  for (const [at, { title, width }] of columns.entries())
    await write(doc, title === null ? '#' : t(title), {
      x: (lefts[at] ?? 0) + 2,
      y,
      width,
      height: 12,
      size: 7.5,
      weight: 700,
      color: GRAY,
    });
  line(doc, y + 12, 1.5);
  return y + 12;
}

interface Row {
  height: number;
  draw(y: number): Promise<void>;
}
/** A stop as a row: its height is known before it is drawn, so that no row is torn by the end of a page. */
async function rowOf(doc: Document, stop: RunStop, number: number): Promise<Row> {
  const [, when, where, what, sign] = columns.map(({ width }) => width - 2 * PADDING);
  const [first = '', ...rest] = stop.address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const hours = stop.hours ?? t('Any time');
  const contact = [stop.customer, stop.phone].filter(Boolean).join(' · ');
  const cells: Cell[] = [
    await cellOf(doc, columns[0].width - 4, [[String(number), { size: 15, smallest: 7, weight: 700, linesMax: 1 }]]),
    await cellOf(doc, when ?? 0, [
      [hours, { size: 10, smallest: 7, weight: 700, linesMax: hours.includes(',') ? 3 : 1 }],
      [stop.elsewhere ?? '', { size: 8, smallest: 6, linesMax: 2, color: GRAY }],
    ]),
    await cellOf(doc, where ?? 0, [
      [first, { size: 10.5, smallest: 7, weight: 700, linesMax: 3 }],
      [rest.join('\n'), { size: 9.5, smallest: 5.5, linesMax: 9 }],
      [contact, { size: 8.5, smallest: 6, linesMax: 2 }],
      [formatTracking(stop.trackingNumber), { size: 8.5, weight: 700, linesMax: 1, color: GRAY }],
    ]),
    await cellOf(doc, what ?? 0, [
      [
        t('{count, plural, one {# parcel} other {# parcels}}', { count: stop.parcels }),
        { size: 10, weight: 700, linesMax: 1 },
      ],
      [stop.notes ?? '', { size: 9, smallest: 6.5, linesMax: 9 }],
      [stop.items.join('\n'), { size: 8, smallest: 6, linesMax: 8, color: GRAY }],
    ]),
    await cellOf(doc, sign ?? 0, [[stop.isDone ? t('Done (stop)') : '', { size: 9, weight: 700, linesMax: 1 }]]),
  ];
  const heights = cells.map(({ height }, at) => height + (at === 1 ? TAG + 4 : 0));
  const height = Math.max(ROW_MIN, ...heights.map((one) => one + 2 * PADDING));
  return {
    height,
    async draw(y) {
      const top = y + PADDING;
      await drawKind(doc, stop.kind, (lefts[1] ?? 0) + PADDING, top);
      for (const [at, cell] of cells.entries()) {
        const x = (lefts[at] ?? 0) + (at === 0 ? 2 : PADDING);
        cell.draw(x, top + (at === 1 ? TAG + 4 : 0));
      }
      doc.moveTo((lefts[4] ?? 0) + PADDING, y + height - 12);
      doc
        .lineTo(RIGHT - 2, y + height - 12)
        .lineWidth(0.5)
        .strokeColor(GRAY)
        .stroke();
      line(doc, y + height, 0.5);
    },
  };
}

/** A delivery in ink, a pickup in outline: told apart at a glance, in black and white too. */
async function drawKind(doc: Document, kind: RunStop['kind'], x: number, y: number): Promise<void> {
  const isDelivery = kind === 'delivery';
  doc.rect(x, y, 58, TAG).lineWidth(0.8);
  if (isDelivery) doc.fillAndStroke('black', 'black');
  else doc.strokeColor('black').stroke();
  const text = { x, y: y + 2.5, width: 58, height: 10, size: 7.5, weight: 700, linesMax: 1, align: 'center' } as const;
  await write(doc, isDelivery ? t('DELIVERY') : t('PICKUP'), { ...text, color: isDelivery ? 'white' : 'black' });
}

/** Numbers the pages from `first` on, which must all be drawn and not yet written. */
async function drawFeet(doc: Document, { printed }: RunSheet, first: number): Promise<void> {
  const { start, count } = doc.bufferedPageRange();
  const end = start + count;
  for (let page = first; page < end; page++) {
    doc.switchToPage(page);
    const box = { x: MARGIN, y: BOTTOM + 8, width: RIGHT - MARGIN, height: 10, size: 8, linesMax: 1, color: GRAY };
    await write(doc, printed, box);
    await write(doc, t('Page {page} of {pages}', { page: page - first + 1, pages: end - first }), {
      ...box,
      align: 'end',
    });
  }
}

/** Draws the whole sheet on new pages; yields after each page. */
async function* drawRunSheet(doc: Document, sheet: RunSheet): AsyncGenerator<void> {
  const { start, count } = doc.bufferedPageRange();
  doc.addPage();
  let y = await drawTitles(doc, await drawHead(doc, sheet));
  if (sheet.stops.length === 0) {
    const box = { x: MARGIN, y: y + 16, width: RIGHT - MARGIN, height: 20, size: 12 };
    await write(doc, t('No stops on this day.'), box);
  }
  for (const [at, stop] of sheet.stops.entries()) {
    const row = await rowOf(doc, stop, at + 1);
    if (y + row.height > BOTTOM) {
      yield;
      doc.addPage();
      y = await drawTitles(doc, await drawShortHead(doc, sheet));
    }
    await row.draw(y);
    y += row.height;
  }
  await drawFeet(doc, sheet, start + count);
}

/** Heavy work: the sheets in one file, each with pages and page numbers of its own. */
export async function* drawRunSheets(
  { about, sheets }: { about: About; sheets: readonly RunSheet[] },
  host: Host,
): AsyncGenerator<Buffer> {
  const doc = createDocument(about, A4, { keepsPages: true });
  async function* pages() {
    for (const sheet of sheets) {
      host.count(1 + sheet.stops.length);
      yield* drawRunSheet(doc, sheet);
    }
  }
  yield* bytesOf(doc, pages());
}
