import { ActionIcon, Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { addItemForm } from '@quickfleet/shared/delivery/drivers/driver-items';
import { QUANTITY_DEFAULT, QUANTITY_MAX, QUANTITY_MIN } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { type Leave, useDraft } from '../asking/use-draft.tsx';
import { portal } from '../outbox/portal.ts';
import styles from '../portal/driver.module.css';
import { record } from '../portal/drivers-mutations.ts';

export function AddItemForm({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  // The draft comes back after the page was killed.
  const [kept] = useState(() => portal.draftOf(orderId, 'newItem'));
  const { form, onSubmit } = useItemForm({
    name: kept?.name ?? '',
    description: kept?.description ?? '',
    quantity: kept?.quantity ?? String(QUANTITY_DEFAULT),
  });
  const leave: Leave = useRef(undefined);
  const { name, description, quantity } = form.getValues();
  const { saving } = useDraft({ dialog: 'newItem', orderId, name, description, quantity }, leave, onClose);
  const add = onSubmit((item) => {
    // Below zero until the server assigns an id.
    const action = { kind: 'addItem' as const, itemId: -Date.now(), ...item, description: item.description ?? null };
    void saving((key) => record(orderId, action, key));
    onClose();
  });
  return (
    <form onSubmit={add} noValidate className={styles.item} aria-labelledby="add-item-title">
      <Title order={3} size="h4" mb="sm" id="add-item-title">
        {t('Add Item')}
      </Title>
      <ItemFields form={form} autoFocus />
      <Group mt="md" grow>
        <Button variant="default" onClick={() => leave.current?.()}>
          {t('Cancel')}
        </Button>
        <Button type="submit">{t('Add Item')}</Button>
      </Group>
    </form>
  );
}

interface ItemValues extends Record<string, unknown> {
  name: string;
  description: string;
  quantity: string;
}

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

export function ItemFields({ form, autoFocus = false }: { form: ItemForm; autoFocus?: boolean }) {
  const { quantity } = form.getValues();
  const step = (by: number) => form.setFieldValue('quantity', String(toQuantity(String(toQuantity(quantity) + by))));
  return (
    <Stack gap="md">
      <TextInput
        label={t('Item name')}
        withAsterisk
        data-autofocus={autoFocus || undefined}
        autoComplete="off"
        enterKeyHint="next"
        {...form.getInputProps('name')}
      />
      <Textarea label={t('Description')} autosize minRows={2} {...form.getInputProps('description')} />
      <div className={styles.quantity}>
        <ActionIcon
          variant="default"
          size={50}
          aria-label={t('One less')}
          disabled={toQuantity(quantity) <= QUANTITY_MIN}
          onClick={() => step(-1)}
        >
          <IconMinus size={22} aria-hidden />
        </ActionIcon>
        <TextInput
          label={t('Quantity')}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('quantity')}
          onBlur={() => form.setFieldValue('quantity', String(toQuantity(quantity)))}
        />
        <ActionIcon variant="default" size={50} aria-label={t('One more')} onClick={() => step(1)}>
          <IconPlus size={22} aria-hidden />
        </ActionIcon>
      </div>
    </Stack>
  );
}
