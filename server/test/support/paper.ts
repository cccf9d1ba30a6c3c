import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { LABEL_READING } from '@quickfleet/shared/delivery/proof/label-reading';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Reads a PDF file as the people and the scanners who get it do: with the engine of a browser, and from the pixels.

const library = PDFiumLibrary.init();
const PIXELS_PER_POINT = 2.5;

export interface Page {
  /** In millimetres. */
  width: number;
  height: number;
  text: string;
  png: Buffer;
}

const toMillimetres = (points: number) => Math.round((points * 25.4) / 72);

/** The pages of a file as they look and as their text is copied. */
export async function readPages(file: Buffer, pixelsPerPoint = PIXELS_PER_POINT): Promise<Page[]> {
  const document = await (await library).loadDocument(file);
  const pages: Page[] = [];
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize();
    // Before it is drawn: afterwards PDFium's text reader fails.
    const text = page.getText().replaceAll('\r', '');
    const { data } = await page.render({
      scale: pixelsPerPoint,
      render: ({ data, width, height }) =>
        sharp(data, { raw: { width, height, channels: 4 } })
          .png()
          .toBuffer(),
    });
    pages.push({
      width: toMillimetres(originalWidth),
      height: toMillimetres(originalHeight),
      text,
      png: Buffer.from(data),
    });
  }
  document.destroy();
  return pages;
}

/** Width and height of every picture of a file, in the order in which it shows them. */
export async function readImages(file: Buffer): Promise<[width: number, height: number][]> {
  const document = await (await library).loadDocument(file);
  const sizes: [number, number][] = [];
  for (const page of document.pages())
    for (const object of page.objects()) {
      if (object.type !== 'image') continue;
      const { width, height } = await object.getImageDataRaw();
      sizes.push([width, height]);
    }
  document.destroy();
  return sizes;
}

/** How many pages a file has, without drawing them. */
export async function countPages(file: Buffer): Promise<number> {
  const document = await (await library).loadDocument(file);
  const count = document.getPageCount();
  document.destroy();
  return count;
}

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
      .buffer as ArrayBuffer,
  },
});

/** What the phone's scanner reads from a picture: format and text of each code, in the order of their formats. */
export const readCodes = async (png: Buffer): Promise<string[]> =>
  (await readBarcodes(png, LABEL_READING)).map(({ format, text }) => `${format} ${text}`).sort();

const BLEED = 90;
/** How many pixels have ink outside the paper: every page is given a wider one. */
export async function inkOutside(file: Buffer): Promise<number> {
  let size = { width: 0, height: 0 };
  const wider = file
    .toString('latin1')
    .replaceAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g, (box, width: string, height: string) => {
      size = { width: Number(width), height: Number(height) };
      const wide = [size.width, size.height].map((side) => Math.ceil(side + BLEED));
      return `/MediaBox [-${BLEED} -${BLEED} ${wide.join(' ')}]`.padEnd(box.length);
    });
  let ink = 0;
  for (const { png } of await readPages(Buffer.from(wider, 'latin1'), 1)) {
    const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
    const top = info.height - BLEED - size.height;
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++) {
        const isBeside = x < BLEED - 1 || x > BLEED + size.width + 1;
        const isInside = !isBeside && y >= top - 1 && y <= info.height - BLEED + 1;
        if (!isInside && (data[(y * info.width + x) * info.channels] ?? 255) < 200) ink++;
      }
  }
  if (size.width === 0) throw new Error('The file names no page box');
  return ink;
}
