import { drawingOf, STROKE_WIDTH, type Strokes } from '@quickfleet/shared/delivery/proof/strokes';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { type Document, drawPicture, type PaperPicture } from '../../../pdf/document.ts';
import { cellOf, columnOf, write } from '../../../pdf/text.ts';
import type { LoadPhoto, Proof, ProofPhoto, ProofStep } from './proof-content.ts';
import { CAPTION, GAP, GRAY, INNER, MARGIN, PHOTO, RULE, Sheet } from './proof-sheet.ts';

/** A photo with its caption, or a frame that says that it is gone. */
async function drawPhoto(sheet: Sheet, photo: ProofPhoto, x: number, width: number, load: LoadPhoto): Promise<void> {
  const { doc, y } = sheet;
  const jpeg = await load(photo.key);
  const box = { x, y: y + PHOTO + 2, width, height: CAPTION - 4, size: 6.5, smallest: 5, linesMax: 3, color: GRAY };
  if (typeof jpeg === 'object') {
    const scale = Math.min(width / jpeg.width, PHOTO / jpeg.height);
    doc.image(jpeg.bytes, x, y, { width: jpeg.width * scale, height: jpeg.height * scale });
  } else {
    doc.rect(x, y, width, PHOTO).lineWidth(0.5).strokeColor(RULE).stroke();
    await write(doc, jpeg === 'gone' ? t('This photo is gone') : t('This photo cannot be read'), {
      ...box,
      y: y + PHOTO / 2 - 5,
      height: 12,
      size: 8,
      align: 'center',
    });
  }
  await write(doc, photo.caption, box);
}

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
async function* drawSignatures(sheet: Sheet, { signatures }: Proof, load: LoadPhoto): AsyncGenerator<void> {
  if (signatures.length === 0) return;
  const width = (INNER - 2 * GAP) / 2;
  const needed = SIGNATURE + 48;
  await sheet.heading(t('Signatures'), needed);
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
async function* drawItems(sheet: Sheet, { items }: Proof, load: LoadPhoto): AsyncGenerator<void> {
  const isFirstPlain = items[0]?.steps.every(({ photos }) => photos.length === 0) ?? true;
  await sheet.heading(t('Items and their condition'), isFirstPlain ? 60 : PHOTO + CAPTION + 60);
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

/** What was tried at each stop, with its photos. */
async function* drawAttempts(sheet: Sheet, { attempts }: Proof, load: LoadPhoto): AsyncGenerator<void> {
  if (attempts.length === 0) return;
  await sheet.heading(t('Attempts'), 40);
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

async function drawHead(sheet: Sheet, proof: Proof, logo: PaperPicture | null): Promise<void> {
  const { doc } = sheet;
  const drawn = logo && drawPicture(doc, logo, { x: MARGIN, y: MARGIN, width: 110, height: 44 });
  const x = MARGIN + (drawn ? drawn.width + 12 : 0);
  const left = columnOf(doc, { x, y: MARGIN, width: MARGIN + INNER * 0.6 - x, bottom: MARGIN + 80 });
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
  await right.text(t('TRACKING NUMBER'), { size: 6.5, weight: 700, color: GRAY });
  right.skip(2);
  await right.text(formatTracking(proof.trackingNumber), { size: 13, smallest: 9, weight: 700, linesMax: 1 });
  right.skip(4);
  await right.text(t('Times are {zone}', { zone: proof.zone }), { size: 8, smallest: 6, linesMax: 1, color: GRAY });
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
  await sheet.heading(t('What happened'), 30);
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
export async function* drawProof(
  doc: Document,
  proof: Proof,
  load: LoadPhoto,
  loadLogo: () => Promise<PaperPicture | null>,
): AsyncGenerator<void> {
  const sheet = new Sheet(doc, proof);
  await sheet.begin();
  await drawHead(sheet, proof, await loadLogo());
  await drawFacts(sheet, proof.facts);
  yield* drawAttempts(sheet, proof, load);
  yield* drawSignatures(sheet, proof, load);
  yield* drawItems(sheet, proof, load);
  yield* drawHistory(sheet, proof);
}
