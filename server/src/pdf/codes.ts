import bwipjs from 'bwip-js/node';
import type { Document } from './document.ts';

/** Points; y grows downwards. */
interface Place {
  x: number;
  y: number;
  width: number;
}

/** A QR code as squares of ink. It wants four modules of white around it, which the caller leaves. */
export function drawQr(doc: Document, text: string, { x, y, width }: Place): void {
  const [code] = bwipjs.raw('qrcode', text, 'eclevel=M');
  if (!code || !('pixs' in code)) throw new Error('bwip-js made no QR code');
  const side = width / code.pixx;
  for (let row = 0; row < code.pixy; row++) {
    for (let at = 0; at < code.pixx; ) {
      let run = 0;
      while (at + run < code.pixx && code.pixs[row * code.pixx + at + run] === 1) run++;
      if (run > 0) doc.rect(x + at * side, y + row * side, run * side, side);
      at += run + 1;
    }
  }
  doc.fill('black');
}

/** A Code 128 over the whole width, which includes the ten modules of white at each end that a reader wants. */
export function drawCode128(doc: Document, text: string, { x, y, width, height }: Place & { height: number }): void {
  const [code] = bwipjs.raw({ bcid: 'code128', text });
  if (!code || !('sbs' in code)) throw new Error('bwip-js made no Code 128');
  const modules = code.sbs.reduce((sum, one) => sum + one, 0);
  const side = width / (modules + 20);
  let left = x + 10 * side;
  for (const [at, one] of code.sbs.entries()) {
    if (at % 2 === 0) doc.rect(left, y, one * side, height);
    left += one * side;
  }
  doc.fill('black');
}
