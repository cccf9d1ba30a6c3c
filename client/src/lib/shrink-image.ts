import { IMAGE_STORED_SIDE } from '@quickfleet/shared/limits';

const QUALITY = 0.8;
const SMALL_ENOUGH = 600 * 1024;

/** Makes a camera's photo as small as the server keeps it; sends the original where the browser cannot. */
export async function shrinkImage(file: File): Promise<File> {
  if (file.type === 'image/gif') return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, IMAGE_STORED_SIDE / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size < SMALL_ENOUGH) {
      bitmap.close();
      return file;
    }
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const pen = canvas.getContext('2d');
    if (!pen) return file;
    // A transparent PNG turns black in JPEG without a ground.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return blob && (scale < 1 || blob.size < file.size)
      ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
      : file;
  } catch {
    return file;
  }
}
