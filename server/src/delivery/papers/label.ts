import type { LabelFormat } from '@quickfleet/shared/company/papers';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { drawCode128, drawQr } from '../../pdf/codes.ts';
import {
  type About,
  bytesOf,
  createDocument,
  type Document,
  drawPicture,
  mm,
  type PaperPicture,
} from '../../pdf/document.ts';
import { type Column, columnOf, write } from '../../pdf/text.ts';
import type { Host } from '../../process/heavy/protocol.ts';

/** What a label says, in words. */
export interface Label {
  trackingNumber: string;
  /** The number of this parcel, as its bars say it. */
  parcelNumber: string;
  trackUrl: string;
  /** Which of how many. */
  parcel: number;
  parcels: number;
  /** The word for a parcel that must not be driven out any more. */
  over: string | null;
  company: string;
  logo: PaperPicture | null;
  phone: string;
  sender: string;
  /** Who takes it and their phone, a line each; null where nobody but the customer is named. */
  recipient: string | null;
  pickupAddress: string;
  deliveryAddress: string;
  /** When it is to be delivered, and the zone that the hours are in. */
  window: { day: string; hours: string | null; zone: string } | null;
  notes: string | null;
}

interface Paper {
  size: [number, number];
  /** How many labels next to each other, and below each other. */
  columns: number;
  rows: number;
}
const labelPapers: Record<LabelFormat, Paper> = {
  '100x150': { size: [mm(100), mm(150)], columns: 1, rows: 1 },
  a6: { size: [mm(105), mm(148)], columns: 1, rows: 1 },
  a4: { size: [mm(210), mm(297)], columns: 2, rows: 2 },
  letter: { size: [mm(215.9), mm(279.4)], columns: 2, rows: 2 },
};
/** One label's part of its paper. */
interface Area {
  width: number;
  height: number;
}

/** Label printers leave the edge white. */
const MARGIN = mm(4);
const QR_SIDE = mm(27);
const HEAD = 37;
const OVER = 24;
const FROM = 66;
/** A long address needs more room, unless the receiver's does. */
const FROM_LONG = 92;
const LONG = 200;
const NOTES = 98;
const NUMBER = 86;
/** An address with a sentence as its first line gets no heading. */
const HEADING_MAX = 80;

const caption = (column: Column, text: string) => column.text(text, { size: 6.5, weight: 700, color: '#444444' });

function line(doc: Document, y: number, width: number, weight = 0.8): void {
  const right = MARGIN + width;
  doc.moveTo(MARGIN, y).lineTo(right, y).lineWidth(weight).strokeColor('black').stroke();
}

/** The company, and which parcel of how many this is. */
async function drawHead(doc: Document, label: Label, y: number, width: number): Promise<void> {
  const logo = label.logo && drawPicture(doc, label.logo, { x: MARGIN, y, width: width * 0.3, height: HEAD - 5 });
  const indent = logo ? logo.width + 6 : 0;
  const left = columnOf(doc, { x: MARGIN + indent, y: y + 1, width: width * 0.6 - indent, bottom: y + HEAD });
  await left.text(label.company, { size: 15, smallest: 8, weight: 700, linesMax: 1 });
  left.skip(3);
  await left.text(label.phone, { size: 7.5, smallest: 6, linesMax: 1 });
  const right = columnOf(doc, { x: MARGIN + width * 0.6, y, width: width * 0.4, bottom: y + HEAD, align: 'end' });
  await caption(right, t('PARCEL'));
  await right.text(t('{count} of {all}', { count: label.parcel, all: label.parcels }), {
    size: 21,
    smallest: 10,
    weight: 700,
    linesMax: 1,
  });
}

async function drawOver(doc: Document, word: string, y: number, width: number): Promise<void> {
  doc.rect(MARGIN, y, width, OVER - 4).fill('black');
  const box = { x: MARGIN, y: y + 2.5, width, height: 16, size: 14, weight: 700, linesMax: 1 } as const;
  await write(doc, word, { ...box, align: 'center', color: 'white' });
}

/** The sender, and next to it the delivery time. */
async function drawFrom(doc: Document, label: Label, y: number, width: number, bottom: number): Promise<void> {
  const left = columnOf(doc, { x: MARGIN, y, width: label.window ? width * 0.54 : width, bottom });
  await caption(left, t('FROM'));
  left.skip(2);
  await left.text(label.sender, { size: 8.5, smallest: 6.5, weight: 700, linesMax: 2 });
  left.skip(2);
  await left.text(label.pickupAddress, { size: 8.5, smallest: 4.5 });
  if (!label.window) return;
  const middle = MARGIN + width * 0.57;
  doc.moveTo(middle, y).lineTo(middle, bottom).lineWidth(0.5).strokeColor('black').stroke();
  const right = columnOf(doc, { x: MARGIN + width * 0.6, y, width: width * 0.4, bottom });
  await caption(right, t('DELIVER'));
  right.skip(2);
  await right.text(label.window.day, { size: 14, smallest: 8, weight: 700, linesMax: 1 });
  right.skip(4);
  if (label.window.hours) await right.text(label.window.hours, { size: 12, smallest: 7, weight: 700, linesMax: 1 });
  right.skip(3);
  await right.text(label.window.zone, { size: 7.5, smallest: 6, linesMax: 2 });
}

/** The largest words of the label: where it goes. */
async function drawTo(doc: Document, { deliveryAddress, recipient }: Label, y: number, width: number, bottom: number) {
  const column = columnOf(doc, { x: MARGIN, y, width, bottom });
  await caption(column, t('TO'));
  column.skip(3);
  if (recipient) {
    await column.text(recipient, {
      size: 12,
      smallest: 7,
      weight: 700,
      linesMax: 4,
      height: (bottom - column.y) * 0.28,
    });
    column.skip(4);
  }
  const [first = '', ...rest] = deliveryAddress
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const hasHeading = first.length <= HEADING_MAX;
  const most = (bottom - column.y) * (rest.length > 0 ? 0.45 : 1);
  if (hasHeading) await column.text(first, { size: 26, smallest: 11, weight: 700, height: most });
  column.skip(4);
  await column.text(hasHeading ? rest.join('\n') : deliveryAddress, { size: 21, smallest: 4.5 });
}

/** What the driver should know, and the code that opens the tracking page. */
async function drawNotes(doc: Document, label: Label, y: number, width: number): Promise<void> {
  const x = MARGIN + width - QR_SIDE;
  drawQr(doc, label.trackUrl, { x, y: y + 1, width: QR_SIDE });
  const right = columnOf(doc, { x, y: y + QR_SIDE + 5, width: QR_SIDE, bottom: y + NOTES, align: 'center' });
  await caption(right, t('SCAN TO TRACK'));
  if (!label.notes) return;
  const left = columnOf(doc, { x: MARGIN, y, width: width - QR_SIDE - 14, bottom: y + NOTES - 10 });
  await caption(left, t('NOTES FOR THE DRIVER'));
  left.skip(3);
  await left.text(label.notes, { size: 10.5, smallest: 6.5 });
}

/** The parcel's number, for eyes and for scanners. */
async function drawNumber(doc: Document, label: Label, y: number, width: number, bottom: number): Promise<void> {
  const column = columnOf(doc, { x: MARGIN, y, width, bottom: y + 30, align: 'center' });
  await column.text(`${formatTracking(label.trackingNumber)}${label.parcelNumber.slice(label.trackingNumber.length)}`, {
    size: 22,
    smallest: 10,
    weight: 700,
    linesMax: 1,
  });
  const top = column.y + 6;
  drawCode128(doc, label.parcelNumber, { x: MARGIN, y: top, width, height: bottom - top });
}

/** Draws one label from the origin. */
async function drawOne(doc: Document, label: Label, area: Area): Promise<void> {
  const width = area.width - 2 * MARGIN;
  await drawHead(doc, label, MARGIN, width);
  let y = MARGIN + HEAD;
  if (label.over) {
    await drawOver(doc, label.over, y, width);
    y += OVER;
  }
  line(doc, y, width);
  const from = label.pickupAddress.length > LONG && label.deliveryAddress.length <= LONG ? FROM_LONG : FROM;
  await drawFrom(doc, label, y + 5, width, y + from);
  y += from + 4;
  line(doc, y, width, 2);
  const number = area.height - MARGIN - NUMBER;
  const notes = number - NOTES;
  await drawTo(doc, label, y + 6, width, notes - 6);
  line(doc, notes, width);
  await drawNotes(doc, label, notes + 6, width);
  line(doc, number, width);
  await drawNumber(doc, label, number + 6, width, area.height - MARGIN);
}

/** Draws a label in the next free place: on a new page, or after the others of a sheet. */
async function drawLabel(doc: Document, label: Label, at: number, format: LabelFormat): Promise<void> {
  const { size, columns, rows } = labelPapers[format];
  const place = at % (columns * rows);
  if (place === 0) doc.addPage();
  const area = { width: size[0] / columns, height: size[1] / rows };
  doc.save();
  doc.translate((place % columns) * area.width, Math.floor(place / columns) * area.height);
  await drawOne(doc, label, area);
  doc.restore();
}

/** Heavy work: the labels in a file, each in the next free place. */
export async function* drawLabels(
  { about, labels, format }: { about: About; labels: readonly Label[]; format: LabelFormat },
  host: Host,
): AsyncGenerator<Buffer> {
  const doc = createDocument(about, labelPapers[format].size);
  async function* pages() {
    for (const [at, label] of labels.entries()) {
      host.count();
      yield await drawLabel(doc, label, at, format);
    }
  }
  yield* bytesOf(doc, pages());
}
