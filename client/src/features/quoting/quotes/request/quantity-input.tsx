import { TextInput } from '@mantine/core';
import { QUANTITY_DEFAULT, QUANTITY_MAX, QUANTITY_MIN } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { useRef, useState } from 'react';
import type { ItemNumbersProps } from '../../../../components/delivery-form/items/item-fields.tsx';
import { useTakenOver } from '../../../../lib/hooks/use-taken-over.ts';

/** At least 1, and 1 for whatever is not a number. */
const toQuantity = (text: string): number => {
  const whole = Math.floor(Number(text));
  return text.trim() !== '' && Number.isFinite(whole)
    ? Math.min(QUANTITY_MAX, Math.max(QUANTITY_MIN, whole))
    : QUANTITY_DEFAULT;
};

/** Free while it is typed; whatever is not a whole number from 1 becomes 1 when the field is left. */
export function QuantityInput({ form, item, at }: ItemNumbersProps) {
  const [text, setText] = useState(String(item.quantity));
  const input = useRef<HTMLInputElement>(null);
  const write = (next: string) => {
    setText(next);
    form.setFieldValue(`items.${at}.quantity`, toQuantity(next), { forceUpdate: false });
  };
  // Typed before hydration.
  useTakenOver(() => {
    if (input.current && input.current.value !== text) write(input.current.value);
  });
  return (
    <TextInput
      ref={input}
      name={`items.${at}.quantity`}
      label={t('Quantity')}
      type="number"
      inputMode="numeric"
      min={QUANTITY_MIN}
      step={1}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => setText(String(toQuantity(text)))}
    />
  );
}
