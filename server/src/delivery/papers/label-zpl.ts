import type { LabelDpi, ZplSize } from '@quickfleet/shared/company/papers';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { code128Modules, qrModules } from '../../pdf/code-modules.ts';
import type { Label } from './label.ts';

// Labels in ZPL II, the language of label printers: https://docs.zebra.com/us/en/printers/software/zpl-pg.html

const INCH_MM = 25.4;
const sizes: Record<ZplSize, { width: number; height: number }> = {
  '4x6': { width: 4 * INCH_MM, height: 6 * INCH_MM },
  '100x150': { width: 100, height: 150 },
};

/** Signs that the printer takes as they are; any other is written as the bytes of its UTF-8 (`^FH`). */
const PLAIN = /^[A-Za-z0-9 .,:;/()#&+*'"!?=@%-]$/;
/** A text for `^FD`: nothing that somebody typed can be a command. */
export const fieldData = (text: string): string =>
  [...text.replaceAll(/\p{C}/gu, '')]
    .map((sign) =>
      PLAIN.test(sign)
        ? sign
        : [...Buffer.from(sign)].map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    )
    .join('');

/** How wide a sign of the printer's scalable font is at most, of its height. */
function widthOf(sign: string): number {
  if (/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{3ffff}]/u.test(sign)) return 1;
  if (/[MW@%—…]/.test(sign)) return 0.8;
  if (/[ijlI.,:;'!|() ]/.test(sign)) return 0.32;
  return /\p{Lu}/u.test(sign) ? 0.62 : 0.52;
}
const widthOfText = (text: string): number => [...text].reduce((sum, sign) => sum + widthOf(sign), 0);

/** A paragraph in lines of at most `width` heights of a letter; a word that is longer is broken. */
function wrap(paragraph: string, width: number): string[] {
  const lines = [''];
  for (const word of paragraph.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1) ?? '';
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOfText(joined) <= width) {
      lines[lines.length - 1] = joined;
      continue;
    }
    if (line !== '') lines.push('');
    for (const sign of word) {
      const part = lines.at(-1) ?? '';
      if (widthOfText(part + sign) > width && part !== '') lines.push(sign);
      else lines[lines.length - 1] = part + sign;
    }
  }
  return lines.filter(Boolean);
}
const LINE = 1.15;
/** The largest size between two in which a text fits its box, and its lines; cut where even the smallest is too large. */
function fitText(text: string, box: { width: number; height: number }, most: number, least: number) {
  for (let size = most; ; size -= Math.max(1, Math.round(most / 16))) {
    const height = Math.max(size, least);
    const lines = text.split('\n').flatMap((paragraph) => wrap(paragraph, box.width / height));
    const room = Math.max(1, Math.floor(box.height / (height * LINE)));
    if (lines.length <= room) return { height, lines };
    if (height === least) return { height, lines: [...lines.slice(0, room - 1), `${lines[room - 1]?.slice(0, -1)}…`] };
  }
}

interface Box {
  /** Millimetres from the left and the top. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One label; every length is in millimetres until it is written. */
class ZplLabel {
  readonly #dots: number;
  readonly #commands: string[] = [];
  constructor(dpi: LabelDpi) {
    // A printer of 203 dpi has eight dots to the millimetre.
    this.#dots = dpi / INCH_MM;
  }
  #at(mm: number): number {
    return Math.round(mm * this.#dots);
  }
  /** A text in a box: as large as fits, from `size` down to `smallest`. Answers where it ends. */
  text(text: string, box: Box, size: number, smallest = size, isReversed = false): number {
    const inDots = { width: this.#at(box.width), height: this.#at(box.height) };
    const { height, lines } = fitText(text, inDots, this.#at(size), this.#at(smallest));
    const x = this.#at(box.x);
    let y = this.#at(box.y);
    for (const line of lines) {
      const reverse = isReversed ? '^FR' : '';
      this.#commands.push(`^FO${x},${y}^A0N,${height},${height}${reverse}^FH_^FD${fieldData(line)}^FS`);
      y += Math.round(height * LINE);
    }
    return y / this.#dots;
  }
  /** Ink over the whole box: a line, or the ground of a reversed text. */
  bar({ x, y, width, height }: Box): void {
    const [w, h] = [this.#at(width), Math.max(2, this.#at(height))];
    this.#commands.push(`^FO${this.#at(x)},${this.#at(y)}^GB${w},${h},${Math.min(w, h)}^FS`);
  }
  /** The printer draws it with whole dots, as many to a module as fit. */
  qr(text: string, { x, y, width }: Omit<Box, 'height'>): void {
    const modules = qrModules(text).length;
    const scale = Math.max(1, Math.min(10, Math.floor(this.#at(width) / (modules + 2 * QUIET_QR))));
    const indent = Math.floor((this.#at(width) - modules * scale) / 2);
    this.#commands.push(`^FO${this.#at(x) + indent},${this.#at(y)}^BQN,2,${scale}^FH_^FDMA,${fieldData(text)}^FS`);
  }
  code128(text: string, { x, y, width, height }: Box): void {
    const modules = code128Modules(text).reduce((sum, one) => sum + one, 0);
    const scale = Math.max(1, Math.min(10, Math.floor(this.#at(width) / (modules + 2 * QUIET_CODE128))));
    const indent = Math.floor((this.#at(width) - modules * scale) / 2);
    const tall = this.#at(height);
    this.#commands.push(
      `^FO${this.#at(x) + indent},${this.#at(y)}^BY${scale},3,${tall}^BCN,${tall},N,N,N,A^FH_^FD${fieldData(text)}^FS`,
    );
  }
  /** The whole label: texts are UTF-8, and the size is that of the paper. */
  write(width: number, height: number): string {
    return ['^XA^CI28^LH0,0', `^PW${this.#at(width)}^LL${this.#at(height)}`, ...this.#commands, '^XZ', ''].join('\n');
  }
}
const QUIET_QR = 4;
const QUIET_CODE128 = 10;
const MARGIN = 4;
const NUMBER = 32;
const NOTES = 36;

/** One label with what its PDF says. */
function drawOne(label: Label, size: ZplSize, dpi: LabelDpi): string {
  const paper = sizes[size];
  const zpl = new ZplLabel(dpi);
  const width = paper.width - 2 * MARGIN;
  const box = (x: number, y: number, part: number, height: number): Box => ({ x: MARGIN + x, y, width: part, height });
  const rule = (y: number, height = 0.3) => zpl.bar(box(0, y, width, height));

  zpl.text(label.company, box(0, MARGIN, width * 0.58, 6), 5.5, 3);
  zpl.text(label.phone, box(0, MARGIN + 7, width * 0.58, 4), 3, 2.5);
  zpl.text(t('PARCEL'), box(width * 0.62, MARGIN, width * 0.38, 3), 2.5);
  const which = t('{count} of {all}', { count: label.parcel, all: label.parcels });
  zpl.text(which, box(width * 0.62, MARGIN + 3.5, width * 0.38, 8), 7, 4);
  let y = MARGIN + 13;
  if (label.over) {
    zpl.bar(box(0, y, width, 8));
    zpl.text(label.over, box(3, y + 1.5, width - 6, 6), 5, 4, true);
    y += 9.5;
  }
  rule(y);
  const left = label.window ? width * 0.55 : width;
  zpl.text(t('FROM'), box(0, y + 2, left, 3), 2.5);
  const sender = zpl.text(label.sender, box(0, y + 5, left, 7), 3, 2.5);
  zpl.text(label.pickupAddress, box(0, sender, left, y + 25 - sender), 3, 2);
  if (label.window) {
    const [x, part] = [width * 0.6, width * 0.4];
    zpl.text(t('DELIVER'), box(x, y + 2, part, 3), 2.5);
    zpl.text(label.window.day, box(x, y + 5, part, 6), 5, 3);
    if (label.window.hours) zpl.text(label.window.hours, box(x, y + 12, part, 5), 4, 2.5);
    zpl.text(label.window.zone, box(x, y + 18, part, 6), 2.5, 2);
  }
  y += 26;
  rule(y, 0.7);
  const number = paper.height - MARGIN - NUMBER;
  const notes = number - NOTES;
  zpl.text(t('TO'), box(0, y + 2, width, 3), 2.5);
  let to = y + 5.5;
  if (label.recipient) to = zpl.text(label.recipient, box(0, to, width, (notes - to) * 0.3), 4.5, 2.5) + 0.5;
  zpl.text(label.deliveryAddress, box(0, to, width, notes - to - 1), 8, 2);
  rule(notes);
  const qr = Math.min(30, width * 0.4);
  zpl.qr(label.trackUrl, { x: MARGIN + width - qr, y: notes + 1.5, width: qr });
  zpl.text(t('SCAN TO TRACK'), box(width - qr, notes + NOTES - 4, qr, 3), 2.5, 2);
  if (label.notes) {
    zpl.text(t('NOTES FOR THE DRIVER'), box(0, notes + 2, width - qr - 3, 3), 2.5);
    zpl.text(label.notes, box(0, notes + 5.5, width - qr - 3, NOTES - 7), 3.5, 2);
  }
  rule(number);
  const words = `${formatTracking(label.trackingNumber)}${label.parcelNumber.slice(label.trackingNumber.length)}`;
  zpl.text(words, box(0, number + 2, width, 8), 7, 4);
  zpl.code128(label.parcelNumber, box(0, number + 11, width, NUMBER - 12));
  return zpl.write(paper.width, paper.height);
}

/** The labels as a print job, each with a beginning and an end. */
export const writeZpl = (labels: readonly Label[], size: ZplSize, dpi: LabelDpi): string =>
  labels.map((label) => drawOne(label, size, dpi)).join('');
