import { message, said } from '../../words/t.ts';

/** How the customer of a quote pays. */
export const payWays = ['link', 'transfer', 'cash', 'account'] as const;
export type PayBy = (typeof payWays)[number];
export const payWords: Readonly<Record<PayBy, string>> = said<PayBy>({
  link: message('Payment link'),
  transfer: message('Bank transfer'),
  cash: message('Cash at the door'),
  account: message('On account'),
});
/** Whether the money comes before the delivery. */
export const isPaidBefore = (way: PayBy): boolean => way === 'link' || way === 'transfer';
