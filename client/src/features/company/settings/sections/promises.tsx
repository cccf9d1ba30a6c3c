import { SimpleGrid } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { WholeNumber } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

/** How soon the office replies; only business hours count. */
export function PromisesSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, ...form } = useGroup('promises', company);
  return (
    <SettingsForm
      id="promises"
      title="Promises"
      text="Response times for quotes and questions. Only business hours count, and a delivery for today gets its price before you close. The office is notified once when a deadline is missed. Changes apply to new requests and to those still in time; answered and overdue ones keep their deadline."
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
