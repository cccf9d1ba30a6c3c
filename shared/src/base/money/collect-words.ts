// Money that a driver takes at the door: words and rules without a schema, for the phone.

import { message, said, t } from '../../words/t.ts';
import { formatAmount, unitsOf } from './money.ts';

/** How an amount may be paid at the door. */
export const collectMethods = ['cash', 'card', 'any'] as const;
export type CollectMethod = (typeof collectMethods)[number];
/** How it was paid there. */
export const takenMethods = ['cash', 'card'] as const;
export type TakenMethod = (typeof takenMethods)[number];

export const collectMethodWords: Readonly<Record<CollectMethod, string>> = said<CollectMethod>({
  cash: message('In cash'),
  card: message('By card'),
  any: message('In cash or by card'),
});

/** What is to be taken at the door. */
export interface Collect {
  amount: string;
  currency: string;
  method: CollectMethod;
}
/** What was. */
export interface Collected {
  amount: string;
  currency: string;
  method: TakenMethod;
  reason: string | null;
}

/** In words of one line: '€45.00, in cash'. */
export function collectInWords({ amount, currency, method }: Pick<Collect, 'amount' | 'currency' | 'method'>): string {
  const money = formatAmount(amount, currency);
  switch (method) {
    case 'cash':
      return t('{money} in cash', { money });
    case 'card':
      return t('{money} by card', { money });
    case 'any':
      return t('{money} in cash or by card', { money });
  }
}
/** What was handed over, with the reason for less. */
export function collectedInWords({ reason, ...taken }: Collected): string {
  const words = isNothing(taken) ? t('Nothing was handed over') : collectInWords(taken);
  return reason ? t('{words}: {reason}', { words, reason }) : words;
}
export const isNothing = ({ amount, currency }: { amount: string; currency: string }): boolean =>
  unitsOf(amount, currency) === 0n;
