import { Checkbox, Textarea } from '@mantine/core';
import { orderFields, orderNotes } from '@quickfleet/shared/delivery/orders/order-fields';
import { t } from '@quickfleet/shared/words/t';
import type { ZodForm } from '../../lib/forms/use-zod-form.ts';
import type { OrderContent } from './order-content.ts';

type PartForm = Pick<ZodForm<OrderContent>, 'key' | 'getInputProps'>;

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
