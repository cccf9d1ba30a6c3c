import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { HOLIDAYS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatWeekday, todayInZone } from '../../../lib/words/format.ts';

type Kept = CompanySettingsView['hours']['holidays'];
interface PublicHolidaysProps {
  /** Of the company. */
  country: string;
  holidays: Kept;
  onChange: (holidays: Kept) => void;
}

/** Public holidays of a country or a region, to be taken one by one or all together. */
export function PublicHolidays({ country: own, holidays, onChange }: PublicHolidaysProps) {
  const thisYear = Number(todayInZone().slice(0, 4));
  const [country, setCountry] = useState(own);
  const [region, setRegion] = useState<string | null>(null);
  const [year, setYear] = useState(thisYear);
  const places = trpc.holidays.places.useQuery({ country }, { placeholderData: keepPreviousData });
  const found = trpc.holidays.list.useQuery({ country, year, ...(region ? { region } : {}) });
  const kept = new Set(holidays.map(({ day }) => day));
  const proposed = [
    ...new Map(
      (found.data ?? []).filter(({ type }) => type === 'public').map(({ day, name }) => [day, { day, name }]),
    ).values(),
  ].filter(({ day }) => !kept.has(day) && day >= todayInZone());
  const add = (more: Kept) =>
    onChange([...holidays, ...more].toSorted((one, other) => one.day.localeCompare(other.day)).slice(0, HOLIDAYS_MAX));
  const isFull = holidays.length >= HOLIDAYS_MAX;

  return (
    <Stack gap="xs" role="group" aria-label={t('Public holidays')}>
      <Text fw={500}>{t('Public holidays')}</Text>
      <Group gap="xs" align="flex-end">
        <Select
          label={t('Country')}
          searchable
          allowDeselect={false}
          data={(places.data?.countries ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          value={country}
          onChange={(code) => {
            if (!code) return;
            setCountry(code);
            setRegion(null);
          }}
        />
        {(places.data?.regions.length ?? 0) > 0 && (
          <Select
            label={t('Region')}
            searchable
            clearable
            placeholder={t('The whole country')}
            data={(places.data?.regions ?? []).map(({ code, name }) => ({ value: code, label: name }))}
            value={region}
            onChange={setRegion}
          />
        )}
        <Select
          label={t('Year')}
          allowDeselect={false}
          data={[thisYear, thisYear + 1, thisYear + 2].map(String)}
          value={String(year)}
          onChange={(chosen) => setYear(Number(chosen))}
          w={100}
        />
      </Group>
      <QueryState query={found} title={t('The holidays could not be loaded')} rows={2} height={32} />
      {found.data && proposed.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('All public holidays that are left of this year are in your list.')}
        </Text>
      )}
      {proposed.length > 0 && (
        <>
          <ul>
            {proposed.map((holiday) => (
              <li key={holiday.day}>
                <Group justify="space-between" gap="xs" wrap="nowrap">
                  <Text size="sm">
                    {formatWeekday(holiday.day)}: {holiday.name}
                  </Text>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    disabled={isFull}
                    leftSection={<IconPlus size={16} aria-hidden />}
                    aria-label={t('Add {name}', { name: holiday.name })}
                    onClick={() => add([holiday])}
                  >
                    {t('Add (a holiday)')}
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
          <Button variant="light" size="compact-sm" mr="auto" disabled={isFull} onClick={() => add(proposed)}>
            {t('Add all {count, plural, one {# holiday} other {# holidays}}', { count: proposed.length })}
          </Button>
        </>
      )}
    </Stack>
  );
}
