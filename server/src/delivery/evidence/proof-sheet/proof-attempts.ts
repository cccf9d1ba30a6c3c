import { cellOf } from '../../../pdf/text.ts';
import type { LoadPhoto, Proof } from './proof-content.ts';
import { drawPhoto } from './proof-photos.ts';
import { CAPTION, GAP, INNER, MARGIN, PHOTO, type Sheet } from './proof-sheet.ts';

/** What was tried at each stop, with its photos. */
export async function* drawAttempts(sheet: Sheet, { attempts }: Proof, load: LoadPhoto): AsyncGenerator<void> {
  if (attempts.length === 0) return;
  await sheet.heading('Attempts', 40);
  for (const { title, lines, photos } of attempts) {
    const cell = await cellOf(sheet.doc, INNER, [
      [title, { size: 10, smallest: 7, weight: 700, linesMax: 2 }],
      [lines.join('\n'), { size: 9, smallest: 6.5, linesMax: 12 }],
    ]);
    await sheet.make(cell.height);
    cell.draw(MARGIN, sheet.y);
    sheet.y += cell.height + 2;
    const columns = 3;
    for (let at = 0; at < photos.length; at += columns) {
      await sheet.make(PHOTO + CAPTION);
      const width = (INNER - GAP * (columns - 1)) / columns;
      for (const [place, photo] of photos.slice(at, at + columns).entries())
        await drawPhoto(sheet, photo, MARGIN + place * (width + GAP), width, load);
      sheet.y += PHOTO + CAPTION;
      yield;
    }
  }
}
