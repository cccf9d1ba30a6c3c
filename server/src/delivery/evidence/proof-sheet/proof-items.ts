import { cellOf, write } from '../../../pdf/text.ts';
import type { LoadPhoto, Proof, ProofStep } from './proof-content.ts';
import { drawPhoto } from './proof-photos.ts';
import { CAPTION, GAP, GRAY, INNER, MARGIN, PHOTO, type Sheet } from './proof-sheet.ts';

/** Photos of the steps side by side: the same place of each in one row. */
async function* drawSteps(sheet: Sheet, steps: readonly ProofStep[], load: LoadPhoto): AsyncGenerator<void> {
  const width = (INNER - GAP * (steps.length - 1)) / steps.length;
  const titles = async () => {
    for (const [at, { title, note }] of steps.entries()) {
      const box = {
        x: MARGIN + at * (width + GAP),
        y: sheet.y,
        width,
        height: 10,
        size: 7.5,
        smallest: 6,
        linesMax: 1,
      };
      await write(sheet.doc, [title, note].filter(Boolean).join(' · '), { ...box, weight: 700, color: GRAY });
    }
    sheet.y += 12;
  };
  const rows = Math.max(...steps.map(({ photos }) => photos.length));
  await sheet.make(rows === 0 ? 14 : PHOTO + CAPTION + 14);
  await titles();
  for (let row = 0; row < rows; row++) {
    if (await sheet.make(PHOTO + CAPTION)) await titles();
    for (const [at, { photos }] of steps.entries()) {
      const photo = photos[row];
      if (photo) await drawPhoto(sheet, photo, MARGIN + at * (width + GAP), width, load);
    }
    sheet.y += PHOTO + CAPTION;
    yield;
  }
}

/** Every item with the photos of its request, pickup and delivery. */
export async function* drawItems(sheet: Sheet, { items }: Proof, load: LoadPhoto): AsyncGenerator<void> {
  const isFirstPlain = items[0]?.steps.every(({ photos }) => photos.length === 0) ?? true;
  await sheet.heading('Items and their condition', isFirstPlain ? 60 : PHOTO + CAPTION + 60);
  for (const { title, note, steps } of items) {
    const cell = await cellOf(sheet.doc, INNER, [
      [title, { size: 10, smallest: 7, weight: 700, linesMax: 2 }],
      [note, { size: 8.5, smallest: 6.5, linesMax: 3, color: GRAY }],
    ]);
    const hasPhotos = steps.some(({ photos }) => photos.length > 0);
    await sheet.make(cell.height + (hasPhotos ? PHOTO + CAPTION + 14 : 14));
    cell.draw(MARGIN, sheet.y);
    sheet.y += cell.height + 1;
    yield* drawSteps(sheet, steps, load);
    sheet.y += 4;
    yield;
  }
}
