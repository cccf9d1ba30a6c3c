import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type OpenTime, type Weekday, weekdays } from '@quickfleet/shared/company/business-hours';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { HOLIDAYS_MAX, OPEN_TIMES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TimeField } from '../../../components/window-field/time-field.tsx';
import { PublicHolidays } from './public-holidays.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useGroup } from './use-group.ts';

const dayNames: Readonly<Record<Weekday, string>> = {
  mon: t('Monday'),
  tue: t('Tuesday'),
  wed: t('Wednesday'),
  thu: t('Thursday'),
  fri: t('Friday'),
  sat: t('Saturday'),
  sun: t('Sunday'),
};

type Hours = CompanySettingsView['hours'];
type Errors = Record<string, string>;
const usual: OpenTime = { from: '08:00', to: '18:00' };
/** The clock of a field ends before midnight; 24:00 is shown and kept as 00:00, which means the same here. */
const shown = (time: string): string => (time === '24:00' ? '00:00' : time);

function DayRow({
  day,
  times,
  errors,
  onChange,
  children,
}: {
  day: Weekday;
  times: readonly OpenTime[];
  errors: Errors;
  onChange: (times: OpenTime[]) => void;
  children?: ReactNode;
}) {
  const name = dayNames[day];
  const change = (at: number, patch: Partial<OpenTime>) =>
    onChange(times.map((time, place) => (place === at ? { ...time, ...patch } : time)));
  return (
    <Stack gap={4} role="group" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{name}</Text>
        {times.length < OPEN_TIMES_MAX && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={t('Add hours on {name}', { name })}
            onClick={() => onChange([...times, times.length === 0 ? usual : { from: '', to: '' }])}
          >
            {t('Add hours')}
          </Button>
        )}
      </Group>
      {times.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('Closed (hours)')}
        </Text>
      )}
      {times.map((time, at) => (
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <TimeField
            label={t('From (time)')}
            name={t('{name}, from', { name })}
            value={time.from}
            error={errors[`weekly.${day}.${at}.from`] ?? errors[`weekly.${day}.${at}`]}
            onChange={(from) => change(at, { from })}
          />
          <TimeField
            label={t('Until')}
            name={t('{name}, until', { name })}
            value={shown(time.to)}
            error={errors[`weekly.${day}.${at}.to`]}
            onChange={(to) => change(at, { to })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('Remove these hours on {name}', { name })}
            onClick={() => onChange(times.filter((_, place) => place !== at))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {children}
    </Stack>
  );
}

const workDays = weekdays.slice(0, 5);
/** Most companies have the same hours from Monday to Friday: typed once. */
function SameOnWeekdays({
  weekly,
  onChange,
}: {
  weekly: Hours['weekly'];
  onChange: (weekly: Hours['weekly']) => void;
}) {
  const monday = weekly.mon;
  const isSame = workDays.every((day) => JSON.stringify(weekly[day]) === JSON.stringify(monday));
  if (isSame) return null;
  const copied = Object.fromEntries(workDays.map((day) => [day, monday.map((time) => ({ ...time }))]));
  return (
    <Button variant="light" size="compact-sm" mr="auto" onClick={() => onChange({ ...weekly, ...copied })}>
      {t('The same on all weekdays')}
    </Button>
  );
}

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
      {weekdays.map((day) => (
        <DayRow
          key={day}
          day={day}
          times={values.weekly[day]}
          errors={errors}
          onChange={(times) => set({ weekly: { ...values.weekly, [day]: times } })}
        >
          {day === 'mon' && <SameOnWeekdays weekly={values.weekly} onChange={(weekly) => set({ weekly })} />}
        </DayRow>
      ))}
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
