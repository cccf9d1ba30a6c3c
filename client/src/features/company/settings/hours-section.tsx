import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { HOLIDAYS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { WeekHours } from '../../../components/forms/week-hours.tsx';
import { TimeField } from '../../../components/window-field/time-field.tsx';
import { PublicHolidays } from './public-holidays.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useGroup } from './use-group.ts';

type Hours = CompanySettingsView['hours'];
type Errors = Record<string, string>;
function Holidays({ values, errors, set }: { values: Hours; errors: Errors; set: (patch: Partial<Hours>) => void }) {
  const { holidays } = values;
  const change = (at: number, patch: Partial<Hours['holidays'][number]>) =>
    set({ holidays: holidays.map((holiday, place) => (place === at ? { ...holiday, ...patch } : holiday)) });
  return (
    <Stack gap="xs" role="group" aria-label={t('Holidays')}>
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{t('Holidays')}</Text>
        {holidays.length < HOLIDAYS_MAX && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => set({ holidays: [...holidays, { day: '', name: '' }] })}
          >
            {t('Add a holiday')}
          </Button>
        )}
      </Group>
      {holidays.map((holiday, at) => (
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            type="date"
            label={t('Day')}
            value={holiday.day}
            error={errors[`holidays.${at}.day`]}
            onChange={(event) => change(at, { day: event.currentTarget.value })}
          />
          <TextInput
            label={t('Name')}
            autoComplete="off"
            flex={1}
            value={holiday.name}
            error={errors[`holidays.${at}.name`]}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('Remove {name}', { name: holiday.name || t('this holiday') })}
            onClick={() => set({ holidays: holidays.filter((_, place) => place !== at) })}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}

/** When the company works: "today", deadlines, windows and the home page go by it. */
export function HoursSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, form } = useGroup('hours', company);
  return (
    <SettingsForm
      id="hours"
      title={t('Business hours')}
      text={t(
        'The home page shows them. Deadlines count only these hours, and “Today” and the windows you offer follow them. Hours that end before they begin end on the next day.',
      )}
      {...form}
    >
      {errors['weekly'] && (
        <Text size="sm" c="red" role="alert">
          {errors['weekly']}
        </Text>
      )}
      <WeekHours weekly={values.weekly} errors={errors} onChange={(weekly) => set({ weekly })} />
      <TimeField
        label={t('“Today” until (empty: until you close)')}
        name={t('“Today” until')}
        value={values.sameDayUntil ?? ''}
        error={errors['sameDayUntil']}
        onChange={(time) => set({ sameDayUntil: time || null })}
      />
      <Holidays values={values} errors={errors} set={set} />
      <PublicHolidays
        country={company.locale.country}
        holidays={values.holidays}
        onChange={(holidays) => set({ holidays })}
      />
    </SettingsForm>
  );
}
