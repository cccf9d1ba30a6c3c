import { Switch } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

/** What goes with the mails to customers. */
export function MailSection({ company }: { company: CompanySettingsView }) {
  const { values, set, ...form } = useGroup('mail', company);
  return (
    <SettingsForm
      id="mail"
      title="Mails to customers"
      text="The mail of a delivery always has a link to its proof, which opens for 30 days."
      isChanged={form.isChanged}
      isPending={form.isPending}
      onSave={form.save}
    >
      <Switch
        label="Attach the proof of delivery"
        description="As a PDF file of up to 7 MB; if it is larger, the mail contains only the link, and says so."
        checked={values.proofAttached}
        onChange={(event) => set({ proofAttached: event.currentTarget.checked })}
      />
    </SettingsForm>
  );
}
