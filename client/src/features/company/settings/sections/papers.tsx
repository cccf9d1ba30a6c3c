import { SimpleGrid } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { OptionalLines, OptionalText } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

/** The letterhead of quotes, receipts and statements. */
export function PapersSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, ...form } = useGroup('company', company);
  return (
    <SettingsForm
      id="papers"
      title="Company papers"
      text="Shown at the top of quotes, receipts, statements and the customer's page."
      isChanged={form.isChanged}
      isPending={form.isPending}
      onSave={form.save}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText
          label="Registered name"
          value={values.name}
          error={errors['name']}
          onChange={(name) => set({ name })}
        />
        <OptionalText
          label="Tax number"
          value={values.taxNumber}
          error={errors['taxNumber']}
          onChange={(taxNumber) => set({ taxNumber })}
        />
      </SimpleGrid>
      <OptionalLines
        label="Address"
        value={values.address}
        error={errors['address']}
        onChange={(address) => set({ address })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText
          label="Phone"
          type="tel"
          value={values.phone}
          error={errors['phone']}
          onChange={(phone) => set({ phone })}
        />
        <OptionalLines
          label="Payment terms"
          placeholder="Payable within 14 days"
          minRows={1}
          value={values.paymentTerms}
          error={errors['paymentTerms']}
          onChange={(paymentTerms) => set({ paymentTerms })}
        />
      </SimpleGrid>
    </SettingsForm>
  );
}
