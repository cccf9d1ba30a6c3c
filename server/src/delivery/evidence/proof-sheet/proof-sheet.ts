import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { type Document, mm } from '../../../pdf/document.ts';
import { write } from '../../../pdf/text.ts';
import type { Proof } from './proof-content.ts';

const [WIDTH, HEIGHT] = [mm(210), mm(297)];
export const A4: [number, number] = [WIDTH, HEIGHT];
export const MARGIN = mm(14);
export const INNER = WIDTH - 2 * MARGIN;
const BOTTOM = HEIGHT - MARGIN - 16;
export const GRAY = '#555555';
export const RULE = '#bbbbbb';
export const GAP = 8;
export const PHOTO = 112;
export const CAPTION = 26;

/** Where the next thing goes, page after page. */
export class Sheet {
  readonly doc: Document;
  readonly #proof: Proof;
  y = MARGIN;
  #page = 0;
  constructor(doc: Document, proof: Proof) {
    this.doc = doc;
    this.#proof = proof;
  }

  async begin(): Promise<void> {
    const { company, title, trackingNumber, printed, seal } = this.#proof;
    this.doc.addPage();
    this.#page++;
    this.y = MARGIN;
    const foot = { x: MARGIN, y: BOTTOM + 8, width: INNER - 60, height: 16, size: 6.5, smallest: 5, color: GRAY };
    await write(this.doc, `${printed}\n${seal}`, { ...foot, linesMax: 2 });
    await write(this.doc, t('Page {page}', { page: this.#page }), {
      ...foot,
      x: MARGIN,
      width: INNER,
      size: 8,
      align: 'end',
      linesMax: 1,
    });
    if (this.#page === 1) return;
    const head = { x: MARGIN, y: this.y, width: INNER, height: 12, size: 8.5, smallest: 6, linesMax: 1, color: GRAY };
    await write(this.doc, `${company} · ${title} · ${formatTracking(trackingNumber)}`, { ...head, weight: 700 });
    this.y += 20;
  }

  /** Whether a page ended for something so high. */
  async make(height: number): Promise<boolean> {
    if (this.y + height <= BOTTOM) return false;
    await this.begin();
    return true;
  }

  rule(): void {
    this.doc
      .moveTo(MARGIN, this.y)
      .lineTo(WIDTH - MARGIN, this.y)
      .lineWidth(0.6)
      .strokeColor(RULE)
      .stroke();
    this.y += GAP;
  }

  async heading(text: string, needed: number): Promise<void> {
    await this.make(needed + 24);
    this.y += 6;
    const box = { x: MARGIN, y: this.y, width: INNER, height: 14, size: 11, linesMax: 1, weight: 700 as const };
    this.y += (await write(this.doc, text, box)) + 3;
    this.rule();
  }
}
