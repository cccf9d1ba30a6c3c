// Without a schema: the phone's reader is small, and reads without a network.

/**
 * ZXing's options for reading a label. Its default also tries a shrunken picture, in which the bars of a Code 128 fall
 * between pixels: QF292172038676 was once read as another number with a valid checksum.
 */
export const LABEL_READING = {
  formats: ['QRCode', 'Code128'] as ('QRCode' | 'Code128')[],
  maxNumberOfSymbols: 4,
  tryDownscale: false,
};
