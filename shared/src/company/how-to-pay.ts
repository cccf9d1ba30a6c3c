import { formatAmount } from '../base/money/money.ts';
import type { PayBy } from '../base/money/pay-by.ts';
import { t } from '../words/t.ts';
import type { BankAccount } from './bank-account.ts';

interface ToPay {
  payBy: PayBy;
  amount: string;
  currency: string;
  reference: string;
  bankAccount: BankAccount | null;
}
/** How the customer of a quote pays, in one line, for pages, mails and papers; empty for a link, which they show. */
export function howToPay({ payBy, bankAccount, reference, ...price }: ToPay): string {
  const amount = formatAmount(price.amount, price.currency);
  if (payBy === 'cash') return t('You pay {amount} in cash at the door.', { amount });
  if (payBy === 'account') return t('Nothing to pay now: we add it to your account and your next statement.');
  if (payBy === 'link' || !bankAccount) return '';
  const { holder, iban, bic, bankName } = bankAccount;
  const account = [`IBAN ${iban}`, bic && `BIC ${bic}`, bankName].filter(Boolean).join(', ');
  return t('Please transfer {amount} to {holder}, {account}, with the reference {reference}.', {
    amount,
    holder,
    account,
    reference,
  });
}

/** What follows once the customer has said yes, for mails. */
export const nextStepOf = (payBy: PayBy, isAccepted: boolean): string => {
  if (payBy === 'cash' || payBy === 'account')
    return isAccepted
      ? t('We’ll book your delivery now and send you a tracking number.')
      : t('As soon as you accept it, we’ll book your delivery and send you a tracking number.');
  return isAccepted
    ? t('As soon as your payment arrives, we’ll book your delivery.')
    : t('As soon as your payment arrives, we’ll book your delivery and send you a tracking number.');
};
