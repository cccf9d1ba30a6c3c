import { Badge, Button, Textarea, TextInput } from '@mantine/core';
import { DESCRIPTION_MAX, NAME_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconTrash } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { ImagePicker, type ImagePickerProps } from '../../photos/image-picker.tsx';
import { type ItemForm, type ItemValues, placeOf } from '../delivery-values.ts';
import styles from '../fields.module.css';

export interface ItemNumbersProps {
  form: ItemForm;
  item: ItemValues;
  at: number;
  /** What the values are in, where it is not the company's present currency. */
  currency?: string | undefined;
}
/** What the forms do differently with an item. */
export interface ItemOptions {
  /** The quantity, and the value where it is asked for. */
  Figures: ComponentType<ItemNumbersProps>;
  currency?: string | undefined;
  /** Absent where photos are not changed. */
  picker?: Omit<ImagePickerProps, 'value' | 'onChange' | 'onBusyChange' | 'onFailedChange' | 'label' | 'itemName'>;
}

interface ItemFieldsProps extends ItemNumbersProps, ItemOptions {
  onBusyChange: (isBusy: boolean) => void;
  onFailedChange: (hasFailed: boolean) => void;
  /** Absent while this is the only item. */
  onRemove: (() => void) | undefined;
}

export function ItemFields({
  form,
  item,
  at,
  Figures,
  currency,
  picker,
  onBusyChange,
  onFailedChange,
  onRemove,
}: ItemFieldsProps) {
  const [photos, setPhotos] = useState(item.imageUrls);
  const name = t('Item {number}', { number: at + 1 });

  const keepPhotos = (urls: string[]) => {
    setPhotos(urls);
    // The place in the list may have changed while a photo was uploading; the key has not.
    const place = placeOf(form, item.key);
    if (place >= 0) form.setFieldValue(`items.${place}.imageUrls`, urls, { forceUpdate: false });
  };

  return (
    <fieldset className={styles.item} data-item disabled={item.fixedBecause !== undefined}>
      <legend className={styles.itemLegend}>{name}</legend>
      {item.fixedBecause && (
        <Badge className={styles.remove} variant="light">
          {item.fixedBecause}
        </Badge>
      )}
      {onRemove && (
        <Button
          className={styles.remove}
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onRemove}
          aria-label={t('Remove {what}', { what: name })}
        >
          {t('Remove')}
        </Button>
      )}
      <div className={styles.figures}>
        <TextInput
          key={form.key(`items.${at}.name`)}
          label={t('Item Name')}
          withAsterisk
          aria-required
          autoComplete="off"
          enterKeyHint="next"
          maxLength={NAME_MAX}
          {...form.getInputProps(`items.${at}.name`)}
        />
        <Figures form={form} item={item} at={at} currency={currency} />
      </div>
      <Textarea
        key={form.key(`items.${at}.description`)}
        label={t('Description')}
        placeholder={t('Optional: size, weight, handling notes')}
        autosize
        minRows={1}
        autoComplete="off"
        maxLength={DESCRIPTION_MAX}
        {...form.getInputProps(`items.${at}.description`)}
      />
      {picker && (
        <ImagePicker
          value={photos}
          onChange={keepPhotos}
          onBusyChange={onBusyChange}
          onFailedChange={onFailedChange}
          label={t('Images')}
          itemName={name}
          fieldName={`items.${at}.photos`}
          {...picker}
        />
      )}
    </fieldset>
  );
}
