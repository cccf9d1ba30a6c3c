import {
  Checkbox,
  type CheckboxProps,
  Text,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useState } from 'react';
import { WholeNumberInput } from '../../../components/forms/whole-number-input.tsx';

const numberIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

interface FieldOf<Value> {
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}
type With<Props, Value> = Omit<Props, keyof FieldOf<Value>> & FieldOf<Value>;

/** A text of one line that is always there. */
export function LineField({ onChange, ...props }: With<TextInputProps, string>) {
  return <TextInput autoComplete="off" {...props} onChange={(event) => onChange(event.currentTarget.value)} />;
}

/** An optional text of one line: empty is none. */
export function OptionalText({ value, onChange, ...props }: With<TextInputProps, string | null>) {
  return <LineField {...props} value={value ?? ''} onChange={(text) => onChange(text || null)} />;
}

/** An optional text of several lines: empty is none. */
export function OptionalLines({ value, onChange, ...props }: With<TextareaProps, string | null>) {
  return (
    <Textarea
      autosize
      minRows={3}
      {...props}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

export function CheckField({ value, onChange, ...props }: With<CheckboxProps, boolean>) {
  return <Checkbox {...props} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />;
}

interface WholeNumberProps extends With<TextInputProps, number> {
  min: number;
  max: number;
  /** What is counted, behind the number. */
  unit?: string;
}

/** A number that is always there; what is typed instead of one is not a number, and the server says so at the field. */
export function WholeNumber({ value, unit, onChange, ...props }: WholeNumberProps) {
  const [typed, setTyped] = useState(String(value));
  const text = Object.is(numberIn(typed), value) ? typed : Number.isNaN(value) ? '' : String(value);
  const section = (
    <Text size="sm" c="dimmed">
      {unit}
    </Text>
  );
  return (
    <WholeNumberInput
      {...props}
      {...(unit ? { rightSectionWidth: 64, rightSection: section } : {})}
      value={text}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(numberIn(event.currentTarget.value));
      }}
    />
  );
}
