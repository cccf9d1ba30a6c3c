import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, IMAGE_STORED_SIDE } from '@quickfleet/shared/limits';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';

// One thread for each picture: whoever reads meanwhile is not to wait for uploads.
sharp.concurrency(1);
sharp.cache(false);

/** What is done with pictures; each takes one plain value and gives one, because it is done in another process. */
export interface ImageWork {
  prepare(source: string | Buffer): Promise<Picture>;
  print(of: { bytes: Buffer; side: number }): Promise<PrintedPicture>;
  isBlank(path: string): Promise<boolean>;
}
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

/** A picture that is not taken, with a sentence for whoever sent it. */
export class RefusedPicture extends Error {
  readonly isTooLarge: boolean;
  constructor(message = 'Please upload an image file', isTooLarge = false) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}
const tooManyPixels = () => new RefusedPicture('This image has too many pixels. Please send a smaller one.', true);

const damaged = () => new RefusedPicture('This image is damaged and cannot be read');

const kinds = {
  'image/jpeg': { ending: 'jpg', encode: (image: Sharp) => image.jpeg({ quality: 82, mozjpeg: false }) },
  'image/png': { ending: 'png', encode: (image: Sharp) => image.png({ compressionLevel: 8 }) },
  'image/webp': { ending: 'webp', encode: (image: Sharp) => image.webp({ quality: 82 }) },
  'image/gif': { ending: 'gif', encode: (image: Sharp) => image.gif() },
} as const;
type Kind = keyof typeof kinds;
const isKind = (type: string | undefined): type is Kind => type !== undefined && Object.hasOwn(kinds, type);

async function prepare(source: string | Buffer): Promise<Picture> {
  const found = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source));
  if (found?.mime === 'image/heic' || found?.mime === 'image/heif' || found?.mime === 'image/avif')
    throw new RefusedPicture('This photo format is not supported. Please send it as JPEG or PNG.');
  const type = found?.mime;
  if (!isKind(type)) throw new RefusedPicture();
  const open = () => sharp(source, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error', pages: 1 });
  // The size is in the header: a decompression bomb is rejected before it is unpacked.
  const size = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!size?.width || !size.height) throw new RefusedPicture();
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

async function print({ bytes, side }: { bytes: Buffer; side: number }): Promise<PrintedPicture> {
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

async function isBlank(path: string): Promise<boolean> {
  const { channels } = await sharp(path).stats();
  return channels.every((channel) => channel.stdev < 0.01);
}

export const imageWork: ImageWork = { prepare, print, isBlank };
