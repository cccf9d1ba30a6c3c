import { Text, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { WholeNumberInput } from '../../../components/delivery-form/whole-number-input.tsx';

const numberIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

/** An optional text of one line: empty is none. */
export function OptionalText({
  value,
  onChange,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & { value: string | null; onChange: (value: string | null) => void }) {
  return (
    <TextInput
      autoComplete="off"
      {...props}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

/** An optional text of several lines: empty is none. */
export function OptionalLines({
  value,
  onChange,
  ...props
}: {
  label: string;
  description?: string;
  placeholder?: string;
  error?: string | undefined;
  minRows?: number;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
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

interface WholeNumberProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  min: number;
  max: number;
  /** What is counted, behind the number. */
  unit?: string;
  value: number;
  onChange: (value: number) => void;
}

/** A number that is always there; what is typed instead of one is not a number, and the server says so at the field. */
export function WholeNumber({ value, unit, onChange, ...props }: WholeNumberProps) {
  const [typed, setTyped] = useState(String(value));
  const read = numberIn(typed);
  const text = Object.is(read, value) ? typed : Number.isNaN(value) ? '' : String(value);
  return (
    <WholeNumberInput
      {...props}
      {...(unit
        ? {
            rightSectionWidth: 64,
            rightSection: (
              <Text size="sm" c="dimmed">
                {unit}
              </Text>
            ),
          }
        : {})}
      value={text}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(numberIn(event.currentTarget.value));
      }}
    />
  );
}
