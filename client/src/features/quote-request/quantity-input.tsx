import { TextInput } from '@mantine/core';
import { QUANTITY_MIN } from '@quickfleet/shared/limits';
import { useEffect, useRef, useState } from 'react';
import { toQuantity } from './request-values.ts';

/** Free while it is typed; whatever is not a whole number from 1 becomes 1 when the field is left. */
export function QuantityInput({ initial, onChange }: { initial: number; onChange: (quantity: number) => void }) {
  const [text, setText] = useState(String(initial));
  const input = useRef<HTMLInputElement>(null);
  const write = (next: string) => {
    setText(next);
    onChange(toQuantity(next));
  };
  // Typed before hydration.
  useEffect(() => {
    if (input.current && input.current.value !== text) write(input.current.value);
  }, []);
  return (
    <TextInput
      ref={input}
      label="Quantity"
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
