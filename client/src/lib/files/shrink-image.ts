import { IMAGE_STORED_SIDE } from '@quickfleet/shared/limits';
import { BrowserError } from '../api/error-message.ts';
import { IMAGE_HEAD_BYTES, imageTypeOf } from './image-type.ts';

const QUALITY = 0.8;
const SMALL_ENOUGH = 600 * 1024;
const THUMBNAIL_SIDE = 480;

/** A JPEG with a longer side of at most `side`; undefined where the browser cannot draw. */
async function toJpeg(bitmap: ImageBitmap, side: number): Promise<Blob | undefined> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  // A transparent PNG turns black in JPEG without a ground.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return blob ?? undefined;
}
const decode = (file: Blob): Promise<ImageBitmap> => createImageBitmap(file, { imageOrientation: 'from-image' });
const asJpegFile = (blob: Blob, name: string): File =>
  new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });

/** Makes a camera's photo as small as the server keeps it; sends the original where the browser cannot. */
export async function shrinkImage(file: File): Promise<File> {
  if (file.type === 'image/gif') return file;
  try {
    const bitmap = await decode(file);
    const isLarge = Math.max(bitmap.width, bitmap.height) > IMAGE_STORED_SIDE;
    const blob = isLarge || file.size >= SMALL_ENOUGH ? await toJpeg(bitmap, IMAGE_STORED_SIDE) : undefined;
    bitmap.close();
    return blob && (isLarge || blob.size < file.size) ? asJpegFile(blob, file.name) : file;
  } catch {
    return file;
  }
}

/** A small copy; undefined where the browser cannot make one. */
export async function makeThumbnail(picture: Blob): Promise<Blob | undefined> {
  try {
    const bitmap = await decode(picture);
    const blob = await toJpeg(bitmap, THUMBNAIL_SIDE);
    bitmap.close();
    return blob;
  } catch {
    return undefined;
  }
}

export class UnreadableImageError extends BrowserError {
  override readonly name = 'UnreadableImageError';
}

/**
 * The file as the server can store it: what it does not know (HEIC from an iPhone) becomes a JPEG where this browser
 * can read it. Rejects with a sentence that names the file and what to do.
 */
export async function readableImage(file: File): Promise<File> {
  const type = imageTypeOf(new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer()));
  const bitmap = await decode(file).catch(() => undefined);
  if (bitmap && type && type !== 'image/heic') {
    bitmap.close();
    return file.type === type ? file : new File([file], file.name, { type });
  }
  const blob = bitmap && (await toJpeg(bitmap, IMAGE_STORED_SIDE));
  bitmap?.close();
  if (blob) return asJpegFile(blob, file.name);
  throw new UnreadableImageError(
    type === 'image/heic'
      ? `${file.name} is a HEIC photo, which this browser cannot read. Use "Take photo", or set the camera to JPEG ("Most Compatible") and take it again.`
      : `${file.name} is not a picture that this phone can read. Please take or choose it again.`,
  );
}
