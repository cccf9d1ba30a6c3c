import { code128Modules, qrModules } from './code-modules.ts';
import type { Document } from './document.ts';

/** Points; y grows downwards. */
interface Place {
  x: number;
  y: number;
  width: number;
}

/** A QR code as squares of ink. It wants four modules of white around it, which the caller leaves. */
export function drawQr(doc: Document, text: string, { x, y, width }: Place): void {
  const rows = qrModules(text);
  const side = width / rows.length;
  for (const [row, modules] of rows.entries()) {
    for (let at = 0; at < modules.length; ) {
      let run = 0;
      while (modules[at + run] === 1) run++;
      if (run > 0) doc.rect(x + at * side, y + row * side, run * side, side);
      at += run + 1;
    }
  }
  doc.fill('black');
}

/** A Code 128 over the whole width, which includes the ten modules of white at each end that a reader wants. */
export function drawCode128(doc: Document, text: string, { x, y, width, height }: Place & { height: number }): void {
  const widths = code128Modules(text);
  const modules = widths.reduce((sum, one) => sum + one, 0);
  const side = width / (modules + 20);
  let left = x + 10 * side;
  for (const [at, one] of widths.entries()) {
    if (at % 2 === 0) doc.rect(left, y, one * side, height);
    left += one * side;
  }
  doc.fill('black');
}
