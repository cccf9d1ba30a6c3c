import { t } from '@quickfleet/shared/words/t';
import { badRequest } from '../http/errors.ts';
import { askForImage } from './image-processes.ts';
import type { Picture, PrintedPicture } from './image-work.ts';

/**
 * Decodes an uploaded picture, read from its path or given as bytes, and encodes it again: what is kept is only the
 * picture, turned upright, at most 1600 px, with no place, camera or other metadata and nothing hidden behind it. The type
 * comes from the bytes, never from a name or a header. 415 for what is no PNG, JPEG, GIF or WebP, 413 for too many pixels.
 */
export const preparePicture = (source: string | Buffer): Promise<Picture> => askForImage('prepare', source);

/** A stored picture on white as a JPEG of at most `side` pixels: what a PDF file takes as it is. */
export const jpegForPrint = (bytes: Buffer, side: number): Promise<PrintedPicture> =>
  askForImage('print', { bytes, side });

/** Refuses a signature on which nothing is drawn. */
export async function requireDrawing(path: string): Promise<void> {
  if (await askForImage('isBlank', path))
    throw badRequest('NO_SIGNATURE', t('Please provide a signature before saving'));
}
