import { readFile } from 'node:fs/promises';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, IMAGE_STORED_SIDE } from '@quickfleet/shared/limits';
import { type Message, message } from '@quickfleet/shared/words/t';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { Refused } from '../process/heavy/protocol.ts';

// One thread per picture, so that readers do not wait for uploads.
sharp.concurrency(1);
sharp.cache(false);

// What is done with pictures. Pictures come from strangers, and a decoder is native code: image.ts has each function done in a
// process apart (docs/decisions/048), so that it takes one plain value and gives one.

export interface Picture {
  bytes: Buffer;
  /** The small version that lists show, a WebP whatever the picture is: two thirds of a JPEG's bytes. */
  thumb: Buffer;
  thumbType: 'image/webp';
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  ending: 'png' | 'jpg' | 'webp' | 'gif';
  width: number;
  height: number;
}
export interface PrintedPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Why a picture is refused: a sentence for the sender, which the server says in their language. */
export interface PictureRefusal {
  sentence: Message;
  isTooLarge: boolean;
}
const refuse = (sentence: Message = message('Please upload an image file'), isTooLarge = false) =>
  new Refused<PictureRefusal>({ sentence, isTooLarge });
const tooManyPixels = () => refuse(message('This image has too many pixels. Please send a smaller one.'), true);

const damaged = () => refuse(message('This image is damaged and cannot be read'));

const kinds = {
  'image/jpeg': { ending: 'jpg', encode: (image: Sharp) => image.jpeg({ quality: 82, mozjpeg: false }) },
  'image/png': { ending: 'png', encode: (image: Sharp) => image.png({ compressionLevel: 8 }) },
  'image/webp': { ending: 'webp', encode: (image: Sharp) => image.webp({ quality: 82 }) },
  'image/gif': { ending: 'gif', encode: (image: Sharp) => image.gif() },
} as const;
type Kind = keyof typeof kinds;
const isKind = (type: string | undefined): type is Kind => type !== undefined && Object.hasOwn(kinds, type);

const JPEG_END = Buffer.from([0xff, 0xd9]);
/** A JPEG with the two bytes at its end that some cameras leave out; every pixel is there without them. */
async function withEnd(source: string | Buffer): Promise<string | Buffer> {
  const bytes = typeof source === 'string' ? await readFile(source) : source;
  return bytes.subarray(-2).equals(JPEG_END) ? source : Buffer.concat([bytes, JPEG_END]);
}

export async function prepare(source: string | Buffer): Promise<Picture> {
  const found = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source));
  if (found?.mime === 'image/heic' || found?.mime === 'image/heif' || found?.mime === 'image/avif')
    throw refuse(message('This photo format is not supported. Please send it as JPEG or PNG.'));
  // Of an animated picture the first frame is kept.
  const type = found?.mime === 'image/apng' ? 'image/png' : found?.mime;
  if (!isKind(type)) throw refuse();
  const whole = type === 'image/jpeg' ? await withEnd(source) : source;
  // A JPEG with rubbish in it is only a warning, and grey from there on.
  const failOn = type === 'image/jpeg' ? 'warning' : 'error';
  const open = () => sharp(whole, { limitInputPixels: IMAGE_PIXELS_MAX, failOn, pages: 1 });
  // The size is in the header: a decompression bomb is rejected before it is unpacked.
  const size = await sharp(whole, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!size?.width || !size.height) throw refuse();
  if (size.width > IMAGE_SIDE_MAX || size.height > IMAGE_SIDE_MAX || size.width * size.height > IMAGE_PIXELS_MAX)
    throw tooManyPixels();
  const { ending, encode } = kinds[type];
  try {
    const upright = open()
      .autoOrient()
      .resize({ width: IMAGE_STORED_SIDE, height: IMAGE_STORED_SIDE, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await encode(upright).toBuffer({ resolveWithObject: true });
    const thumb = await sharp(data)
      .resize({ width: 480, height: 360, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 72, effort: 2 })
      .toBuffer();
    return { bytes: data, thumb, thumbType: 'image/webp', type, ending, width: info.width, height: info.height };
  } catch (error) {
    throw error instanceof Error && /pixel limit/.test(error.message) ? tooManyPixels() : damaged();
  }
}

export async function print({ bytes, side }: { bytes: Buffer; side: number }): Promise<PrintedPicture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, pages: 1 })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 72 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw damaged();
    });
  return { bytes: data, width: info.width, height: info.height };
}

/** Of 255 shades of grey. */
const VISIBLE_DIFFERENCE = 24;
export async function isBlank(path: string): Promise<boolean> {
  // What counts is what shows on white paper: white ink and ink without colour do not.
  const onPaper = await sharp(path, { pages: 1 }).flatten({ background: 'white' }).greyscale().toBuffer();
  const { channels } = await sharp(onPaper).stats();
  return channels.every(({ min, max }) => max - min < VISIBLE_DIFFERENCE);
}
