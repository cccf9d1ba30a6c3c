// Without a schema: the phone's reader is small, and reads without a network.

/**
 * How a picture of a label is read, in ZXing's words. It would try a picture that it shrank too: the bars of a Code 128
 * then fall between pixels, and of the number QF292172038676 another one was read as well, whose checksum is right.
 */
export const LABEL_READING = {
  formats: ['QRCode', 'Code128'] as ('QRCode' | 'Code128')[],
  maxNumberOfSymbols: 4,
  tryDownscale: false,
};
