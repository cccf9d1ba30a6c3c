import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import PDFDocument from 'pdfkit';

export type Document = InstanceType<typeof PDFDocument>;

export const mm = (length: number): number => (length * 72) / 25.4;

interface About {
  title: string;
  author: string;
  at: Date;
}

/**
 * A document without a page yet; each drawing adds its own. Sizes in points. `keepsPages`: none is written before the
 * last is drawn, so that all can be numbered.
 */
export const createDocument = (
  { title, author, at }: About,
  size: [number, number],
  { keepsPages = false } = {},
): Document =>
  new PDFDocument({
    size,
    bufferPages: keepsPages,
    // Every drawing has a fixed position, so no text starts a new page.
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
    // Each word is laid out for its place and hardly comes again; a cache would only grow.
    fontLayoutCache: false,
  });

function* written(doc: Document): Generator<Buffer> {
  for (let chunk: Buffer | null = doc.read(); chunk; chunk = doc.read()) yield chunk;
}

/** Of all documents together: a burst of prints would hold up everybody else's answers. */
const drawing = pLimit(2);

/** The bytes of a document; its pages are drawn as fast as they are read, each in a separate turn of the event loop. */
export function streamPages(doc: Document, pages: AsyncIterable<unknown>): Readable {
  async function* bytes() {
    const rest = pages[Symbol.asyncIterator]();
    const draw = async () => {
      const { done } = await rest.next();
      await setImmediate();
      return done;
    };
    while (!(await drawing(draw))) yield* written(doc);
    doc.end();
    yield* doc;
  }
  return Readable.from(bytes(), { objectMode: false });
}
