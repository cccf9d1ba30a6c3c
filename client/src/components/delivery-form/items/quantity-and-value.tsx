import { currencySign, decimalsOf } from '@quickfleet/shared/base/money/money';
import { QUANTITY_MAX, QUANTITY_MIN } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { useCompanyCurrency } from '../../../lib/api/use-company-currency.ts';
import { AmountInput } from '../../forms/amount-input.tsx';
import type { ItemNumbersProps } from './item-fields.tsx';
import { WholeNumberInput } from './whole-number-input.tsx';

/** How many, and what they are worth. */
export function QuantityAndValue({ form, at, currency: own }: ItemNumbersProps) {
  const ofCompany = useCompanyCurrency();
  const currency = own ?? ofCompany;
  return (
    <>
      <WholeNumberInput
        key={form.key(`items.${at}.quantity`)}
        label={t('Quantity')}
        min={QUANTITY_MIN}
        max={QUANTITY_MAX}
        {...form.getInputProps(`items.${at}.quantity`)}
      />
      <AmountInput
        key={form.key(`items.${at}.value`)}
        label={t('Value')}
        leftSection={currencySign(currency)}
        min={0}
        step={10 ** -decimalsOf(currency)}
        {...form.getInputProps(`items.${at}.value`)}
      />
    </>
  );
}
