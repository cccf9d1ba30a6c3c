import { Button, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { DESCRIPTION_MAX, NAME_MAX, PRICE_STEP, QUANTITY_MAX, QUANTITY_MIN } from '@quickfleet/shared/limits';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ImageDropzone } from '../../components/image-dropzone.tsx';
import { ImagePicker } from '../../components/image-picker.tsx';
import styles from './quote-form.module.css';
import type { ItemValues, QuoteForm } from './quote-form-values.ts';
import { uploadToasts } from './quotes-mutations.ts';

interface ItemFieldsProps {
  form: QuoteForm;
  item: ItemValues;
  at: number;
  onBusyChange: (isBusy: boolean) => void;
  /** Absent while this is the only item. */
  onRemove: (() => void) | undefined;
}

export function ItemFields({ form, item, at, onBusyChange, onRemove }: ItemFieldsProps) {
  const [photos, setPhotos] = useState(item.imageUrls);
  // On a phone a drop area would hide the camera.
  const canDrop = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false });
  const name = `Item ${at + 1}`;

  const keepPhotos = (urls: string[]) => {
    setPhotos(urls);
    // The place in the list may have changed while a photo was on its way; the key has not.
    const place = form.getValues().items.findIndex(({ key }) => key === item.key);
    if (place >= 0) form.setFieldValue(`items.${place}.imageUrls`, urls, { forceUpdate: false });
  };

  return (
    <fieldset className={styles.item} aria-label={name}>
      <div className={styles.head}>
        <Text fw={600}>{name}</Text>
        {onRemove && (
          <Button
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
      </div>
      <Stack gap="sm">
        <div className={styles.figures}>
          <TextInput
            key={form.key(`items.${at}.name`)}
            label="Item Name"
            withAsterisk
            aria-required
            autoComplete="off"
            maxLength={NAME_MAX}
            {...form.getInputProps(`items.${at}.name`)}
          />
          <NumberInput
            key={form.key(`items.${at}.quantity`)}
            label="Quantity"
            inputMode="numeric"
            min={QUANTITY_MIN}
            max={QUANTITY_MAX}
            clampBehavior="none"
            allowDecimal={false}
            {...form.getInputProps(`items.${at}.quantity`)}
          />
          <NumberInput
            key={form.key(`items.${at}.value`)}
            label="Value"
            leftSection="$"
            inputMode="decimal"
            min={0}
            step={PRICE_STEP}
            decimalScale={2}
            clampBehavior="none"
            {...form.getInputProps(`items.${at}.value`)}
          />
        </div>
        <Textarea
          key={form.key(`items.${at}.description`)}
          label="Description"
          autosize
          minRows={1}
          maxRows={6}
          autoComplete="off"
          maxLength={DESCRIPTION_MAX}
          {...form.getInputProps(`items.${at}.description`)}
        />
        <ImagePicker
          value={photos}
          onChange={keepPhotos}
          onBusyChange={onBusyChange}
          label="Images"
          itemName={name}
          canDrop={canDrop}
          DropArea={ImageDropzone}
          {...uploadToasts}
        />
      </Stack>
    </fieldset>
  );
}
