import { NumberInput } from '@mantine/core';
import { PRICE_STEP, QUANTITY_MAX, QUANTITY_MIN } from '@quickfleet/shared/limits';
import type { FiguresProps } from './item-fields.tsx';

/** How many, and what they are worth. */
export function QuantityAndValue({ form, at }: FiguresProps) {
  return (
    <>
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
    </>
  );
}
