/**
 * The arithmetic of a quote, without a schema: forms show with it what the server will store and print. Amounts are
 * decimal strings as everywhere on the wire; inside they are whole numbers of cents. Rounding is that of docs/decisions/037.
 */

/** One priced line. */
export interface PricedLine {
  /** At most three decimals: 1, 0.75. */
  quantity: number | string;
  /** Decimal string with at most two decimals; below zero for a discount. */
  unitPrice: string;
  /** Percent, at most three decimals: 19, 8.875. */
  taxRate: number | string;
}

/** What is owed at one tax rate; `net` and `tax` together are what the customer pays of it. */
export interface TaxAmount {
  /** Percent without needless zeros: '19'. */
  rate: string;
  net: string;
  tax: string;
}

export interface QuoteTotals {
  net: string;
  taxTotal: string;
  total: string;
  /** One for each rate that a line has, the lowest first. */
  taxes: TaxAmount[];
}

export interface TotalsRule {
  /** Whether unit prices are what the customer pays, or the tax comes on top. */
  pricesIncludeTax: boolean;
}

/** The largest amount that a price holds: ten digits before the point. */
const CENTS_MAX = 999_999_999_999n;
const PER_MILLE_OF_PERCENT = 100_000n;

/** '12.5' with three decimals is 12500. Throws a RangeError for what is no such number. */
function parseDecimal(value: number | string, decimals: number): bigint {
  const text = String(value);
  const match = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[3]?.replace(/0+$/, '') ?? '';
  if (!match || fraction.length > decimals)
    throw new RangeError(`${text} is not a number with at most ${decimals} decimals`);
  const digits = BigInt(`${match[2]}${fraction.padEnd(decimals, '0')}`);
  return match[1] ? -digits : digits;
}

function formatDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A money string as whole cents, '-0.05' as -5. */
export const centsOf = (amount: string): bigint => parseDecimal(amount, 2);
export const moneyOfCents = (cents: bigint): string => formatDecimal(cents, 2);

/** The quotient rounded to the nearest whole number, a half away from zero; the divisor is above zero. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (2n * dividend + half) / (2n * divisor);
}

const lineCents = ({ quantity, unitPrice }: Pick<PricedLine, 'quantity' | 'unitPrice'>): bigint =>
  divideRounded(parseDecimal(quantity, 3) * centsOf(unitPrice), 1000n);

/** Quantity times unit price, to the cent: the amount printed at the end of the line. */
export const lineAmount = (line: Pick<PricedLine, 'quantity' | 'unitPrice'>): string => moneyOfCents(lineCents(line));

function sumsOf(lines: readonly PricedLine[], { pricesIncludeTax }: TotalsRule) {
  const byRate = new Map<bigint, bigint>();
  for (const line of lines) {
    const rate = parseDecimal(line.taxRate, 3);
    if (rate < 0n) throw new RangeError('A tax rate cannot be below zero');
    byRate.set(rate, (byRate.get(rate) ?? 0n) + lineCents(line));
  }
  const taxes = [...byRate].map(([rate, amount]) => {
    const tax = divideRounded(amount * rate, pricesIncludeTax ? PER_MILLE_OF_PERCENT + rate : PER_MILLE_OF_PERCENT);
    return { rate, tax, net: pricesIncludeTax ? amount - tax : amount };
  });
  taxes.sort((one, other) => Number(one.rate - other.rate));
  const net = taxes.reduce((sum, one) => sum + one.net, 0n);
  const taxTotal = taxes.reduce((sum, one) => sum + one.tax, 0n);
  return { taxes, net, taxTotal, total: net + taxTotal };
}

function problemOf(total: bigint): string | null {
  if (total < 0n) return `The discounts are larger than the price: the total would be ${moneyOfCents(total)}`;
  return total > CENTS_MAX ? `The total cannot be more than ${moneyOfCents(CENTS_MAX)}` : null;
}

/** The sentence that refuses these lines, or null; for forms and schemas whose lines are well-formed. */
export const findTotalsProblem = (lines: readonly PricedLine[], rule: TotalsRule): string | null =>
  problemOf(sumsOf(lines, rule).total);

/**
 * What lines come to. Every line is rounded to the cent, then the tax once for each rate; the parts add up to the total
 * exactly. Throws a RangeError with a sentence when the total is below zero or too large for a price, or a number is
 * malformed.
 */
export function totalsOf(lines: readonly PricedLine[], rule: TotalsRule): QuoteTotals {
  const { taxes, net, taxTotal, total } = sumsOf(lines, rule);
  const problem = problemOf(total);
  if (problem) throw new RangeError(problem);
  return {
    net: moneyOfCents(net),
    taxTotal: moneyOfCents(taxTotal),
    total: moneyOfCents(total),
    taxes: taxes.map(({ rate, ...amounts }) => ({
      rate: formatDecimal(rate, 3).replace(/\.?0+$/, ''),
      net: moneyOfCents(amounts.net),
      tax: moneyOfCents(amounts.tax),
    })),
  };
}
