import bwipjs from 'bwip-js/node';

/** A QR code as rows of modules, 1 for ink. It wants four modules of white around it. */
export function qrModules(text: string): number[][] {
  const [code] = bwipjs.raw('qrcode', text, 'eclevel=M');
  if (!code || !('pixs' in code)) throw new Error('bwip-js made no QR code');
  const { pixs, pixx, pixy } = code;
  return Array.from({ length: pixy }, (_, row) => Array.from(pixs.slice(row * pixx, (row + 1) * pixx)));
}

/** The widths of a Code 128 in modules, bars and gaps in turn. It wants ten modules of white at each end. */
export function code128Modules(text: string): number[] {
  const [code] = bwipjs.raw({ bcid: 'code128', text });
  if (!code || !('sbs' in code)) throw new Error('bwip-js made no Code 128');
  return Array.from(code.sbs);
}
