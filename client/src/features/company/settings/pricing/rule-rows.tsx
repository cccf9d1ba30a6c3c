import { ActionIcon, Button, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { LineField } from '../fields.tsx';
import styles from './pricing.module.css';

type Cell = string | number | readonly string[];
export interface RuleColumn<Row> {
  name: keyof Row & string;
  title: string;
  /** What stands behind the value, such as %. */
  unit?: string;
}

const ruleName = { name: 'label', title: t('Name') } as const;
/** What an area, a weight class and a surcharge have, in the company's rules and in price lists. */
export const ruleColumns = {
  zones: [ruleName, { name: 'postcodes', title: t('Postcodes') }, { name: 'price', title: t('Price') }],
  classes: [ruleName, { name: 'upToKg', title: t('Up to'), unit: 'kg' }, { name: 'price', title: t('Price') }],
  surcharges: [ruleName, { name: 'amount', title: t('Amount') }, { name: 'percent', title: t('Percent'), unit: '%' }],
} as const;

interface RuleRowsProps<Row extends object> {
  title: string;
  text: string;
  /** One of them, for labels: 'area'. */
  what: 'area' | 'class' | 'surcharge';
  columns: readonly RuleColumn<Row>[];
  rows: readonly Row[];
  empty: Row;
  /** Of the rows, by '0.label'. */
  errors: Record<string, string>;
  onChange: (rows: Row[]) => void;
}

const partsOf = (typed: string): string[] =>
  typed
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);
const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

/** Several values in one line, with commas between them; what is typed stays as it is typed. */
function ListInput({
  value,
  onList,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & { value: readonly string[]; onList: (list: string[]) => void }) {
  const [typed, setTyped] = useState(value.join(', '));
  return (
    <TextInput
      {...props}
      autoComplete="off"
      value={isSame(partsOf(typed), value) ? typed : value.join(', ')}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onList(partsOf(text));
      }}
    />
  );
}

/** A table of rules: a row for each, with fields in place. */
export function RuleRows<Row extends object>(props: RuleRowsProps<Row>) {
  const { title, text, what, columns, rows, empty, errors, onChange } = props;
  const change = (at: number, name: string, value: Cell) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [name]: value } : row)));
  const errorAt = (at: number, name: string) =>
    Object.entries(errors).find(([path]) => path === `${at}.${name}` || path.startsWith(`${at}.${name}.`))?.[1];
  return (
    <Stack gap="xs" role="group" aria-label={title}>
      <div>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      </div>
      {rows.map((row, at) => (
        <div key={at} className={styles.row}>
          {columns.map(({ name, title: column, unit }) => {
            const value: unknown = row[name];
            const field = {
              size: 'xs',
              'aria-label': t('{column} of {what, select, area {area} class {class} other {surcharge}} {at}', {
                column,
                what,
                at: at + 1,
              }),
              placeholder: column,
              error: errorAt(at, name),
            } as const;
            if (Array.isArray(value))
              return (
                <ListInput key={name} {...field} value={value.map(String)} onList={(list) => change(at, name, list)} />
              );
            const isNumber = typeof value === 'number';
            const Field = name === 'label' ? LineField : AmountInput;
            return (
              <Field
                key={name}
                {...field}
                rightSection={unit}
                rightSectionWidth={unit ? 34 : 0}
                value={Number.isNaN(value) ? '' : String(value ?? '')}
                onChange={(typed: string) =>
                  change(at, name, isNumber ? (/^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN) : typed)
                }
              />
            );
          })}
          <ActionIcon
            aria-label={t('Remove {what, select, area {area} class {class} other {surcharge}} {at}', {
              what,
              at: at + 1,
            })}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...rows, empty])}
        >
          {t('Add {what, select, area {an area} class {a class} other {a surcharge}}', { what })}
        </Button>
      </Group>
    </Stack>
  );
}
