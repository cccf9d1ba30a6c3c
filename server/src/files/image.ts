import { t } from '@quickfleet/shared/words/t';
import { badRequest, DomainError, notAnImage, tooLarge } from '../http/errors.ts';
import { Crashed, heavy } from '../process/heavy/heavy.ts';
import { pictureKind } from '../process/heavy/kinds.ts';
import { Refused } from '../process/heavy/protocol.ts';
import type { Picture, PictureRefusal, PrintedPicture } from './image-work.ts';

const images = heavy<typeof import('./image-work.ts')>(pictureKind, new URL('./image-work.ts', import.meta.url));

/** 413 and 415 for a picture that is refused, and 415 for one that ends its process or takes too long. */
async function judged<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Crashed || (error instanceof DomainError && error.reason === 'TOO_HEAVY'))
      throw notAnImage(t('This image is damaged and cannot be read'));
    if (!(error instanceof Refused)) throw error;
    const { sentence, isTooLarge }: PictureRefusal = error.data;
    throw isTooLarge ? tooLarge(t(sentence)) : notAnImage(t(sentence));
  }
}

/**
 * Decodes an uploaded picture, read from its path or given as bytes, and encodes it again: what is kept is only the
 * picture, turned upright, at most 1600 px, with no place, camera or other metadata and nothing hidden behind it. The type
 * comes from the bytes, never from a name or a header. 415 for what is no PNG, JPEG, GIF or WebP, 413 for too many pixels.
 */
export const preparePicture = (source: string | Buffer): Promise<Picture> => judged(images.run('prepare', source));

/** A stored picture on white as a JPEG of at most `side` pixels: what a PDF file takes as it is. */
export const jpegForPrint = (bytes: Buffer, side: number): Promise<PrintedPicture> =>
  judged(images.run('print', { bytes, side }));

/** Refuses a signature on which nothing is drawn. */
export async function requireDrawing(path: string): Promise<void> {
  if (await judged(images.run('isBlank', path)))
    throw badRequest('NO_SIGNATURE', t('Please provide a signature before saving'));
}
