import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { type OpenTime, type Weekday, weekdays } from '@quickfleet/shared/company/business-hours';
import { OPEN_TIMES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TimeField } from '../window-field/time-field.tsx';

const dayNames: Readonly<Record<Weekday, string>> = {
  mon: t('Monday'),
  tue: t('Tuesday'),
  wed: t('Wednesday'),
  thu: t('Thursday'),
  fri: t('Friday'),
  sat: t('Saturday'),
  sun: t('Sunday'),
};

export type Weekly = Record<Weekday, OpenTime[]>;
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
function SameOnWeekdays({ weekly, onChange }: { weekly: Weekly; onChange: (weekly: Weekly) => void }) {
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

/** The hours of each day of the week. */
export function WeekHours({
  weekly,
  errors,
  onChange,
}: {
  weekly: Weekly;
  /** By `weekly.mon.0.from`. */
  errors: Errors;
  onChange: (weekly: Weekly) => void;
}) {
  return weekdays.map((day) => (
    <DayRow
      key={day}
      day={day}
      times={weekly[day]}
      errors={errors}
      onChange={(times) => onChange({ ...weekly, [day]: times })}
    >
      {day === 'mon' && <SameOnWeekdays weekly={weekly} onChange={onChange} />}
    </DayRow>
  ));
}
