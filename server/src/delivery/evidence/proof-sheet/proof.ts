import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import type { Document } from '../../../pdf/document.ts';
import { cellOf, columnOf } from '../../../pdf/text.ts';
import { drawAttempts } from './proof-attempts.ts';
import type { LoadPhoto, Proof } from './proof-content.ts';
import { drawItems } from './proof-items.ts';
import { GAP, GRAY, INNER, MARGIN, Sheet } from './proof-sheet.ts';
import { drawSignatures } from './proof-signatures.ts';

async function drawHead(sheet: Sheet, proof: Proof): Promise<void> {
  const { doc } = sheet;
  const left = columnOf(doc, { x: MARGIN, y: MARGIN, width: INNER * 0.6, bottom: MARGIN + 80 });
  await left.text([proof.company, proof.phone].filter(Boolean).join(' · '), {
    size: 9,
    smallest: 6,
    weight: 700,
    linesMax: 1,
    color: GRAY,
  });
  left.skip(5);
  await left.text(proof.title, { size: 21, smallest: 12, weight: 700, linesMax: 1 });
  left.skip(4);
  await left.text(proof.state, { size: 10.5, smallest: 7, linesMax: 2 });
  const right = columnOf(doc, {
    x: MARGIN + INNER * 0.6,
    y: MARGIN,
    width: INNER * 0.4,
    bottom: MARGIN + 80,
    align: 'end',
  });
  await right.text('TRACKING NUMBER', { size: 6.5, weight: 700, color: GRAY });
  right.skip(2);
  await right.text(formatTracking(proof.trackingNumber), { size: 13, smallest: 9, weight: 700, linesMax: 1 });
  right.skip(4);
  await right.text(`Times are ${proof.zone}`, { size: 8, smallest: 6, linesMax: 1, color: GRAY });
  sheet.y = Math.max(left.y, right.y) + 10;
  sheet.rule();
}

/** Names and texts in two columns. */
async function drawFacts(sheet: Sheet, facts: Proof['facts']): Promise<void> {
  const width = (INNER - GAP) / 2;
  for (let at = 0; at < facts.length; at += 2) {
    const cells = await Promise.all(
      facts.slice(at, at + 2).map(([name, text]) =>
        cellOf(sheet.doc, width, [
          [name.toUpperCase(), { size: 6.5, weight: 700, color: GRAY, linesMax: 1 }],
          [text, { size: 9.5, smallest: 7, linesMax: 9 }],
        ]),
      ),
    );
    const height = Math.max(...cells.map((cell) => cell.height));
    await sheet.make(height);
    for (const [place, cell] of cells.entries()) cell.draw(MARGIN + place * (width + GAP), sheet.y);
    sheet.y += height + 4;
  }
}

const columns = [0, 110, 380] as const;
async function* drawHistory(sheet: Sheet, { history }: Proof): AsyncGenerator<void> {
  if (history.length === 0) return;
  await sheet.heading('What happened', 30);
  for (const { when, what, who } of history) {
    const [, second, third] = columns;
    const cells = [
      await cellOf(sheet.doc, second - GAP, [[when, { size: 8, smallest: 6, linesMax: 2 }]]),
      await cellOf(sheet.doc, third - second - GAP, [[what, { size: 8, smallest: 6, linesMax: 6 }]]),
      await cellOf(sheet.doc, INNER - third, [[who, { size: 8, smallest: 6, linesMax: 2, color: GRAY }]]),
    ];
    const height = Math.max(...cells.map((cell) => cell.height));
    if (await sheet.make(height)) yield;
    for (const [at, cell] of cells.entries()) cell.draw(MARGIN + (columns[at] ?? 0), sheet.y);
    sheet.y += height + 2;
  }
}

/** Draws the whole proof; answers whenever something may be written. One photo is in memory at a time. */
export async function* drawProof(doc: Document, proof: Proof, load: LoadPhoto): AsyncGenerator<void> {
  const sheet = new Sheet(doc, proof);
  await sheet.begin();
  await drawHead(sheet, proof);
  await drawFacts(sheet, proof.facts);
  yield* drawAttempts(sheet, proof, load);
  yield* drawSignatures(sheet, proof, load);
  yield* drawItems(sheet, proof, load);
  yield* drawHistory(sheet, proof);
}
