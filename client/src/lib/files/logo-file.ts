import { BrowserError } from '../api/error-message.ts';
import { UnreadableImageError } from './shrink-image.ts';

/** Of a logo as pages, mails and papers show it: sharp at twice the size. */
const SIDE_MAX = 640;
/** Of a picture that says no size: an SVG may have none. */
const SIDE_UNKNOWN = 320;

export interface LogoFile {
  file: File;
  /** So light that it cannot be seen on white. */
  isTooLight: boolean;
}

const OPAQUE = 128;
const LIGHT = 225;
/** Whether what is drawn is almost white on nothing. */
function isTooLight({ data }: ImageData): boolean {
  let [drawn, sum] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < OPAQUE) continue;
    drawn++;
    sum += 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
  }
  return drawn > 0 && drawn < (data.length / 4) * 0.95 && sum / drawn > LIGHT;
}

/**
 * A logo as a PNG of at most 640 px, whatever this browser can show. An SVG is drawn as a picture, in which no script
 * runs and nothing is loaded; the server never gets it. Rejects with a sentence.
 */
export async function logoFile(chosen: File): Promise<LogoFile> {
  const url = URL.createObjectURL(chosen);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const [width, height] = [image.naturalWidth || SIDE_UNKNOWN, image.naturalHeight || SIDE_UNKNOWN];
    const isVector = chosen.type === 'image/svg+xml';
    const fit = SIDE_MAX / Math.max(width, height);
    const scale = isVector ? fit : Math.min(1, fit);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const pen = canvas.getContext('2d');
    if (!pen) throw new BrowserError('This browser cannot draw pictures');
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const light = isTooLight(pen.getImageData(0, 0, canvas.width, canvas.height));
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new BrowserError('This browser cannot draw pictures');
    return { file: new File([blob], 'logo.png', { type: 'image/png' }), isTooLight: light };
  } catch (cause) {
    throw new UnreadableImageError(`${chosen.name} cannot be read as a picture. Choose a PNG, JPEG, WebP or SVG.`, {
      cause,
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
