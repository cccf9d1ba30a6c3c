import { directionOf, localeOf } from '../../words/languages.ts';
import { language, t } from '../../words/t.ts';

/**
 * Amounts of money, without a schema: forms show with it what the server stores, mails and prints. They are decimal
 * strings with the decimals of their currency; inside they are whole numbers of its smallest unit.
 */

// ISO 4217. Not asked of Intl, which has other decimals for some currencies, and not the same in every browser.
/** The currencies that have not two decimals, and how many they have. */
export const otherDecimals: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);
const DECIMALS_DEFAULT = 2;
/** Of a price for one unit, in every currency. */
export const UNIT_PRICE_DECIMALS = 4;
export const CURRENCY_DEFAULT = 'USD';

/** How many decimals amounts in a currency have: 0, 2 or 3, and 4 for two units of account. */
export const decimalsOf = (currency: string): number => otherDecimals.get(currency) ?? DECIMALS_DEFAULT;
/** '12.5' with three decimals is 12500. Throws a RangeError for what is no such number. */
export function parseDecimal(value: number | string, decimals: number): bigint {
  const text = String(value);
  const match = /^(-?)(\d{1,20})(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[3]?.replace(/(?<!0)0+$/, '') ?? '';
  if (!match || fraction.length > decimals)
    throw new RangeError(`${text} is not a number with at most ${decimals} decimals`);
  const digits = BigInt(`${match[2]}${fraction.padEnd(decimals, '0')}`);
  return match[1] ? -digits : digits;
}
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${value < 0n ? '-' : ''}${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ''}`;
}

/** The one rounding: the quotient to the nearest whole number, a half away from zero; the divisor is above zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (2n * dividend + half) / (2n * divisor);
}

const fractionOf = (amount: string): string => amount.split('.')[1] ?? '';
/** An amount as whole units of its currency, '-0.05' dollars as -5; what is finer is rounded. */
export function unitsOf(amount: string, currency: string): bigint {
  const [given, decimals] = [fractionOf(amount).length, decimalsOf(currency)];
  if (given <= decimals) return parseDecimal(amount, decimals);
  return divideRounded(parseDecimal(amount, given), 10n ** BigInt(given - decimals));
}
export const amountOf = (units: bigint, currency: string): string => formatDecimal(units, decimalsOf(currency));
/** The amount with the decimals of its currency. */
export const roundAmount = (amount: string, currency: string): string => amountOf(unitsOf(amount, currency), currency);
export const isNothing = (amount: string): boolean => !/[1-9]/.test(amount);

/** Whether an amount says more than its currency can: '12.345' dollars, '0.5' yen. */
export const isTooFine = (amount: string, currency: string): boolean =>
  fractionOf(amount).replace(/(?<!0)0+$/, '').length > decimalsOf(currency);
/** 'with at most 2 decimals', the end of a sentence that refuses an amount. */
export const decimalsWords = (currency: string): string =>
  t('{count, plural, =0 {without decimals} other {with at most # decimals}}', { count: decimalsOf(currency) });

/** The price of one unit: at least the decimals of its currency, and as many more as it needs. */
export function unitPriceIn(price: string, currency: string): string {
  const [whole, decimals] = [price.split('.')[0] ?? '0', decimalsOf(currency)];
  const fraction = fractionOf(price)
    .replace(/(?<!0)0+$/, '')
    .padEnd(decimals, '0');
  const amount = fraction === '' ? whole : `${whole}.${fraction}`;
  return isNothing(amount) ? amount.replace('-', '') : amount;
}

interface Writing {
  /** The price of one unit, which may be finer. */
  isUnitPrice?: boolean;
  /** Without the currency, where the text around the amounts already names it. */
  isBare?: boolean;
}
const formats = new Map<string, Intl.NumberFormat>();
function formatOf(currency: string, { isUnitPrice = false, isBare = false }: Writing): Intl.NumberFormat {
  const locale = localeOf(language());
  const key = `${locale} ${currency} ${isUnitPrice} ${isBare}`;
  const decimals = decimalsOf(currency);
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      ...(isBare ? {} : { style: 'currency', currency }),
      minimumFractionDigits: decimals,
      maximumFractionDigits: isUnitPrice ? Math.max(decimals, UNIT_PRICE_DECIMALS) : decimals,
    });
  formats.set(key, format);
  return format;
}
/** The one formatter: '$1,234.50', '¥1,101', 'KWD 12.345'. */
export function formatAmount(amount: string, currency: string, writing: Writing = {}): string {
  const text = formatOf(currency, writing).format(Number(writing.isUnitPrice ? amount : roundAmount(amount, currency)));
  // Without the mark 'US$' at the end of a line from right to left is shown as '$US'.
  return directionOf(language()) === 'rtl' ? `${text}\u200e` : text;
}
/** Whether the present language has a comma before its decimals. */
export const hasDecimalComma = (): boolean => (1.5).toLocaleString(localeOf(language())).includes(',');
/** A plain decimal as the present language writes it: a rate of '8.1' is '8,1' in German. */
export const writeDecimal = (plain: string | number): string =>
  hasDecimalComma() ? String(plain).replace('.', ',') : String(plain);
/** '$', '€' or 'KWD', for the front of a field: 'US$' has no room there. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat(localeOf(language()), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;
