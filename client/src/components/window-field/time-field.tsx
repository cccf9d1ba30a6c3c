import { TimePicker } from '@mantine/dates';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useId } from 'react';
import { formatHour } from '../../lib/words/format.ts';

/** The clock that every time of the company is shown by. */
const format = /[ap]m/i.test(formatHour(new Date(0))) ? '12h' : '24h';

interface TimeFieldProps {
  label: string;
  /** What it is called where the label alone would say too little. */
  name?: string;
  /** 'HH:MM', empty where none is typed or a part of it is missing. */
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  error?: ReactNode;
  'data-path'?: string;
}

/** A time of the day, typed and read by the company's clock. */
export function TimeField({ label, name = label, error, 'data-path': path, ...props }: TimeFieldProps) {
  const id = useId();
  const part = error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {};
  return (
    <TimePicker
      {...props}
      label={label}
      error={error}
      errorProps={{ id: `${id}-error` }}
      format={format}
      amPmLabels={{ am: t('AM (before noon)'), pm: t('PM (after noon)') }}
      hoursInputLabel={name}
      minutesInputLabel={t('{name}, minutes', { name })}
      amPmInputLabel={t('{name}, AM or PM', { name })}
      hoursInputProps={{ ...part, ...{ 'data-path': path } }}
      minutesInputProps={part}
      amPmSelectProps={part}
    />
  );
}
