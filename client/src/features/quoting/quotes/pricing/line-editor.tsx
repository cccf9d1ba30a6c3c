import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { QuoteLine } from '@quickfleet/shared/base/quote-lines';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
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

const fields = [
  { name: 'label', label: t('Line'), inputMode: 'text' },
  { name: 'quantity', label: t('Quantity'), inputMode: 'decimal' },
  { name: 'unitPrice', label: t('Price each'), inputMode: 'decimal' },
  { name: 'taxRate', label: t('Tax %'), inputMode: 'decimal' },
] as const;

/** What the price is made of besides the delivery itself: usual lines as buttons, and every field free. */
export function LineEditor(props: LineEditorProps) {
  const { lines, errors, presets, defaultTaxRate, hasTax, currencySign, onChange } = props;
  const root = useRef<HTMLDivElement>(null);
  const shownFields = hasTax ? fields : fields.filter(({ name }) => name !== 'taxRate');

  const add = (line: LineDraft) => {
    onChange([...lines, line]);
    // The field that is still to be typed.
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLInputElement>(`[data-line="${line.key}"] [data-field="unitPrice"]`)?.select(),
    );
  };
  const change = (key: number, name: (typeof fields)[number]['name'], value: string) =>
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
          {shownFields.map(({ name, label, inputMode }) => (
            <TextInput
              key={name}
              size="xs"
              label={label}
              data-field={name}
              inputMode={inputMode}
              autoComplete="off"
              {...(name === 'unitPrice' ? { leftSection: currencySign } : {})}
              value={line[name]}
              error={errors[line.key]?.[name]}
              onChange={(event) => change(line.key, name, event.currentTarget.value)}
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
