// Without a schema: the phone reads labels without the checking library.
import { normaliseIdentifier } from '../../base/pasted.ts';

const IN_ADDRESS = /\/track\/([^/?#\s]+)/i;
const PARCEL_IN_ADDRESS = /[?&]parcel=([^&#\s]+)/i;
/** Dashes of every kind that people and programs write. */
const WITH_DASH = /^(QF\d{6,})[-\u2010-\u2015\u2212](\d{2,3})$/;
const WITHOUT_DASH = /^(QF\d{12})(\d{2,3})$/;
const ALONE = /^QF\d{6,}$/;

/** The number of one parcel of an order: QF123456789012-03. */
export const parcelNumber = (trackingNumber: string, parcel: number): string =>
  `${trackingNumber}-${String(parcel).padStart(2, '0')}`;

export interface ReadLabel {
  trackingNumber: string;
  /** Absent on labels that were printed before parcels had numbers. */
  parcel?: number;
}

const spaceless = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();
/**
 * What the code of a label says: a parcel number or a tracking number, alone or in the address of the tracking page.
 * undefined for anything else.
 */
export function readLabel(text: string): ReadLabel | undefined {
  const address = IN_ADDRESS.exec(text)?.[1];
  const inside = address && (PARCEL_IN_ADDRESS.exec(text)?.[1] ?? address);
  const said = inside ?? text;
  const number = normaliseIdentifier(said);
  const [, trackingNumber, parcel] = WITH_DASH.exec(spaceless(said)) ?? WITHOUT_DASH.exec(number) ?? [];
  if (trackingNumber && Number(parcel) > 0) return { trackingNumber, parcel: Number(parcel) };
  return ALONE.test(number) && !trackingNumber ? { trackingNumber: number } : undefined;
}
