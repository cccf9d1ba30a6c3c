import { TextInput, type TextInputProps } from '@mantine/core';

/** A whole number as it is typed: what is none stays for the form to refuse, and never becomes another number. */
export function WholeNumberInput(props: TextInputProps & { min?: number; max?: number }) {
  return <TextInput type="number" inputMode="numeric" step={1} autoComplete="off" {...props} />;
}
