import { Switch } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { SettingsForm } from './settings-form.tsx';
import { useGroup } from './use-group.ts';

/** What a tracking number alone shows. */
export function TrackingSection({ company }: { company: CompanySettingsView }) {
  const { values, set, form } = useGroup('tracking', company);
  return (
    <SettingsForm
      id="tracking"
      title={t('Tracking')}
      text={t('A tracking number is printed on every parcel, so that anybody who holds one can read it.')}
      {...form}
    >
      <Switch
        label={t('Ask for a proof before names, addresses and photos are shown')}
        description={t(
          'The number alone then shows the steps, the window and the area of the postcode. The link in the mail, the postcode of the delivery address or a mailed code shows the rest, for 12 hours in that browser.',
        )}
        checked={values.level === 'verified'}
        onChange={(event) => set({ level: event.currentTarget.checked ? 'verified' : 'open' })}
      />
    </SettingsForm>
  );
}
