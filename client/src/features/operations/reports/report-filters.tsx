import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { bysOf, byWords, filtersOf, type ReportName } from '@quickfleet/shared/operations/reports/report-names';
import { t } from '@quickfleet/shared/words/t';
import { IconDeviceFloppy, IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { lazyExtra } from '../../../lib/loading/lazy-named.ts';
import { byOf, fileHref, periodWords, type ReportView, spanOf, type useReportView } from './report-view.ts';
import styles from './reports.module.css';
import { queryOf } from './saved/saved-values.ts';

const SaveDialog = lazyExtra(() => import('./saved/save-dialog.tsx').then((m) => m.SaveDialog));

type Filter = ReturnType<typeof useReportView>['filter'];
interface ReportFiltersProps {
  name: ReportName;
  view: ReportView;
  filter: Filter;
  clear: () => void;
}

const periods = Object.entries(periodWords).map(([value, label]) => ({ value, label }));
const compares = [
  { value: 'previous', label: t('The period before') },
  { value: 'year', label: t('A year before') },
  { value: 'none', label: t('Nothing') },
];

function DriverField({ value, filter }: { value: number | undefined; filter: Filter }) {
  const drivers = trpc.drivers.list.useQuery({ page: 1, limit: 100 });
  const names = drivers.data?.data ?? [];
  return (
    <NativeSelect
      label={t('Driver')}
      data={[
        { value: '', label: t('Every driver') },
        ...names.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={String(value ?? '')}
      onChange={(event) => filter({ driverId: event.currentTarget.value || undefined })}
    />
  );
}

function SaveButton({ name, view }: Pick<ReportFiltersProps, 'name' | 'view'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconDeviceFloppy size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Save')}
      </Button>
      {isOpen && (
        <Suspense>
          <SaveDialog opened report={name} query={queryOf(name, view)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Which days and which rows, what a row is, what it is compared with, and the report as a file. */
export function ReportFilters({ name, view, filter, clear }: ReportFiltersProps) {
  const { from, to } = spanOf(view);
  const has = (wanted: string) => (filtersOf[name] as readonly string[]).includes(wanted);
  const hasFilter = Boolean(view.customerId ?? view.zone ?? view.status);
  return (
    <Group align="flex-end" className={styles.filters}>
      <NativeSelect
        label={t('Period')}
        data={periods}
        value={view.period}
        onChange={({ currentTarget: { value } }) =>
          filter(
            value === 'own'
              ? { period: 'own', from, to }
              : { period: value as ReportView['period'], from: undefined, to: undefined },
          )
        }
      />
      {view.period === 'own' && (
        <>
          <TextInput
            type="date"
            label={t('From (day)')}
            value={from}
            max={to}
            onChange={(event) => event.currentTarget.value && filter({ from: event.currentTarget.value, to })}
          />
          <TextInput
            type="date"
            label={t('To (day)')}
            value={to}
            min={from}
            onChange={(event) => event.currentTarget.value && filter({ from, to: event.currentTarget.value })}
          />
        </>
      )}
      {bysOf[name].length > 1 && (
        <NativeSelect
          label={t('Rows by')}
          data={bysOf[name].map((by) => ({ value: by, label: byWords[by] }))}
          value={byOf(name, view)}
          onChange={(event) => filter({ by: event.currentTarget.value as NonNullable<ReportView['by']> })}
        />
      )}
      <NativeSelect
        label={t('Compare with')}
        data={compares}
        value={view.compare}
        onChange={(event) => filter({ compare: event.currentTarget.value as ReportView['compare'] })}
      />
      {has('driverId') && <DriverField value={view.driverId} filter={filter} />}
      {hasFilter && (
        <Button variant="default" onClick={clear}>
          {t('Clear filters')}
        </Button>
      )}
      <Button
        component="a"
        href={fileHref(name, view, 'xlsx')}
        download
        variant="default"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
      >
        {t('Export Excel')}
      </Button>
      <Button component="a" href={fileHref(name, view, 'csv')} download variant="default">
        {t('CSV')}
      </Button>
      <SaveButton name={name} view={view} />
      <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
        {t('Print')}
      </Button>
    </Group>
  );
}
