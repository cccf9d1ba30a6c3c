import { Checkbox, Group, NativeSelect, Textarea } from '@mantine/core';
import { collectMethods, collectMethodWords } from '@quickfleet/shared/base/money/collect-words';
import { currencySign } from '@quickfleet/shared/base/money/money';
import { orderFields, orderNotes } from '@quickfleet/shared/delivery/orders/order-fields';
import { t } from '@quickfleet/shared/words/t';
import { useCompanyCurrency } from '../../lib/api/use-company-currency.ts';
import type { ZodForm } from '../../lib/forms/use-zod-form.ts';
import { AmountInput } from '../forms/amount-input.tsx';
import type { OrderContent } from './order-content.ts';

type PartForm = Pick<ZodForm<OrderContent>, 'key' | 'getInputProps' | 'getValues'>;

/** An input for each of an order's texts, as the table of fields says. `hasFocus`: they were opened to be written. */
export function OrderNoteFields({ form, hasFocus = false }: { form: PartForm; hasFocus?: boolean }) {
  return orderNotes.map((name, at) => {
    const { label, hint, rows, max } = orderFields[name].asText;
    return (
      <Textarea
        key={form.key(name)}
        {...(hasFocus && at === 0 ? { 'data-autofocus': true } : {})}
        label={t(label)}
        description={t(hint)}
        autosize
        minRows={rows}
        autoComplete="off"
        maxLength={max}
        {...form.getInputProps(name)}
      />
    );
  });
}

/** What the driver takes at the door for the customer, and how. */
export function CollectField({ form }: { form: PartForm }) {
  const company = useCompanyCurrency();
  const { currency } = form.getValues().collect;
  return (
    <Group align="flex-start" grow preventGrowOverflow={false} gap="sm">
      <AmountInput
        key={form.key('collect.amount')}
        label={t('To collect at the door ({currency})', { currency: currencySign(currency || company) })}
        description={t('Optional: cash on delivery')}
        {...form.getInputProps('collect.amount')}
      />
      <NativeSelect
        key={form.key('collect.method')}
        label={t('How it is paid there')}
        description={t('The driver asks for it')}
        data={collectMethods.map((method) => ({ value: method, label: collectMethodWords[method] }))}
        {...form.getInputProps('collect.method')}
      />
    </Group>
  );
}

export function OnAccountField({ form }: { form: PartForm }) {
  return (
    <Checkbox
      key={form.key('onAccount')}
      label={t('On account')}
      description={t('The customer pays later, with an invoice')}
      {...form.getInputProps('onAccount', { type: 'checkbox' })}
    />
  );
}
