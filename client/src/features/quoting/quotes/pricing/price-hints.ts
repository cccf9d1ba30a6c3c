import { writeDecimal } from '@quickfleet/shared/base/money/money';
import type { PayBy } from '@quickfleet/shared/base/money/pay-by';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import type { TotalsRule } from '@quickfleet/shared/quoting/quote-totals';
import { t } from '@quickfleet/shared/words/t';

/** What a typed price means; nothing where there is no tax. */
export function taxHint({ pricesIncludeTax }: TotalsRule, taxRate: string): string | undefined {
  if (Number(taxRate) === 0) return undefined;
  const rate = writeDecimal(taxRate);
  return pricesIncludeTax ? t('With {rate} % tax', { rate }) : t('Without tax: {rate} % is added', { rate });
}

/** What the customer is told of a way to pay. */
export function payHint(payBy: PayBy, name: string, billing: CompanySettingsView['billing']): string | undefined {
  if (payBy === 'cash') return t('The driver collects it. Mark the order as paid when you have the money.');
  if (payBy === 'account')
    return t('On account: added to the monthly statement of {name}, without a payment link.', { name });
  if (payBy === 'link') return undefined;
  return billing.iban === null
    ? t('No bank account is set: enter it under Settings, Billing.')
    : t('Your bank account is shown on the quote, its PDF and the e-mail.');
}
