import { SimpleGrid } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { WholeNumber } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

/** How soon customers hear from the office; hours of business count. */
export function PromisesSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, ...form } = useGroup('promises', company);
  return (
    <SettingsForm
      id="promises"
      title="Promises"
      text="The clocks on quotes and questions. Only business hours count, and a delivery for today has its price before you close; a broken promise is told to the office once. A change holds for new ones and for who still waits in time; what was answered or is overdue keeps its promise."
      isChanged={form.isChanged}
      isPending={form.isPending}
      onSave={form.save}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumber
          label="A price within"
          min={1}
          max={240}
          unit="hours"
          value={values.quoteHours}
          error={errors['quoteHours']}
          onChange={(quoteHours) => set({ quoteHours })}
        />
        <WholeNumber
          label="An answer within"
          min={1}
          max={240}
          unit="hours"
          value={values.answerHours}
          error={errors['answerHours']}
          onChange={(answerHours) => set({ answerHours })}
        />
      </SimpleGrid>
    </SettingsForm>
  );
}
