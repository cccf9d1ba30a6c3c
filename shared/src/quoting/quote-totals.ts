import {
  amountOf,
  decimalsOf,
  divideRounded,
  formatDecimal,
  parseDecimal,
  UNIT_PRICE_DECIMALS,
} from '../base/money/money.ts';
import type { LineTax } from '../base/money/quote-lines.ts';
import { t } from '../words/t.ts';

/** One priced line. */
export interface PricedLine {
  /** At most three decimals: 1, 0.75. */
  quantity: number | string;
  /** Decimal string with at most four decimals; below zero for a discount. */
  unitPrice: string;
  /** Percent, at most three decimals: 19, 8.875. */
  taxRate: number | string;
  /** What `taxRate` is made of, where that is several taxes. */
  taxes?: readonly LineTax[] | undefined;
}

/** What is owed of one tax, and the net amount that it is a part of. */
export interface TaxAmount {
  /** Of a tax that has a name. */
  label?: string;
  /** Percent without needless zeros: '19'. */
  rate: string;
  net: string;
  tax: string;
}

export interface QuoteTotals {
  net: string;
  taxTotal: string;
  total: string;
  /** One for each tax that a line has, by rate the lowest first. */
  taxes: TaxAmount[];
}

export interface TotalsRule {
  currency: string;
  /** Whether unit prices are what the customer pays, or the tax comes on top. */
  pricesIncludeTax: boolean;
}

/** The largest amount that a price holds: ten digits before the point. */
const unitsMax = (currency: string): bigint => 10n ** BigInt(10 + decimalsOf(currency)) - 1n;
const RATE_DECIMALS = 3;
const WHOLE = 100_000n;

/** '19' of 19000. */
const rateWords = (rate: bigint): string =>
  formatDecimal(rate, RATE_DECIMALS)
    .replace(/0{1,3}$/, '')
    .replace(/\.$/, '');

/** What several taxes are together, in percent. */
export const sumOfRates = (taxes: readonly LineTax[]): string =>
  rateWords(taxes.reduce((sum, { rate }) => sum + parseDecimal(rate, RATE_DECIMALS), 0n));

type Priced = Pick<PricedLine, 'quantity' | 'unitPrice'>;
const lineUnits = ({ quantity, unitPrice }: Priced, currency: string): bigint =>
  divideRounded(
    parseDecimal(quantity, 3) * parseDecimal(unitPrice, UNIT_PRICE_DECIMALS),
    10n ** BigInt(3 + UNIT_PRICE_DECIMALS - decimalsOf(currency)),
  );

/** Quantity times unit price, rounded: the amount printed at the end of the line. */
export const lineAmount = (line: Priced, currency: string): string => amountOf(lineUnits(line, currency), currency);

interface Tax {
  label: string | undefined;
  rate: bigint;
  net: bigint;
  tax: bigint;
}
function taxesOn({ taxRate, taxes }: PricedLine): Tax[] {
  const given = taxes?.length ? taxes : [{ label: undefined, rate: taxRate }];
  return given.map(({ label, rate }) => {
    const parsed = parseDecimal(rate, RATE_DECIMALS);
    if (parsed < 0n) throw new RangeError('A tax rate cannot be below zero');
    return { label, rate: parsed, net: 0n, tax: 0n };
  });
}
const keyOf = ({ label, rate }: Tax): string => JSON.stringify([label, String(rate)]);

function sumsOf(lines: readonly PricedLine[], { pricesIncludeTax, currency }: TotalsRule) {
  // Lines that have the same taxes are one sum.
  const groups = new Map<string, { taxes: Tax[]; amount: bigint }>();
  for (const line of lines) {
    const taxes = taxesOn(line);
    const key = taxes.map(keyOf).sort().join();
    const group = groups.get(key) ?? { taxes, amount: 0n };
    group.amount += lineUnits(line, currency);
    groups.set(key, group);
  }
  const all = new Map<string, Tax>();
  let net = 0n;
  for (const { taxes, amount } of groups.values()) {
    const gross = WHOLE + taxes.reduce((sum, { rate }) => sum + rate, 0n);
    const included = taxes.map(({ rate }) => (pricesIncludeTax ? divideRounded(amount * rate, gross) : 0n));
    const base = amount - included.reduce((sum, tax) => sum + tax, 0n);
    net += base;
    for (const [at, tax] of taxes.entries()) {
      const known = all.get(keyOf(tax)) ?? tax;
      known.net += base;
      known.tax += included[at] ?? 0n;
      all.set(keyOf(tax), known);
    }
  }
  const taxes = [...all.values()].sort((one, other) => Number(one.rate - other.rate));
  if (!pricesIncludeTax) for (const one of taxes) one.tax = divideRounded(one.net * one.rate, WHOLE);
  const taxTotal = taxes.reduce((sum, one) => sum + one.tax, 0n);
  return { taxes, net, taxTotal, total: net + taxTotal };
}

function problemOf(total: bigint, currency: string): string | null {
  if (total < 0n)
    return t('The discounts are larger than the price: the total would be {amount}', {
      amount: amountOf(total, currency),
    });
  return total > unitsMax(currency)
    ? t('The total cannot be more than {amount}', { amount: amountOf(unitsMax(currency), currency) })
    : null;
}

/** The sentence that refuses these lines, or null; for forms and schemas that have checked the lines' format. */
export const findTotalsProblem = (lines: readonly PricedLine[], rule: TotalsRule): string | null =>
  problemOf(sumsOf(lines, rule).total, rule.currency);

/**
 * What lines come to. Every line is rounded to the currency's smallest unit, then each tax once; the parts add up to the
 * total exactly. Throws a RangeError with a sentence when the total is below zero or too large for a price, or a number
 * is malformed.
 */
export function totalsOf(lines: readonly PricedLine[], rule: TotalsRule): QuoteTotals {
  const { taxes, net, taxTotal, total } = sumsOf(lines, rule);
  const problem = problemOf(total, rule.currency);
  if (problem) throw new RangeError(problem);
  const amount = (units: bigint) => amountOf(units, rule.currency);
  return {
    net: amount(net),
    taxTotal: amount(taxTotal),
    total: amount(total),
    taxes: taxes.map(({ label, rate, ...amounts }) => ({
      ...(label === undefined ? {} : { label }),
      rate: rateWords(rate),
      net: amount(amounts.net),
      tax: amount(amounts.tax),
    })),
  };
}
