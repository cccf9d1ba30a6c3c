import { availableParallelism } from 'node:os';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, IMAGE_STORED_SIDE } from '@quickfleet/shared/limits';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { badRequest, notAnImage, tooLarge } from './errors.ts';

// One thread for each picture, and one core less than there are: whoever reads meanwhile is not to wait for uploads.
sharp.concurrency(1);
sharp.cache(false);
const limit = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)));

export interface Picture {
  bytes: Buffer;
  thumb: Buffer;
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  ending: 'png' | 'jpg' | 'webp' | 'gif';
  width: number;
  height: number;
}

const kinds = {
  'image/jpeg': { ending: 'jpg', encode: (image: Sharp) => image.jpeg({ quality: 82, mozjpeg: false }) },
  'image/png': { ending: 'png', encode: (image: Sharp) => image.png({ compressionLevel: 8 }) },
  'image/webp': { ending: 'webp', encode: (image: Sharp) => image.webp({ quality: 82 }) },
  'image/gif': { ending: 'gif', encode: (image: Sharp) => image.gif() },
} as const;
type Kind = keyof typeof kinds;
const isKind = (type: string | undefined): type is Kind => type !== undefined && Object.hasOwn(kinds, type);

/**
 * Decodes an uploaded picture, read from its path or given as bytes, and encodes it again: what is kept is only the picture, turned upright, at most 1600 px,
 * with no place, camera or other metadata and nothing hidden behind it. The type comes from the bytes, never from a
 * name or a header. 415 for what is no PNG, JPEG, GIF or WebP, 413 for too many pixels.
 */
export async function preparePicture(source: string | Buffer): Promise<Picture> {
  const found = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source));
  if (found?.mime === 'image/heic' || found?.mime === 'image/heif' || found?.mime === 'image/avif') {
    throw notAnImage('This photo format is not supported. Please send it as JPEG or PNG.');
  }
  const type = found?.mime;
  if (!isKind(type)) throw notAnImage();
  return limit(async () => {
    const open = () => sharp(source, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error', pages: 1 });
    // The size is in the header: a decompression bomb is rejected before it is unpacked.
    const size = await sharp(source, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    if (!size?.width || !size.height) throw notAnImage();
    if (size.width > IMAGE_SIDE_MAX || size.height > IMAGE_SIDE_MAX || size.width * size.height > IMAGE_PIXELS_MAX) {
      throw tooLarge('This image has too many pixels. Please send a smaller one.');
    }
    try {
      const upright = open()
        .autoOrient()
        .resize({ width: IMAGE_STORED_SIDE, height: IMAGE_STORED_SIDE, fit: 'inside', withoutEnlargement: true });
      const { data, info } = await kinds[type].encode(upright).toBuffer({ resolveWithObject: true });
      const small = sharp(data).resize({ width: 480, height: 360, fit: 'inside', withoutEnlargement: true });
      const thumb = await kinds[type].encode(small).toBuffer();
      return { bytes: data, thumb, type, ending: kinds[type].ending, width: info.width, height: info.height };
    } catch (error) {
      throw error instanceof Error && /pixel limit/.test(error.message)
        ? tooLarge('This image has too many pixels. Please send a smaller one.')
        : notAnImage('This image is damaged and cannot be read');
    }
  });
}

/** A stored picture on white as a JPEG of at most `side` pixels: what a PDF file takes as it is. */
export const jpegForPrint = (bytes: Buffer, side: number): Promise<{ bytes: Buffer; width: number; height: number }> =>
  limit(async () => {
    const { data, info } = await sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, pages: 1 })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 72 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });

/** Refuses a signature on which nothing is drawn. */
export async function requireDrawing(path: string): Promise<void> {
  const { channels } = await limit(() => sharp(path).stats());
  if (channels.every((channel) => channel.stdev < 0.01))
    throw badRequest('NO_SIGNATURE', 'Please provide a signature before saving');
}
