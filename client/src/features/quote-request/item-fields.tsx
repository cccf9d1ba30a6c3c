import { Button, Textarea, TextInput } from '@mantine/core';
import { DESCRIPTION_MAX, NAME_MAX } from '@quickfleet/shared/limits';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ImagePicker } from '../../components/image-picker.tsx';
import { QuantityInput } from './quantity-input.tsx';
import styles from './quote-request.module.css';
import { uploadToasts } from './quote-request-mutations.ts';
import type { RequestForm, RequestItem } from './request-values.ts';

interface ItemFieldsProps {
  form: RequestForm;
  item: RequestItem;
  at: number;
  canDrop: boolean;
  onBusyChange: (isBusy: boolean) => void;
  onFailedChange: (hasFailed: boolean) => void;
  /** Absent while this is the only item. */
  onRemove: (() => void) | undefined;
}

export function ItemFields({ form, item, at, canDrop, onBusyChange, onFailedChange, onRemove }: ItemFieldsProps) {
  const [photos, setPhotos] = useState(item.imageUrls);
  const name = `Item ${at + 1}`;

  // The place in the list may have changed while a photo was on its way; the key has not.
  const place = () => form.getValues().items.findIndex(({ key }) => key === item.key);
  const keepPhotos = (urls: string[]) => {
    setPhotos(urls);
    if (place() >= 0) form.setFieldValue(`items.${place()}.imageUrls`, urls, { forceUpdate: false });
  };

  return (
    <fieldset className={styles.item} data-item>
      <legend className={styles.itemLegend}>{name}</legend>
      {onRemove && (
        <Button
          className={styles.remove}
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onRemove}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Button>
      )}
      <div className={styles.itemFields}>
        <TextInput
          key={form.key(`items.${at}.name`)}
          label="Item Name"
          withAsterisk
          aria-required
          autoComplete="off"
          enterKeyHint="next"
          maxLength={NAME_MAX}
          {...form.getInputProps(`items.${at}.name`)}
        />
        <QuantityInput
          initial={item.quantity}
          onChange={(quantity) => form.setFieldValue(`items.${place()}.quantity`, quantity, { forceUpdate: false })}
        />
      </div>
      <Textarea
        key={form.key(`items.${at}.description`)}
        label="Description"
        placeholder="Optional: size, weight, what to take care of"
        autosize
        minRows={1}
        autoComplete="off"
        maxLength={DESCRIPTION_MAX}
        {...form.getInputProps(`items.${at}.description`)}
      />
      <ImagePicker
        value={photos}
        onChange={keepPhotos}
        onBusyChange={onBusyChange}
        onFailedChange={onFailedChange}
        label="Images"
        itemName={name}
        canDrop={canDrop}
        {...uploadToasts}
      />
    </fieldset>
  );
}
