import { amountOf, divideRounded, isNothing, parseDecimal, unitsOf } from '../../base/money/money.ts';
import { addDays } from '../../base/time/zoned-time.ts';
import type { Terms } from '../../company/billing/billing-terms.ts';
import { type InvoiceTax, keyOf, type TaxSum } from './invoice-totals.ts';

// The discount for paying early (in German: Skonto): what is offered, when it is taken, and what it takes off of net and
// taxes. Amounts inside are units of the smallest coin.

/** What an invoice has to do with its discount. */
export interface EarlyPayable {
  terms: Terms;
  currency: string;
  issuedOn: string | null | undefined;
  gross: string;
  rounding: string;
  credited: string;
  /** Paid before it was issued: its paper asks for the rest. */
  prepaid: string;
}
/** Percent with two decimals. */
const WHOLE_PERCENT = 10_000n;

/** What the discount is of: what the paper asks for, without what was credited. */
export function discountBase({ gross, rounding, credited, prepaid, currency }: Omit<EarlyPayable, 'terms'>): bigint {
  const units = (amount: string) => unitsOf(amount, currency);
  const base = units(gross) + units(rounding) - units(credited) - units(prepaid);
  return base > 0n ? base : 0n;
}

/** Until which day (inclusive) how much may be taken off; null where the terms have no discount. */
export function discountOffer(invoice: EarlyPayable): { until: string; units: bigint } | null {
  const { terms, issuedOn } = invoice;
  if (!issuedOn || terms.discountDays === 0 || isNothing(terms.discountPercent)) return null;
  const units = divideRounded(discountBase(invoice) * parseDecimal(terms.discountPercent, 2), WHOLE_PERCENT);
  return units > 0n ? { until: addDays(issuedOn, terms.discountDays), units } : null;
}

/**
 * Which of the payments, in the order in which they were noted, comes to the total less the discount within its days,
 * and how much is then taken off: no more than is left. Undefined until then.
 */
export function discountTaken(
  base: bigint,
  offer: { until: string; units: bigint },
  payments: readonly { units: bigint; on: string }[],
): { nth: number; units: bigint } | undefined {
  let [all, inTime] = [0n, 0n];
  for (const [nth, { units, on }] of payments.entries()) {
    all += units;
    if (on <= offer.until) inTime += units;
    if (inTime < base - offer.units) continue;
    return { nth, units: all < base ? base - all : 0n };
  }
  return undefined;
}

/** What a discount takes off, by the taxes of the lines: the lines are net. */
export interface DiscountParts {
  lines: readonly { net: string; taxes: readonly InvoiceTax[] }[];
  taxes: readonly TaxSum[];
}
const HUNDRED_PERCENT = 100_000n;
const rateOf = ({ rate }: InvoiceTax) => parseDecimal(rate, 3);
const setOf = (taxes: readonly InvoiceTax[]) => JSON.stringify(taxes.map(keyOf));

/**
 * Takes an amount with its tax apart as the lines are that it is of: each tax has its share, and net and taxes come to
 * the amount exactly.
 */
export function discountParts(lines: DiscountParts['lines'], units: bigint, currency: string): DiscountParts {
  const sets = new Map<string, { taxes: readonly InvoiceTax[]; net: bigint }>();
  for (const { net, taxes } of lines) {
    const set = sets.get(setOf(taxes)) ?? { taxes, net: 0n };
    set.net += unitsOf(net, currency);
    sets.set(setOf(taxes), set);
  }
  const weighed = [...sets.values()].map((set) => {
    const whole = set.taxes.reduce((sum, tax) => sum + rateOf(tax), HUNDRED_PERCENT);
    return { ...set, whole, weight: set.net * whole };
  });
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0n);
  const parts: { net: string; taxes: readonly InvoiceTax[] }[] = [];
  const sums = new Map<string, { tax: InvoiceTax; base: bigint; amount: bigint }>();
  let upTo = 0n;
  if (total <= 0n) return { lines: [], taxes: [] };
  for (const { taxes, whole, weight } of weighed) {
    const before = divideRounded(units * upTo, total);
    upTo += weight;
    const share = divideRounded(units * upTo, total) - before;
    const net = divideRounded(share * HUNDRED_PERCENT, whole);
    parts.push({ net: amountOf(net, currency), taxes });
    let rest = share - net;
    for (const [nth, tax] of taxes.entries()) {
      const amount = nth === taxes.length - 1 ? rest : divideRounded(net * rateOf(tax), HUNDRED_PERCENT);
      rest -= amount;
      const sum = sums.get(keyOf(tax)) ?? { tax, base: 0n, amount: 0n };
      sum.base += net;
      sum.amount += amount;
      sums.set(keyOf(tax), sum);
    }
  }
  const taxes = [...sums.values()].map(({ tax, base, amount }) => ({
    ...tax,
    base: amountOf(base, currency),
    amount: amountOf(amount, currency),
  }));
  return { lines: parts, taxes };
}

/** What is left of parts without others: below zero for what was taken off before and is not any more. */
export function lessParts(
  all: DiscountParts,
  others: readonly DiscountParts[],
  currency: string,
): DiscountParts & { net: string } {
  const opposite = (amount: string) => amountOf(-unitsOf(amount, currency), currency);
  const add = (one: string, other: string) => amountOf(unitsOf(one, currency) + unitsOf(other, currency), currency);
  const lines = new Map<string, DiscountParts['lines'][number]>();
  const taxes = new Map<string, TaxSum>();
  const put = (parts: DiscountParts, signed: (amount: string) => string) => {
    for (const line of parts.lines) {
      const known = lines.get(setOf(line.taxes))?.net ?? '0';
      lines.set(setOf(line.taxes), { taxes: line.taxes, net: add(known, signed(line.net)) });
    }
    for (const tax of parts.taxes) {
      const known = taxes.get(keyOf(tax));
      const [base, amount] = [add(known?.base ?? '0', signed(tax.base)), add(known?.amount ?? '0', signed(tax.amount))];
      taxes.set(keyOf(tax), { ...tax, base, amount });
    }
  };
  put(all, (amount) => amount);
  for (const other of others) put(other, opposite);
  const left = [...lines.values()].filter(({ net }) => !isNothing(net));
  return {
    lines: left,
    taxes: [...taxes.values()].filter(({ base, amount }) => !isNothing(base) || !isNothing(amount)),
    net: left.reduce((sum, { net }) => add(sum, net), amountOf(0n, currency)),
  };
}
