import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { Hint } from '../../../../components/text/hint.tsx';
import { draftOf, type LineDraft, type LineErrors, usualLines } from './line-values.ts';
import styles from './pricing.module.css';

interface LineEditorProps {
  lines: readonly LineDraft[];
  errors: Readonly<Record<number, LineErrors>>;
  /** The company's own lines, which come first. */
  presets: readonly QuoteLine[];
  defaultTaxRate: string;
  hasTax: boolean;
  currencySign: string;
  onChange: (lines: readonly LineDraft[]) => void;
}

const numbers = [
  { name: 'quantity', label: t('Quantity') },
  { name: 'unitPrice', label: t('Price each') },
  { name: 'taxRate', label: t('Tax %') },
] as const;

/** What the price is made of besides the delivery itself: usual lines as buttons, and every field free. */
export function LineEditor(props: LineEditorProps) {
  const { lines, errors, presets, defaultTaxRate, hasTax, currencySign, onChange } = props;
  const root = useRef<HTMLDivElement>(null);
  const shownNumbers = hasTax ? numbers : numbers.filter(({ name }) => name !== 'taxRate');

  const add = (line: LineDraft) => {
    onChange([...lines, line]);
    // The field that is still to be typed.
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLInputElement>(`[data-line="${line.key}"] [data-field="unitPrice"]`)?.select(),
    );
  };
  const change = (key: number, name: 'label' | (typeof numbers)[number]['name'], value: string) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, [name]: value } : line)));
  const own = new Set(presets.map(({ label }) => label));

  return (
    <Stack ref={root} gap={10}>
      {lines.map((line, at) => (
        <fieldset
          key={line.key}
          className={styles.line}
          data-line={line.key}
          data-tax={hasTax || undefined}
          aria-label={
            line.label
              ? t('Line {number}: {name}', { number: at + 1, name: line.label })
              : t('Line {number}', { number: at + 1 })
          }
        >
          <TextInput
            size="xs"
            label={t('Line')}
            data-field="label"
            autoComplete="off"
            value={line.label}
            error={errors[line.key]?.label}
            onChange={(event) => change(line.key, 'label', event.currentTarget.value)}
          />
          {shownNumbers.map(({ name, label }) => (
            <AmountInput
              key={name}
              size="xs"
              label={label}
              data-field={name}
              {...(name === 'unitPrice' ? { leftSection: currencySign } : {})}
              value={line[name]}
              error={errors[line.key]?.[name]}
              onChange={(plain) => change(line.key, name, plain)}
            />
          ))}
          <Hint label={line.label ? t('Remove {name}', { name: line.label }) : t('Remove line')}>
            <ActionIcon
              mt={22}
              aria-label={line.label ? t('Remove {name}', { name: line.label }) : t('Remove line')}
              onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Hint>
        </fieldset>
      ))}
      <Group gap={6} role="group" aria-label={t('Add a line')}>
        <Text size="xs" c="dimmed">
          {t('Add line')}
        </Text>
        {presets.map((preset) => (
          <Button key={preset.label} size="compact-xs" variant="light" radius="xl" onClick={() => add(draftOf(preset))}>
            {preset.label}
          </Button>
        ))}
        {usualLines
          .filter(({ label }) => !own.has(label))
          .map(({ label, isTaken }) => (
            <Button
              key={label}
              size="compact-xs"
              variant="default"
              radius="xl"
              onClick={() => add(draftOf({ label, unitPrice: isTaken ? '-' : '', taxRate: defaultTaxRate }))}
            >
              {label}
            </Button>
          ))}
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => add(draftOf({ taxRate: defaultTaxRate }))}
        >
          {t('Other')}
        </Button>
      </Group>
    </Stack>
  );
}
