import { currencySign, decimalsOf } from '@quickfleet/shared/base/money/money';
import { t } from '@quickfleet/shared/words/t';
import { useCompanyCurrency } from '../../../lib/api/use-company-currency.ts';
import { AmountInput } from '../../forms/amount-input.tsx';
import type { ItemNumbersProps } from './item-fields.tsx';
import { Quantity } from './quantity.tsx';

/** How many, and what they are worth. */
export function QuantityAndValue(numbers: ItemNumbersProps) {
  const { form, at, currency: own } = numbers;
  const ofCompany = useCompanyCurrency();
  const currency = own ?? ofCompany;
  return (
    <>
      <Quantity {...numbers} />
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
