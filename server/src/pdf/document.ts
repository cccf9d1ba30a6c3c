import { language } from '@quickfleet/shared/words/t';
import PDFDocument from 'pdfkit';

export type Document = InstanceType<typeof PDFDocument>;

/** A JPEG with its size in pixels. */
export interface PaperPicture {
  bytes: Buffer;
  width: number;
  height: number;
}
type Opened = ReturnType<Document['openImage']>;
const opened = new WeakMap<Document, Map<PaperPicture, Opened>>();

/** Draws a picture as large as it fits, from the top left; it is in the file once, however often it is drawn. Answers its size. */
export function drawPicture(
  doc: Document,
  picture: PaperPicture,
  { x, y, width: most, height: highest }: { x: number; y: number; width: number; height: number },
): { width: number; height: number } {
  const known = opened.get(doc) ?? new Map<PaperPicture, Opened>();
  opened.set(doc, known);
  const image = known.get(picture) ?? doc.openImage(picture.bytes);
  known.set(picture, image);
  const scale = Math.min(most / picture.width, highest / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  doc.image(image, x, y, { width, height });
  return { width, height };
}

export const mm = (length: number): number => (length * 72) / 25.4;

export interface About {
  title: string;
  author: string;
  at: Date;
  /** A word across every page. */
  mark: string | null;
}

const MARK_SIZE = 0.22;
/** A word from corner to corner, behind what is drawn later, and the same on paper of any size. */
function drawMark(doc: Document, mark: string): void {
  const { width, height } = doc.page;
  const size = Math.hypot(width, height) * MARK_SIZE;
  doc.save();
  doc.rotate((Math.atan2(height, width) * -180) / Math.PI, { origin: [width / 2, height / 2] });
  doc.font('Helvetica-Bold', size).fillColor('black', 0.1);
  doc.text(mark, width / 2 - doc.widthOfString(mark) / 2, (height - size) / 2, { lineBreak: false });
  doc.restore();
  doc.fillColor('black', 1);
}

/**
 * A document without a page yet; each drawing adds its own. Sizes in points. `keepsPages`: none is written before the
 * last is drawn, so that all can be numbered.
 */
export const createDocument = (
  { title, author, at, mark }: About,
  size: [number, number],
  { keepsPages = false } = {},
): Document => {
  const doc = new PDFDocument({
    size,
    bufferPages: keepsPages,
    // Every drawing has a fixed position, so no text starts a new page.
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: language(),
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
    // Each word is laid out for its place and hardly comes again; a cache would only grow.
    fontLayoutCache: false,
  });
  if (mark !== null) doc.on('pageAdded', () => drawMark(doc, mark));
  return doc;
};

function* written(doc: Document): Generator<Buffer> {
  for (let chunk: Buffer | null = doc.read(); chunk; chunk = doc.read()) yield chunk;
}

/** The bytes of a document, each page's when it is drawn. */
export async function* bytesOf(doc: Document, pages: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const _ of pages) yield* written(doc);
  doc.end();
  yield* doc;
}
