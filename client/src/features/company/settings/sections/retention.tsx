import { SimpleGrid } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { WholeNumber } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

const kept = [
  { name: 'photoDays', label: 'Photos' },
  { name: 'signatureDays', label: 'Signatures' },
  { name: 'positionDays', label: 'Positions' },
] as const;

/** How long evidence is kept; its hashes stay, so that histories can always be checked. */
export function RetentionSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, ...form } = useGroup('retention', company);
  return (
    <SettingsForm
      id="retention"
      title="How long evidence is kept"
      text="Counted from the end of an order; 0 keeps it forever. Deleted content cannot be restored; its hash stays in the order's history."
      isChanged={form.isChanged}
      isPending={form.isPending}
      onSave={form.save}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {kept.map(({ name, label }) => (
          <WholeNumber
            key={name}
            label={label}
            min={0}
            max={36_500}
            unit="days"
            value={values[name]}
            error={errors[name]}
            onChange={(days) => set({ [name]: days })}
          />
        ))}
      </SimpleGrid>
    </SettingsForm>
  );
}
