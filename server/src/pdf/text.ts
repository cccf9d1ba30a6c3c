import type { Document } from './document.ts';
import { type Face, fontBytes, type Weight } from './fonts.ts';
import { graphemesOf, type Paragraph, paragraphsOf, type Run, runsOf, visualRunsOf } from './shape.ts';

// Text of any script in a box: the largest size at which it fits, lines broken where the language allows it, and a word
// that is longer than a line broken anywhere.

/** Points; y grows downwards. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  weight?: Weight;
  /** The size to begin with, and the one below which text is cut instead. */
  size: number;
  smallest?: number;
  linesMax?: number;
  align?: 'start' | 'center' | 'end';
  color?: string;
}
interface Line {
  paragraph: Paragraph;
  from: number;
  to: number;
}
export interface Fitted {
  lines: Line[];
  size: number;
}

/** Of the font's size, from one baseline to the next and from the top of a line to its baseline. */
const LEADING = 1.25;
const ASCENT = 0.95;
const STEP = 0.5;
const ELLIPSIS = '…';
const ARABIC = /\p{Script=Arabic}/u;
/** Scripts with shared glyphs, or with glyphs in another order than the letters. */
const SHAPED = /[\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}]/u;

/** Fonts that a document has already. */
const registered = new WeakMap<Document, Set<string>>();
const nameOf = (face: Face, weight: Weight) => `${face.name}-${weight}`;

/** Gives a document the fonts of these paragraphs. Answers whether one of them was new, and may hold less than it said. */
async function loadFonts(doc: Document, paragraphs: readonly Paragraph[], weight: Weight): Promise<boolean> {
  const names = registered.get(doc) ?? new Set();
  registered.set(doc, names);
  let isNew = false;
  for (const face of new Set(paragraphs.flatMap(({ faces }) => faces))) {
    if (!face) continue;
    isNew ||= !face.holds;
    const name = nameOf(face, weight);
    const bytes = await fontBytes(face, weight);
    if (!names.has(name)) doc.registerFont(name, bytes);
    names.add(name);
  }
  return isNew;
}

/**
 * pdfkit passes this on to fontkit, which accepts a script instead of features. It decides the direction: of brackets
 * and spaces among Hebrew, and of Arabic digits, which run from left to right.
 */
function scriptOf({ text, isRightToLeft }: Run): PDFKit.Mixins.OpenTypeFeatures[] {
  const hasArabic = ARABIC.test(text);
  const script = isRightToLeft ? (hasArabic ? 'arab' : 'hebr') : hasArabic ? 'latn' : [];
  return script as PDFKit.Mixins.OpenTypeFeatures[];
}

/** The width of a stretch at size 1. */
const widthOf = (doc: Document, paragraph: Paragraph, from: number, to: number, weight: Weight): number =>
  runsOf(paragraph, from, to).reduce(
    (sum, run) =>
      sum +
      doc
        .font(nameOf(run.face, weight))
        .fontSize(1)
        .widthOfString(run.text, { features: scriptOf(run) }),
    0,
  );

/** Widths of words at size 1 do not change with the size: each is measured once. */
interface Measured {
  paragraph: Paragraph;
  words: readonly { from: number; end: number; width: number; space: number }[];
  /** Of single characters, for words that are longer than a line. */
  graphemes: Map<string, number>;
}
const measure = (doc: Document, paragraph: Paragraph, weight: Weight): Measured => ({
  paragraph,
  words: paragraph.words.map(({ from, end, to }) => ({
    from,
    end,
    width: widthOf(doc, paragraph, from, end, weight),
    space: widthOf(doc, paragraph, end, to, weight),
  })),
  graphemes: new Map(),
});

/** Lines of at most `width` times the font's size. */
function wrap(doc: Document, { paragraph, words, graphemes }: Measured, width: number, weight: Weight): Line[] {
  const lines: Line[] = [];
  let line: Line = { paragraph, from: 0, to: 0 };
  let used = 0;
  const next = (from: number) => {
    if (line.to > line.from) lines.push(line);
    line = { paragraph, from, to: from };
    used = 0;
  };
  for (const word of words) {
    if (used + word.width > width) next(word.from);
    if (word.width <= width) {
      line.to = word.end;
      used += word.width + word.space;
      continue;
    }
    let at = word.from;
    for (const grapheme of graphemesOf(paragraph.text.slice(word.from, word.end))) {
      const one = graphemes.get(grapheme) ?? widthOf(doc, paragraph, at, at + grapheme.length, weight);
      graphemes.set(grapheme, one);
      if (used + one > width) next(at);
      at += grapheme.length;
      line.to = at;
      used += one;
    }
    used += word.space;
  }
  next(0);
  return lines;
}

const linesFor = ({ height, linesMax = Number.POSITIVE_INFINITY }: Box, size: number) =>
  Math.min(linesMax, Math.floor((height + (LEADING - 1) * size) / (size * LEADING) + 1e-6));
/** Room for what kerning across words adds to the sum of their widths. */
const SLACK = 0.995;

/** The largest size at which everything fits; else the smallest, with the lines that do. */
function fitInto(doc: Document, text: readonly Measured[], box: Box): Fitted & { isWhole: boolean } {
  const { size: largest, smallest = largest, width, weight = 400 } = box;
  for (let size = largest; ; size = Math.max(smallest, size - STEP)) {
    const lines = text.flatMap((paragraph) => wrap(doc, paragraph, (width * SLACK) / size, weight));
    const most = linesFor(box, size);
    if (lines.length <= most) return { lines, size, isWhole: true };
    if (size <= smallest) return { lines: lines.slice(0, most), size, isWhole: false };
  }
}

/** Until each character has a font that does hold it. */
async function prepare(doc: Document, text: string, weight: Weight): Promise<Measured[]> {
  for (;;) {
    const paragraphs = paragraphsOf(text).filter(({ words }) => words.length > 0);
    if (!(await loadFonts(doc, paragraphs, weight)))
      return paragraphs.map((paragraph) => measure(doc, paragraph, weight));
  }
}

/** What of the text fits, in lines: as it was written, else its lines joined, else its beginning with an ellipsis. */
export async function layOut(doc: Document, text: string, box: Box): Promise<Fitted> {
  const { weight = 400 } = box;
  const written = fitInto(doc, await prepare(doc, text, weight), box);
  if (written.isWhole) return written;
  const joined = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');
  const close = fitInto(doc, await prepare(doc, joined, weight), box);
  if (close.isWhole) return close;
  const last = close.lines.at(-1);
  if (!last) return close;
  const kept = graphemesOf(last.paragraph.text.slice(0, last.to));
  for (let drop = 1; drop < kept.length; drop++) {
    const cut = `${kept.slice(0, -drop).join('').trimEnd()}${ELLIPSIS}`;
    const shortened = fitInto(doc, await prepare(doc, cut, weight), { ...box, size: close.size, smallest: close.size });
    if (shortened.isWhole) return shortened;
  }
  return { lines: [], size: close.size };
}

export const heightOf = ({ lines, size }: Fitted): number =>
  lines.length === 0 ? 0 : (lines.length * LEADING - (LEADING - 1)) * size;

/** Draws lines from the top of a box; right-to-left text begins at its right side. Answers the height that they took. */
export function drawLines(doc: Document, fitted: Fitted, box: Omit<Box, 'size' | 'height'>): number {
  const { x, y, width, weight = 400, align = 'start', color = 'black' } = box;
  const { lines, size } = fitted;
  doc.fillColor(color);
  for (const [at, { paragraph, from, to }] of lines.entries()) {
    const runs = visualRunsOf(paragraph, from, to).map((run) => {
      doc.font(nameOf(run.face, weight)).fontSize(size);
      return { run, width: doc.widthOfString(run.text, { features: scriptOf(run) }) };
    });
    const free = width - runs.reduce((sum, run) => sum + run.width, 0);
    const isAtEnd = align === 'end' || (align === 'start' && paragraph.isRightToLeft);
    let left = x + (align === 'center' ? free / 2 : isAtEnd ? free : 0);
    const baseline = y + (at * LEADING + ASCENT) * size;
    const words = paragraph.text.slice(from, to);
    // For copying and searching, where glyphs do not lead back to what was written.
    const isMarked = SHAPED.test(words);
    if (isMarked) doc.markContent('Span', { actual: words });
    for (const { run, width: own } of runs) {
      doc.font(nameOf(run.face, weight)).fontSize(size);
      doc.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic', features: scriptOf(run) });
      left += own;
    }
    if (isMarked) doc.endMarkedContent();
  }
  return heightOf(fitted);
}

/** Writes a text into a box, as large as it fits. Answers the height that it took. */
export async function write(doc: Document, text: string, box: Box): Promise<number> {
  return drawLines(doc, await layOut(doc, text, box), box);
}

type Style = Pick<Box, 'size' | 'smallest' | 'weight' | 'linesMax' | 'color'> & { height?: number };
/** Texts one below the other, down to `bottom`. */
export interface Column {
  text(text: string, style: Style): Promise<void>;
  skip(points: number): void;
  /** Where the next one begins. */
  readonly y: number;
}
export function columnOf(
  doc: Document,
  { y: top, bottom, ...place }: Pick<Box, 'x' | 'y' | 'width' | 'align'> & { bottom: number },
): Column {
  let y = top;
  return {
    async text(text, { height = Number.POSITIVE_INFINITY, ...style }) {
      y += await write(doc, text, { ...place, ...style, y, height: Math.min(height, bottom - y) });
    },
    skip(points) {
      y += points;
    },
    get y() {
      return y;
    },
  };
}

/** Texts one below the other, laid out before it is known where they stand; empty ones are left out. */
export interface Cell {
  height: number;
  draw(x: number, y: number): void;
}
const GAP = 2;
export async function cellOf(doc: Document, width: number, texts: readonly [string, Style][]): Promise<Cell> {
  const parts: { fitted: Fitted; style: Style }[] = [];
  for (const [text, style] of texts) {
    if (text.trim() === '') continue;
    const fitted = await layOut(doc, text, { x: 0, y: 0, width, height: Number.POSITIVE_INFINITY, ...style });
    parts.push({ fitted, style });
  }
  return {
    height: parts.reduce((sum, { fitted }) => sum + heightOf(fitted) + GAP, 0),
    draw(x, top) {
      let y = top;
      for (const { fitted, style } of parts) y += drawLines(doc, fitted, { ...style, x, y, width }) + GAP;
    },
  };
}
