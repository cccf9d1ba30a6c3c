// What a stop may cost beyond the order's price, without a schema: the phone shows with it what the server stores.

import {
  amountOf,
  decimalsOf,
  divideRounded,
  formatAmount,
  parseDecimal,
  UNIT_PRICE_DECIMALS,
  unitsOf,
} from '../../base/money/money.ts';
import type { LineTax } from '../../base/money/quote-lines.ts';
import type { RateKind } from '../../base/money/stop-rates.ts';
import { totalsOf } from '../../quoting/quote-totals.ts';
import { message, said, t } from '../../words/t.ts';

export const chargeStates = ['proposed', 'approved', 'dropped'] as const;
export type ChargeState = (typeof chargeStates)[number];
export const chargeStateWords: Readonly<Record<ChargeState, string>> = said({
  proposed: message('Proposed'),
  approved: message('Approved'),
  dropped: message('Dropped'),
});

/** A saved line that drivers may propose. */
export interface ChargeRate {
  label: string;
  kind: RateKind;
  /** With its tax: once, or for an hour; null where the driver types it. */
  amount: string | null;
  /** Minutes of waiting that cost nothing. */
  freeMinutes: number;
  /** Of one that is typed: its tax comes on top. */
  isNet?: true | undefined;
}

export interface SavedLine {
  label: string;
  unitPrice: string;
  taxRate: string;
  taxes?: readonly LineTax[] | undefined;
  atStop?: RateKind | null | undefined;
  freeMinutes?: number | undefined;
}
interface Quoting {
  currency: string;
  pricesIncludeTax: boolean;
  linePresets: readonly SavedLine[];
}

/** The company's saved lines for stops, as one order has them: in another currency the amount is typed. */
export function ratesOf({ currency, pricesIncludeTax, linePresets }: Quoting, orderCurrency: string): ChargeRate[] {
  return linePresets.flatMap(({ atStop, freeMinutes = 0, ...line }): ChargeRate[] => {
    if (!atStop) return [];
    const isTyped = atStop === 'typed' || currency !== orderCurrency || line.unitPrice.startsWith('-');
    const { total } = totalsOf([{ ...line, quantity: '1' }], { currency, pricesIncludeTax });
    const rate = { label: line.label, freeMinutes };
    if (!isTyped) return [{ ...rate, kind: atStop, amount: total }];
    const hasTax = [line, ...(line.taxes ?? []).map(({ rate: taxRate }) => ({ taxRate }))].some((one) =>
      /[1-9]/.test(one.taxRate),
    );
    return [{ ...rate, kind: 'typed', amount: null, ...(hasTax && !pricesIncludeTax ? { isNet: true } : {}) }];
  });
}

/** What a rate comes to, rounded once: minutes count above the free ones; null where the amount has to be typed. */
export function rateAmount(
  { kind, amount, freeMinutes }: ChargeRate,
  minutes: number | null,
  currency: string,
): string | null {
  if (amount === null || kind === 'typed') return null;
  if (kind === 'fixed') return amount;
  const paid = BigInt(Math.max(0, (minutes ?? 0) - freeMinutes));
  const perHour = parseDecimal(amount, UNIT_PRICE_DECIMALS);
  return amountOf(
    divideRounded(perHour * paid, 60n * 10n ** BigInt(UNIT_PRICE_DECIMALS - decimalsOf(currency))),
    currency,
  );
}

/** 'Waiting, 25 min'. */
export const chargeName = ({ label, minutes }: { label: string; minutes: number | null }): string =>
  minutes === null ? label : t('{label}, {minutes} min', { label, minutes });
/** 'Waiting, 25 min: $12.50'. */
export const chargeInWords = (charge: { label: string; minutes: number | null; amount: string }, currency: string) =>
  t('{charge}: {amount}', { charge: chargeName(charge), amount: formatAmount(charge.amount, currency) });

/** The sum of what is approved. */
export const approvedSum = (
  charges: readonly { state: ChargeState; amount: string }[],
  currency: string,
): string | null => {
  const approved = charges.filter(({ state }) => state === 'approved');
  if (approved.length === 0) return null;
  return amountOf(
    approved.reduce((sum, { amount }) => sum + unitsOf(amount, currency), 0n),
    currency,
  );
};
