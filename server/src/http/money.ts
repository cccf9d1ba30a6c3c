import type { CollectIn } from '@quickfleet/shared/base/money/collect';
import type { Collect } from '@quickfleet/shared/base/money/collect-words';
import {
  CURRENCY_DEFAULT,
  decimalsWords,
  isTooFine,
  otherDecimals,
  roundAmount,
  unitsOf,
} from '@quickfleet/shared/base/money/money';
import { t } from '@quickfleet/shared/words/t';
import { invalid } from './errors.ts';

/** The company's currency, in SQL; one row, read once in a statement. */
export const companyCurrency = `coalesce((select settings -> 'quoting' ->> 'currency' from company), '${CURRENCY_DEFAULT}')`;

const decimalsIn = (currency: string): string =>
  `case ${currency} ${[...otherDecimals].map(([code, decimals]) => `when '${code}' then ${decimals}`).join(' ')} else 2 end`;
/** An amount with the decimals of its currency, in SQL; rounded as everywhere, a half away from zero. */
export const amountSql = (amount: string, currency: string): string => `round(${amount}, ${decimalsIn(currency)})`;

/** An amount that was given, as it is kept. Throws 400 with the field for one that is finer than its currency. */
export function keepAmount<T extends string | null | undefined>(
  amount: T,
  currency: string,
  path: string,
  sentence?: string,
): T | string {
  if (typeof amount !== 'string') return amount;
  if (isTooFine(amount, currency)) {
    const decimals = decimalsWords(currency);
    throw invalid(path, sentence ?? t('The price must be a number of at least 0 {decimals}', { decimals }));
  }
  return roundAmount(amount, currency);
}

/** What is wrong with an amount that is no price. */
export const amountWords = (currency: string): string =>
  t('The amount must be a number of at least 0 {decimals}', { decimals: decimalsWords(currency) });

/** Refuses an amount that is finer than its currency: 400 with the field. */
export const requireAmount = (amount: string | null | undefined, currency: string, path: string): void => {
  keepAmount(amount, currency, path, amountWords(currency));
};

/** What is to be taken at the door, as it is kept. Throws 400 for an amount that is finer than its currency, or zero. */
export function keepCollect(given: CollectIn, currencyOfCompany: string): Collect | null {
  if (!given) return null;
  const { currency = currencyOfCompany, method } = given;
  const amount = keepAmount(given.amount, currency, 'collect.amount', amountWords(currency));
  if (unitsOf(amount, currency) === 0n) throw invalid('collect.amount', t('The amount must be more than zero'));
  return { amount, currency, method };
}
