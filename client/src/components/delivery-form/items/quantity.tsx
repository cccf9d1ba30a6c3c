import { QUANTITY_MAX, QUANTITY_MIN } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { WholeNumberInput } from '../../forms/whole-number-input.tsx';
import type { ItemNumbersProps } from './item-fields.tsx';

/** How many of an item. */
export function Quantity({ form, at }: ItemNumbersProps) {
  return (
    <WholeNumberInput
      key={form.key(`items.${at}.quantity`)}
      label={t('Quantity')}
      min={QUANTITY_MIN}
      max={QUANTITY_MAX}
      {...form.getInputProps(`items.${at}.quantity`)}
    />
  );
}
