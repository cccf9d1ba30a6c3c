import { money, paymentUrl } from '@quickfleet/shared/primitives';
import { z } from 'zod';

// Commas only where thousands are parted: '1,25' may be meant as 1.25 and is asked about instead of read as 125.
const PRICE = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)?(\.\d+)?$/;

/**
 * '1,250.50' and '$1250.5' as '1250.50' and '1250.5'; what is no price stays as it was written, for the schema to
 * refuse.
 */
export function readPrice(text: string): string {
  const trimmed = text.trim();
  const [, units, fraction = ''] = PRICE.exec(trimmed) ?? [];
  if (units === undefined && fraction === '') return trimmed;
  return `${(units ?? '0').replaceAll(',', '')}${fraction}`;
}

const price = z
  .string()
  .trim()
  .min(1, { error: 'A price is required' })
  .transform((text): string | number => readPrice(text))
  .pipe(money('The price must be a number of at least 0 with at most 2 decimals'));

export const priceForm = z.object({ price, paymentUrl });
/** Of a customer on account: nothing is paid by a link. */
export const priceOnAccount = z.object({ price, paymentUrl: z.string().optional() });
/** What will be saved, as a decimal string; undefined while it is no price. */
export const parsePrice = (text: string): string | undefined => price.safeParse(text).data;
