// Without a schema: the phone reads labels without the checking library.
import { normaliseIdentifier } from '../pasted.ts';
import { readingsOf, withoutAim } from './keyboards.ts';

const IN_ADDRESS = /\/track\/([^/?#\s]+)/i;
/** The sign after `parcel` is lost on keyboards that wait with an accent. */
const PARCEL_IN_ADDRESS = /[?&]parcel=?([^&#\s]+)/i;
/** Dashes of every kind that people and programs write. */
const WITH_DASH = /^(QF\d{6,})[-\u2010-\u2015\u2212](\d{2,3})$/;
const WITHOUT_DASH = /^(QF\d{12})(\d{2,3})$/;
const ALONE = /^QF\d{6,}$/;
/** A reading in another layout is a number as it is: with a sign left out it could be that of another order. */
const EXACT = /^QF\d{12}(?:[^\p{L}\p{N}]?\d{2,3})?$/u;
const WHOLE = /^QF\d{12}$/;

/** The number of one parcel of an order: QF123456789012-03. */
export const parcelNumber = (trackingNumber: string, parcel: number): string =>
  `${trackingNumber}-${String(parcel).padStart(2, '0')}`;

export interface ReadLabel {
  trackingNumber: string;
  /** Absent on labels that were printed before parcels had numbers. */
  parcel?: number;
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{C}]/gu, '')
    .toUpperCase();
const numberIn = (text: string): string => {
  const address = IN_ADDRESS.exec(text)?.[1];
  return address ? (PARCEL_IN_ADDRESS.exec(text)?.[1] ?? address) : withoutAim(text);
};
function readNumber(said: string): ReadLabel | undefined {
  const number = normaliseIdentifier(said);
  const [, trackingNumber, parcel] = WITH_DASH.exec(plain(said)) ?? WITHOUT_DASH.exec(number) ?? [];
  if (trackingNumber && Number(parcel) > 0) return { trackingNumber, parcel: Number(parcel) };
  return ALONE.test(number) && !trackingNumber ? { trackingNumber: number } : undefined;
}

/**
 * What the code of a label says: a parcel number or a tracking number, alone or in the address of the tracking page on
 * any host, from a camera, typed, or from a scanner with another keyboard layout. undefined for anything else.
 */
export function readLabel(text: string): ReadLabel | undefined {
  for (const reading of readingsOf(text)) {
    const said = numberIn(reading);
    const label = reading === text || EXACT.test(plain(said)) ? readNumber(said) : undefined;
    if (label) return label;
  }
  return undefined;
}

/** The whole tracking number in what was typed, pasted or scanned, if it is one: alone, of a parcel or in a link. */
export function orderNumberIn(text: string): string | undefined {
  const number = readLabel(text)?.trackingNumber;
  return number && WHOLE.test(number) ? number : undefined;
}
