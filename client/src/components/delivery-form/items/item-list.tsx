import { Button, Text } from '@mantine/core';
import { ITEMS_MAX } from '@quickfleet/shared/limits';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { type ItemForm, newItem, placeOf } from '../delivery-values.ts';
import type { PendingPhotos } from '../draft/use-pending-photos.ts';
import { ItemFields, type ItemOptions } from './item-fields.tsx';

interface ItemListProps extends ItemOptions {
  form: ItemForm;
  /** Absent where photos are not changed. */
  photos?: Pick<PendingPhotos, 'mark' | 'forget'>;
  addText: string;
  /** False where what is listed is final. */
  canAdd?: boolean;
  /** What an added item starts with. */
  start?: Parameters<typeof newItem>[0];
}

/** The things to carry: at least one, each with its photos. */
export function ItemList({ form, photos, addText, canAdd = true, start, ...options }: ItemListProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { items } = form.getValues();

  const add = () => {
    flushSync(() => form.insertListItem('items', newItem(start)));
    form.getInputNode(`items.${form.getValues().items.length - 1}.name`)?.focus();
  };
  const remove = (key: string) => {
    photos?.forget(key);
    form.removeListItem('items', placeOf(form, key));
    addButton.current?.focus();
  };

  return (
    <>
      {items.map((item, at) => (
        <ItemFields
          key={item.key}
          form={form}
          item={item}
          at={at}
          {...options}
          onBusyChange={(isBusy) => photos?.mark(item.key, 'uploading', isBusy)}
          onFailedChange={(hasFailed) => photos?.mark(item.key, 'failed', hasFailed)}
          onRemove={items.length > 1 && !item.fixedBecause ? () => remove(item.key) : undefined}
        />
      ))}
      <Button
        ref={addButton}
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={add}
        disabled={!canAdd || items.length >= ITEMS_MAX}
      >
        {addText}
      </Button>
      {form.errors['items'] !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {String(form.errors['items'])}
        </Text>
      )}
    </>
  );
}
