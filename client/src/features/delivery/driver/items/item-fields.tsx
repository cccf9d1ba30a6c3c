import { ActionIcon, Stack, Textarea, TextInput } from '@mantine/core';
import { addItemForm } from '@quickfleet/shared/delivery/driver-items';
import { QUANTITY_DEFAULT, QUANTITY_MAX, QUANTITY_MIN } from '@quickfleet/shared/limits';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import styles from '../portal/driver.module.css';

export interface ItemValues extends Record<string, unknown> {
  name: string;
  description: string;
  quantity: string;
}
export const newItemValues: ItemValues = { name: '', description: '', quantity: String(QUANTITY_DEFAULT) };

/** At least 1; what is no number becomes 1. */
const toQuantity = (text: string): number => {
  const number = Number.parseInt(text, 10);
  return Number.isNaN(number) ? QUANTITY_DEFAULT : Math.min(QUANTITY_MAX, Math.max(QUANTITY_MIN, number));
};

export const useItemForm = (initial: ItemValues) =>
  useZodForm(addItemForm, initial, {
    mode: 'controlled',
    transformValues: (values: ItemValues) => ({ ...values, quantity: String(toQuantity(values.quantity)) }),
  });
type ItemForm = ReturnType<typeof useItemForm>['form'];

/** Name, description and quantity of an item, for adding one and for changing one. */
export function ItemFields({ form, autoFocus = false }: { form: ItemForm; autoFocus?: boolean }) {
  const { quantity } = form.getValues();
  const step = (by: number) => form.setFieldValue('quantity', String(toQuantity(String(toQuantity(quantity) + by))));
  return (
    <Stack gap="md">
      <TextInput
        label="Item name"
        withAsterisk
        data-autofocus={autoFocus || undefined}
        autoComplete="off"
        enterKeyHint="next"
        {...form.getInputProps('name')}
      />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <div className={styles.quantity}>
        <ActionIcon
          variant="default"
          size={50}
          aria-label="One less"
          disabled={toQuantity(quantity) <= QUANTITY_MIN}
          onClick={() => step(-1)}
        >
          <IconMinus size={22} aria-hidden />
        </ActionIcon>
        <TextInput
          label="Quantity"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('quantity')}
          onBlur={() => form.setFieldValue('quantity', String(toQuantity(quantity)))}
        />
        <ActionIcon variant="default" size={50} aria-label="One more" onClick={() => step(1)}>
          <IconPlus size={22} aria-hidden />
        </ActionIcon>
      </div>
    </Stack>
  );
}
