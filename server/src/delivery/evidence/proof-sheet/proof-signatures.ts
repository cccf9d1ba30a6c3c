import { drawingOf, STROKE_WIDTH, type Strokes } from '@quickfleet/shared/delivery/proof/strokes';
import { columnOf } from '../../../pdf/text.ts';
import type { LoadPhoto, Proof } from './proof-content.ts';
import { GAP, GRAY, INNER, MARGIN, RULE, type Sheet } from './proof-sheet.ts';

const SIGNATURE = 74;

async function drawStrokes({ doc }: Sheet, strokes: Strokes, x: number, y: number, width: number): Promise<void> {
  const drawing = drawingOf(strokes);
  const scale = Math.min(width / drawing.width, SIGNATURE / drawing.height, 1.2);
  doc.save();
  doc.translate(x, y).scale(scale).translate(-drawing.x, -drawing.y);
  doc.lineWidth(STROKE_WIDTH).lineCap('round').lineJoin('round').strokeColor('#10243a');
  for (const path of drawing.paths) doc.path(path).stroke();
  doc.restore();
}

/** Signatures in two columns, from their strokes where there are some. */
export async function* drawSignatures(sheet: Sheet, { signatures }: Proof, load: LoadPhoto): AsyncGenerator<void> {
  if (signatures.length === 0) return;
  const width = (INNER - 2 * GAP) / 2;
  const needed = SIGNATURE + 48;
  await sheet.heading('Signatures', needed);
  for (let at = 0; at < signatures.length; at += 2) {
    await sheet.make(needed);
    for (const [place, signature] of signatures.slice(at, at + 2).entries()) {
      const x = MARGIN + place * (width + 2 * GAP);
      if (signature.strokes) await drawStrokes(sheet, signature.strokes, x, sheet.y, width);
      else {
        const jpeg = await load(signature.key);
        if (typeof jpeg === 'object') {
          const scale = Math.min(width / jpeg.width, SIGNATURE / jpeg.height);
          sheet.doc.image(jpeg.bytes, x, sheet.y, { width: jpeg.width * scale, height: jpeg.height * scale });
        }
      }
      const under = sheet.y + SIGNATURE + 3;
      sheet.doc
        .moveTo(x, under)
        .lineTo(x + width, under)
        .lineWidth(0.6)
        .strokeColor(RULE)
        .stroke();
      const column = columnOf(sheet.doc, { x, y: under + 4, width, bottom: sheet.y + needed });
      await column.text(signature.name, { size: 9.5, smallest: 7, weight: 700, linesMax: 1 });
      column.skip(1);
      await column.text(`${signature.title} · ${signature.caption}`, {
        size: 7.5,
        smallest: 5.5,
        linesMax: 2,
        color: GRAY,
      });
    }
    sheet.y += needed;
    yield;
  }
}
