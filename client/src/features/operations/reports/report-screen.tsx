import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import { figureOf, inWords } from '@quickfleet/shared/operations/reports/figure-words';
import { spanToCompare } from '@quickfleet/shared/operations/reports/periods';
import { figuresOf, isTimeBy, type ReportName, reportTitles } from '@quickfleet/shared/operations/reports/report-names';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import { t } from '@quickfleet/shared/words/t';
import { type ComponentProps, useState } from 'react';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useLater } from '../../../lib/hooks/use-later.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { ReportChanges } from './report-changes.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportMap } from './report-map.tsx';
import { ReportTable } from './report-table.tsx';
import { askedOf, type ReportView, spanOf, useReportView } from './report-view.ts';
import styles from './reports.module.css';

const loadChart = () => import('./report-chart.tsx').then((m) => m.ReportChart);
/** The library of charts is larger than the whole page: it is loaded when the answer and the table are there. */
function Chart(props: ComponentProps<Awaited<ReturnType<typeof loadChart>>>) {
  const [isMissing, setMissing] = useState(false);
  const ReportChart = useLater(loadChart, !isMissing, () => setMissing(true));
  if (ReportChart) return <ReportChart {...props} />;
  if (isMissing) return <Text c="dimmed">{t('The chart could not be loaded. The table says the same.')}</Text>;
  return <Skeleton h={260} />;
}

/** The totals, each with that of the period before. */
function Figures({ report: { name, totals, previous, currency } }: { report: Report }) {
  return (
    <div className={styles.figures}>
      {figuresOf[name]
        .filter(({ only }) => only !== 'rows')
        .map((figure) => (
          <Paper key={figure.field} withBorder p="sm" radius="md">
            <Text size="sm" c="dimmed">
              {t(figure.name)}
            </Text>
            <Text fz="1.25rem" fw={650} className="tabular">
              {inWords(figure, figureOf(totals, figure.field), currency)}
            </Text>
            {previous && (
              <Text size="xs" c="dimmed">
                {t('before: {value}', { value: inWords(figure, figureOf(previous, figure.field), currency) })}
              </Text>
            )}
          </Paper>
        ))}
    </div>
  );
}

/** The same rows of the period that it is compared with, for the chart; nothing where it has none. */
function useBefore(name: ReportName, view: ReportView, report: Report | undefined): Report | undefined {
  const { compare } = view;
  const isAsked = compare !== 'none' && report !== undefined && isTimeBy(report.by);
  const span = compare === 'none' ? {} : spanToCompare(spanOf(view), compare);
  return trpc.reports.get.useQuery({ ...askedOf(name, view), ...span }, { enabled: isAsked }).data;
}

/** One question and its answer: a sentence, a chart and the table behind it. The address is the report. */
export function ReportScreen({ name }: { name: ReportName }) {
  const { view, filter, clear } = useReportView();
  const { compare } = view;
  const query = trpc.reports.get.useQuery({
    ...askedOf(name, view),
    ...(compare === 'none' ? {} : { compare }),
  });
  const before = useBefore(name, view, query.data);
  const report = query.data;
  const { from, to } = spanOf(view);
  const [answer, ...notes] = report?.notes ?? [];
  return (
    <Stack gap="md" className={styles.report ?? ''}>
      <ReportFilters name={name} view={view} filter={filter} clear={clear} />
      <QueryState title={t('The report could not be loaded')} query={query} rows={3} height={90} />
      {report && (
        <>
          <div role="status">
            <Text className={styles.lead ?? ''} dir="auto">
              {answer}
            </Text>
            {notes.length > 0 && <Text dir="auto">{notes.join(' ')}</Text>}
            <Text size="sm" c="dimmed">
              {t('{from} to {to}', { from: formatDay(from), to: formatDay(to) })}
            </Text>
          </div>
          <Figures report={report} />
          {report.rows.length > 0 && (
            <Paper withBorder p="md" radius="lg">
              <Chart report={report} before={before} isYear={compare === 'year'} />
            </Paper>
          )}
          <ReportMap name={name} view={view} report={report} />
          <ReportChanges name={name} view={view} currency={report.currency} />
          {report.rows.length > 0 && <ReportTable report={report} title={reportTitles[name]} />}
        </>
      )}
    </Stack>
  );
}
