import { decimalsWords, isTooFine, roundAmount } from '@quickfleet/shared/base/money';
import { money, paymentUrl } from '@quickfleet/shared/base/primitives';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';

// Commas only where thousands are parted: '1,25' may be meant as 1.25 and is asked about instead of read as 125.
const PRICE = /^(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})?\s*(\d+|\d{1,3}(?:,\d{3})+)?(\.\d+)?$/u;

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

const priceIn = (currency: string) => {
  const error = t('The price must be a number of at least 0 {decimals}', { decimals: decimalsWords(currency) });
  return z
    .string()
    .trim()
    .min(1, { error: t('A price is required') })
    .transform((text): string | number => readPrice(text))
    .pipe(money(() => error))
    .refine((amount) => !isTooFine(amount, currency), { error })
    .transform((amount) => roundAmount(amount, currency));
};

/** Of a customer on account nothing is paid by a link. */
export const priceForm = (currency: string, onAccount: boolean) =>
  z.object({ price: priceIn(currency), paymentUrl: onAccount ? z.string().optional() : paymentUrl });
/** What will be saved, as a decimal string; undefined while it is no price. */
export const parsePrice = (text: string, currency: string): string | undefined =>
  priceIn(currency).safeParse(text).data;
