import { Button } from '@mantine/core';
import { ITEMS_MAX } from '@quickfleet/shared/limits';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { ItemFields } from './item-fields.tsx';
import styles from './quote-request.module.css';
import type { RequestForm } from './request-values.ts';
import { newItem } from './request-values.ts';
import type { OpenPhotos } from './use-open-photos.ts';

interface ItemListProps {
  form: RequestForm;
  canDrop: boolean;
  photos: Pick<OpenPhotos, 'mark' | 'forget'>;
}

/** The things to carry: at least one, each with its photos. */
export function ItemList({ form, canDrop, photos }: ItemListProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { items } = form.getValues();

  const add = () => {
    form.insertListItem('items', newItem());
    // The new fields are there after this render.
    requestAnimationFrame(() => form.getInputNode(`items.${items.length}.name`)?.focus());
  };
  const remove = (at: number, key: string) => {
    photos.forget(key);
    form.removeListItem('items', at);
    addButton.current?.focus();
  };

  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>What should we carry?</legend>
      {items.map((item, at) => (
        <ItemFields
          key={item.key}
          form={form}
          item={item}
          at={at}
          canDrop={canDrop}
          onBusyChange={(isBusy) => photos.mark(item.key, 'uploading', isBusy)}
          onFailedChange={(hasFailed) => photos.mark(item.key, 'failed', hasFailed)}
          onRemove={items.length > 1 ? () => remove(at, item.key) : undefined}
        />
      ))}
      <Button
        ref={addButton}
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={add}
        disabled={items.length >= ITEMS_MAX}
      >
        Add Another Item
      </Button>
    </fieldset>
  );
}
