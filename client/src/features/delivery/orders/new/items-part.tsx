import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { PARCELS_MAX, PARCELS_MIN } from '@quickfleet/shared/limits';
import { uploadToasts } from '../../../../components/delivery-form/form-toasts.ts';
import { ItemList } from '../../../../components/delivery-form/item-list.tsx';
import { QuantityAndValue } from '../../../../components/delivery-form/quantity-and-value.tsx';
import type { PendingPhotos } from '../../../../components/delivery-form/use-pending-photos.ts';
import { WholeNumberInput } from '../../../../components/delivery-form/whole-number-input.tsx';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { ImageDropzone } from '../../../../components/photos/image-dropzone.tsx';
import { formatCount } from '../../../../lib/words/format.ts';
import { NEW_ITEM, type OrderForm } from './order-values.ts';

/** What is carried, and in how many parcels. */
export function ItemsPart({ form, photos }: { form: OrderForm; photos: PendingPhotos }) {
  // On a phone a drop area would hide the camera.
  const canDrop = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false });
  return (
    <SectionCard
      title="Items"
      aside={
        <Text size="sm" c="dimmed" className="tabular">
          {formatCount(form.getValues().items.length, 'item')}
        </Text>
      }
    >
      <Stack gap="md">
        <ItemList
          form={form}
          photos={photos}
          addText="Add Item"
          start={NEW_ITEM}
          Figures={QuantityAndValue}
          picker={{ canDrop, DropArea: ImageDropzone, ...uploadToasts }}
        />
        <WholeNumberInput
          key={form.key('parcels')}
          label="Parcels"
          description="Number of parcels. Leave empty to use the item quantities"
          placeholder="Counted"
          min={PARCELS_MIN}
          max={PARCELS_MAX}
          maw={280}
          {...form.getInputProps('parcels')}
        />
      </Stack>
    </SectionCard>
  );
}
