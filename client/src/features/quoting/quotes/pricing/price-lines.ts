import {
  divideRounded,
  formatDecimal,
  parseDecimal,
  UNIT_PRICE_DECIMALS,
  unitPriceIn,
} from '@quickfleet/shared/base/money/money';
import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import type { TotalsRule } from '@quickfleet/shared/quoting/quote-totals';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import type { QuoteChanges } from '../work/quotes-mutations.ts';

const RATE_DECIMALS = 3;
const WHOLE = 100_000n;

/** The lines of a quote as they are typed by a rule: with their tax or without, where they were priced the other way. */
export function linesByRule(
  { lines, pricesIncludeTax }: Pick<Quote, 'lines' | 'pricesIncludeTax'>,
  rule: TotalsRule,
): QuoteLine[] {
  if (pricesIncludeTax === rule.pricesIncludeTax) return [...lines];
  return lines.map((line) => {
    const units = parseDecimal(line.unitPrice, UNIT_PRICE_DECIMALS);
    const gross = WHOLE + parseDecimal(line.taxRate, RATE_DECIMALS);
    const typed = rule.pricesIncludeTax ? divideRounded(units * gross, WHOLE) : divideRounded(units * WHOLE, gross);
    return { ...line, unitPrice: unitPriceIn(formatDecimal(typed, UNIT_PRICE_DECIMALS), rule.currency) };
  });
}

const isSame = (one: readonly QuoteLine[], other: readonly QuoteLine[]): boolean =>
  JSON.stringify(one.map(({ label, quantity, unitPrice, taxRate }) => [label, quantity, unitPrice, taxRate])) ===
  JSON.stringify(other.map(({ label, quantity, unitPrice, taxRate }) => [label, quantity, unitPrice, taxRate]));

/** What goes to the server of a price: a first one alone as a number, another as its lines, and nothing as it was. */
export function priceChanges(quote: Quote, lines: readonly QuoteLine[], rule: TotalsRule): QuoteChanges {
  const [only] = lines;
  if (quote.lines.length === 0 && lines.length === 1 && only) return { price: only.unitPrice };
  return isSame(lines, linesByRule(quote, rule)) ? {} : { lines: [...lines] };
}
