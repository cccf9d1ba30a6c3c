import { write } from '../../../pdf/text.ts';
import type { LoadPhoto, ProofPhoto } from './proof-content.ts';
import { CAPTION, GRAY, PHOTO, RULE, type Sheet } from './proof-sheet.ts';

/** A photo with its caption, or a frame that says that it is gone. */
export async function drawPhoto(
  sheet: Sheet,
  photo: ProofPhoto,
  x: number,
  width: number,
  load: LoadPhoto,
): Promise<void> {
  const { doc, y } = sheet;
  const jpeg = await load(photo.key);
  const box = { x, y: y + PHOTO + 2, width, height: CAPTION - 4, size: 6.5, smallest: 5, linesMax: 3, color: GRAY };
  if (typeof jpeg === 'object') {
    const scale = Math.min(width / jpeg.width, PHOTO / jpeg.height);
    doc.image(jpeg.bytes, x, y, { width: jpeg.width * scale, height: jpeg.height * scale });
  } else {
    doc.rect(x, y, width, PHOTO).lineWidth(0.5).strokeColor(RULE).stroke();
    await write(doc, jpeg === 'gone' ? 'This photo is gone' : 'This photo cannot be read', {
      ...box,
      y: y + PHOTO / 2 - 5,
      height: 12,
      size: 8,
      align: 'center',
    });
  }
  await write(doc, photo.caption, box);
}
