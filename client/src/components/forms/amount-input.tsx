import { TextInput, type TextInputProps } from '@mantine/core';
import { writeDecimal } from '@quickfleet/shared/base/money/money';
import { type KeyboardEvent, useState } from 'react';
import { plainNumber } from '../../lib/words/typed-number.ts';

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** A plain decimal, as the API has it; what is no number is refused by the form's schema. */
  value?: string | number | undefined;
  defaultValue?: string | number | undefined;
  onChange: (plain: string) => void;
  /** What the arrow keys add and take off; nothing without it. */
  step?: number;
}

const arrows: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** An amount or another decimal: written and shown as the reader's language does, held as the plain decimal. */
export function AmountInput({ value, defaultValue = '', onChange, ...props }: AmountInputProps) {
  const [typed, setTyped] = useState(() => writeDecimal(String(value ?? defaultValue)));
  // Another value may come from outside, as the price of a rule.
  const isTyped = value === undefined || plainNumber(typed) === String(value);
  const shown = isTyped ? typed : writeDecimal(String(value));
  const change = (text: string) => {
    setTyped(text);
    onChange(plainNumber(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { step, min = Number.NEGATIVE_INFINITY } = props;
    const steps = arrows[event.key];
    const present = Number(plainNumber(shown) || '0');
    if (step === undefined || steps === undefined || Number.isNaN(present)) return;
    event.preventDefault();
    const decimals = String(step).split('.')[1]?.length ?? 0;
    change(writeDecimal(String(Number(Math.max(Number(min), present + steps * step).toFixed(decimals)))));
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      onKeyDown={onKeyDown}
      {...props}
      value={shown}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
