import { amountOf, divideRounded, formatDecimal, parseDecimal, unitsOf } from '../../base/money/money.ts';
import { lineAmount } from '../../quoting/quote-totals.ts';
import type { TaxCategory } from './invoice-words.ts';

// What an invoice comes to, by the rules of EN 16931: every line is net and rounded, each tax is computed once on the
// sum of its lines (BR-CO-17), and what is left to the prices that were agreed with their tax is the rounding (BT-114).

export interface InvoiceTax {
  label: string | null;
  /** Percent, at most three decimals. */
  rate: string;
  category: TaxCategory;
}
export interface NetLine {
  /** Decimal strings; below zero for what is taken off. */
  quantity: string;
  unitPrice: string;
  net: string;
  taxes: readonly InvoiceTax[];
  /** What was agreed with its tax; null where the tax comes on top. */
  gross: string | null;
}
export interface TaxSum extends InvoiceTax {
  base: string;
  amount: string;
}
export interface InvoiceTotals {
  taxes: TaxSum[];
  net: string;
  tax: string;
  /** Net and tax, without the rounding. */
  gross: string;
  rounding: string;
}

const WHOLE = 100_000n;
/** What makes two taxes one. */
export const keyOf = ({ label, rate, category }: InvoiceTax) => JSON.stringify([category, rate, label]);
const plain = (rate: bigint): string =>
  formatDecimal(rate, 3)
    .replace(/0{1,3}$/, '')
    .replace(/\.$/, '');
/** '19' of '19.00': a rate has one spelling. */
export const plainRate = (rate: string): string => plain(parseDecimal(rate, 3));

/** Whether there is a tax at this rate: then its category is S, and no other. */
export const isTaxed = ({ rate }: { rate: string }): boolean => /[1-9]/.test(rate);

/** What a line comes to: quantity times price, below zero where either is. */
export function netOf({ quantity, unitPrice }: Pick<NetLine, 'quantity' | 'unitPrice'>, currency: string): string {
  const amount = lineAmount({ quantity: quantity.replace('-', ''), unitPrice }, currency);
  return quantity.startsWith('-') ? amountOf(-unitsOf(amount, currency), currency) : amount;
}

/** What is asked for in all: prices as they were agreed, and what comes on top of those that are net. */
function agreedOf(lines: readonly NetLine[], gross: bigint, currency: string): bigint {
  const net = lines.filter((line) => line.gross === null);
  if (net.length === lines.length) return gross;
  const agreed = lines.reduce((sum, line) => sum + unitsOf(line.gross ?? '0', currency), 0n);
  return net.length === 0 ? agreed : agreed + unitsOf(invoiceTotals(net, currency).gross, currency);
}

/** What the lines come to. */
export function invoiceTotals(lines: readonly NetLine[], currency: string): InvoiceTotals {
  const sums = new Map<string, { tax: InvoiceTax; base: bigint }>();
  let net = 0n;
  for (const line of lines) {
    const units = unitsOf(line.net, currency);
    net += units;
    for (const tax of line.taxes) {
      const known = sums.get(keyOf(tax)) ?? { tax, base: 0n };
      known.base += units;
      sums.set(keyOf(tax), known);
    }
  }
  const amount = (units: bigint) => amountOf(units, currency);
  const found = [...sums.values()]
    .toSorted(
      (one, other) => Number(one.tax.rate) - Number(other.tax.rate) || keyOf(one.tax).localeCompare(keyOf(other.tax)),
    )
    .map(({ tax, base }) => ({ tax, base, units: divideRounded(base * parseDecimal(tax.rate, 3), WHOLE) }));
  const taxes = found.map(({ tax, base, units }) => ({ ...tax, base: amount(base), amount: amount(units) }));
  const tax = found.reduce((sum, { units }) => sum + units, 0n);
  const gross = net + tax;
  const agreed = agreedOf(lines, gross, currency);
  return { taxes, net: amount(net), tax: amount(tax), gross: amount(gross), rounding: amount(agreed - gross) };
}

/** What a price that has its taxes in it is without them. */
export function netIn(gross: string, taxes: readonly { rate: string }[], currency: string): string {
  const units = unitsOf(gross, currency);
  const rate = taxes.reduce((sum, tax) => sum + parseDecimal(tax.rate, 3), 0n);
  return amountOf(divideRounded(units * WHOLE, WHOLE + rate), currency);
}

/**
 * The rate at which a price with its tax has this tax: one of the known ones where it fits, else the roundest that does.
 * A tax that is nothing may be so by rounding alone: a price of a cent, or of nothing, has a rate too.
 */
export function rateOf(gross: string, tax: string, known: readonly string[], currency: string): string {
  const [all, part] = [unitsOf(gross, currency), unitsOf(tax, currency)];
  const net = all - part;
  const fits = (rate: string): boolean => {
    const parsed = parseDecimal(rate, 3);
    return divideRounded(net * parsed, WHOLE) === part || divideRounded(all * parsed, WHOLE + parsed) === part;
  };
  const fitting = known.map(plainRate).find(fits);
  if (fitting !== undefined) return fitting;
  if (part === 0n || net <= 0n) return '0';
  const exact = divideRounded(part * WHOLE, net);
  const rounder = [1000n, 500n, 100n, 10n, 1n].map((step) => plain(divideRounded(exact, step) * step));
  return rounder.find(fits) ?? plain(exact);
}

/** What becomes of what an invoice comes to. */
export interface Owed {
  gross: string;
  rounding: string;
  paid: string;
  credited: string;
  /** Taken off for paying early. */
  discount: string;
}
/** What is still to be paid. */
export const dueOf = ({ gross, rounding, paid, credited, discount }: Owed, currency: string): string => {
  const units = (amount: string) => unitsOf(amount, currency);
  return amountOf(units(gross) + units(rounding) - units(paid) - units(credited) - units(discount), currency);
};
