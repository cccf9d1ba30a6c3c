import { NumberInput, Textarea, TextInput, type TextInputProps } from '@mantine/core';

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

/** A number that is always there; while the field is empty the last one stays. */
export function WholeNumber({
  value,
  onChange,
  ...props
}: {
  label: string;
  description?: string;
  error?: string | undefined;
  min: number;
  max: number;
  suffix?: string;
  decimalScale?: number;
  disabled?: boolean;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <NumberInput
      allowNegative={false}
      decimalScale={0}
      {...props}
      value={value}
      onChange={(next) => typeof next === 'number' && onChange(next)}
    />
  );
}
