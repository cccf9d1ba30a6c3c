import { Switch, TagsInput } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { SKILL_MAX, SKILLS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { OptionalLines } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

/** What a plan of a day goes by, besides what each driver has. */
export function PlanningSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, field, form } = useGroup('planning', company);
  const skillError = Object.entries(errors).find(([path]) => path.startsWith('skills'))?.[1];
  return (
    <SettingsForm
      id="planning"
      title={t('Planning')}
      text={t('Vehicles, hours and skills of drivers are on the Team screen.')}
      {...form}
    >
      <OptionalLines
        label={t('Depot')}
        description={t('Where the days of drivers begin and end, unless a driver has another place.')}
        minRows={2}
        {...field('depot')}
      />
      <TagsInput
        label={t('Skills')}
        description={t('What drivers can do and orders may need, for example “cooled” or “two people”.')}
        value={values.skills}
        error={skillError}
        maxTags={SKILLS_MAX}
        maxLength={SKILL_MAX}
        onChange={(skills) => set({ skills })}
      />
      <Switch
        label={t('Offer no full windows')}
        description={t(
          'The public form and the keys of customers get no time at which no driver has room. The office may still promise it.',
        )}
        checked={values.fullWindows}
        onChange={(event) => set({ fullWindows: event.currentTarget.checked })}
      />
    </SettingsForm>
  );
}
