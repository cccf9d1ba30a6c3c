import { MultiSelect, TextInput } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import type { ZodForm } from '../../lib/forms/use-zod-form.ts';

/** What it weighs and needs, as forms hold it: kilograms as they are typed, and words with commas between them. */
export type DemandValues = { weightKg: string; needs: string };
interface Demands {
  weightKg: number | null;
  needs: readonly string[];
}
export const demandsFrom = (read?: Demands): DemandValues => ({
  weightKg: read?.weightKg?.toString() ?? '',
  needs: (read?.needs ?? []).join(', '),
});

const wordsIn = (typed: string): string[] =>
  typed
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Chooses some words of the company's list; without a list there is nothing to choose. */
export function SkillSelect({
  label,
  description,
  value,
  error,
  onChange,
}: {
  label: string;
  description?: string;
  value: string[];
  error?: ReactNode;
  onChange: (words: string[]) => void;
}) {
  const skills = trpc.company.get.useQuery().data?.planning?.skills ?? [];
  // What an order has stays to be seen when the list has lost it.
  const data = [...new Set([...skills, ...value])];
  if (data.length === 0) return null;
  return (
    <MultiSelect
      label={label}
      description={description}
      data={data}
      value={value}
      error={error}
      onChange={onChange}
      searchable
      clearable
    />
  );
}

/** How heavy it is, and what a driver must be able to do for it. */
export function DemandFields({
  form,
}: {
  form: Pick<ZodForm<DemandValues>, 'key' | 'getInputProps' | 'getValues' | 'setFieldValue' | 'watch' | 'errors'>;
}) {
  const [needs, setNeeds] = useState(form.getValues().needs);
  form.watch('needs', ({ value }) => setNeeds(value));
  return (
    <>
      <TextInput
        key={form.key('weightKg')}
        label={t('Weight in kg')}
        description={t('Optional: all of it together')}
        inputMode="decimal"
        autoComplete="off"
        maw={280}
        {...form.getInputProps('weightKg')}
      />
      <SkillSelect
        label={t('Needs')}
        description={t('What the driver must be able to do')}
        value={wordsIn(needs)}
        error={form.errors['needs']}
        onChange={(words) => {
          setNeeds(words.join(', '));
          form.setFieldValue('needs', words.join(', '));
        }}
      />
    </>
  );
}
