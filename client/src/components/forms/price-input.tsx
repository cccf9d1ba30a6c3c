import { Text } from '@mantine/core';
import { currencySign, formatAmount, writeDecimal } from '@quickfleet/shared/base/money/money';
import { t } from '@quickfleet/shared/words/t';
import { type ComponentProps, useState } from 'react';
import { enteredTotals, usePriceRule } from '../../lib/api/use-price-rule.ts';
import { AmountInput } from './amount-input.tsx';

interface PriceInputProps extends ComponentProps<typeof AmountInput> {
  currency: string;
}
/** A price by the company's setting: with its tax or without, and what it comes to while it is typed. */
export function PriceInput({ currency, onChange, ...props }: PriceInputProps) {
  const rule = usePriceRule(currency);
  const [typed, setTyped] = useState(String(props.value ?? props.defaultValue ?? ''));
  const shown = props.value === undefined ? typed : String(props.value);
  const hasTax = rule !== undefined && Number(rule.defaultTaxRate) > 0;
  const totals = hasTax ? enteredTotals(shown, rule) : undefined;
  const sign = { currency: currencySign(currency) };
  const label = !hasTax
    ? t('Total ({currency})', sign)
    : rule.pricesIncludeTax
      ? t('Price with tax ({currency})', sign)
      : t('Price without tax ({currency})', sign);
  return (
    <div>
      <AmountInput
        label={label}
        {...props}
        onChange={(plain) => {
          setTyped(plain);
          onChange(plain);
        }}
      />
      {totals && rule && (
        <Text size="xs" c="dimmed" mt={4} role="status" className="tabular">
          {t('Net {net}, tax {rate} % {tax}, total {total}', {
            net: formatAmount(totals.net, currency),
            rate: writeDecimal(rule.defaultTaxRate),
            tax: formatAmount(totals.taxTotal, currency),
            total: formatAmount(totals.total, currency),
          })}
        </Text>
      )}
    </div>
  );
}
