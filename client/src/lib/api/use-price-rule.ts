import { companyDefaults } from '@quickfleet/shared/company/company';
import { type PriceRule, priceEntered } from '@quickfleet/shared/quoting/pricing/entered-price';
import type { QuoteTotals } from '@quickfleet/shared/quoting/quote-totals';
import { trpc } from './trpc.ts';

/** What a number means that is typed as a price; undefined until the settings are read. */
export function usePriceRule(currency?: string): PriceRule | undefined {
  const { data } = trpc.company.get.useQuery();
  if (!data) return undefined;
  const rule = { ...companyDefaults.quoting, ...data.quoting };
  return currency ? { ...rule, currency } : rule;
}

/**
 * Whether a typed price is a total, with its tax inside: by the setting, and where there is no tax. True until the
 * settings are read; a form of a price begins anew with `key` when they are.
 */
export function usePricesIncludeTax(): boolean {
  const rule = usePriceRule();
  return !rule || rule.pricesIncludeTax || Number(rule.defaultTaxRate) === 0;
}

/** What a typed price comes to; undefined while it is none. */
export function enteredTotals(plain: string, rule: PriceRule): QuoteTotals | undefined {
  if (!/^\d{1,10}(?:\.\d{1,4})?$/.test(plain)) return undefined;
  try {
    return priceEntered(plain, rule);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
