import { type QuoteTotals, totalsOf } from '../quote-totals.ts';

/** What the company's settings say about prices. */
export interface PriceRule {
  currency: string;
  pricesIncludeTax: boolean;
  /** Percent. */
  defaultTaxRate: string;
}

/**
 * What one number means that somebody enters as a price, whatever way it comes in: the setting says whether its tax is
 * inside or on top. Throws a RangeError with a sentence for a total that is too large.
 */
export const priceEntered = (entered: string, { defaultTaxRate, ...rule }: PriceRule): QuoteTotals =>
  totalsOf([{ quantity: '1', unitPrice: entered, taxRate: defaultTaxRate }], rule);
