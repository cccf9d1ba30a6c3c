import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { ITEMS_MAX } from '@quickfleet/shared/limits';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ItemFields } from './quote-form-item.tsx';
import { newItem, type QuoteForm } from './quote-form-values.ts';

interface ItemListProps {
  form: QuoteForm;
  onUploading: (key: string, isBusy: boolean) => void;
}

/** What is to be carried; the last item stays. */
export function ItemList({ form, onUploading }: ItemListProps) {
  const headingId = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const { items } = form.getValues();

  const add = () => {
    flushSync(() => form.insertListItem('items', newItem()));
    form.getInputNode(`items.${form.getValues().items.length - 1}.name`)?.focus();
  };
  const remove = (key: string) => {
    const at = form.getValues().items.findIndex((item) => item.key === key);
    if (at < 0 || form.getValues().items.length === 1) return;
    onUploading(key, false);
    form.removeListItem('items', at);
    addButton.current?.focus();
  };

  return (
    <section aria-labelledby={headingId}>
      <Group justify="space-between" mb={4}>
        <Title order={3} id={headingId}>
          Quote Items
        </Title>
        <Text size="sm" c="dimmed" className="tabular">
          {items.length} {items.length === 1 ? 'item' : 'items'}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        Item values are for reference only. The admin sets the final price.
      </Text>
      <Stack gap="md">
        {items.map((item, at) => (
          <ItemFields
            key={item.key}
            form={form}
            item={item}
            at={at}
            onBusyChange={(isBusy) => onUploading(item.key, isBusy)}
            onRemove={items.length > 1 ? () => remove(item.key) : undefined}
          />
        ))}
        {form.errors['items'] && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {form.errors['items']}
          </Text>
        )}
        <Button
          ref={addButton}
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={add}
          disabled={items.length >= ITEMS_MAX}
          style={{ alignSelf: 'flex-start' }}
        >
          Add Item
        </Button>
      </Stack>
    </section>
  );
}
