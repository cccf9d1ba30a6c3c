import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { figureOf, numberOf } from '@quickfleet/shared/operations/reports/figure-words';
import { isTimeBy, type ReportName } from '@quickfleet/shared/operations/reports/report-names';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import { t } from '@quickfleet/shared/words/t';
import { formatShortDay } from '../../../lib/words/format.ts';

interface Series {
  field: string;
  label: string;
  color: string;
}
const BEFORE = 'gray.5';
/** Told apart by lightness too. */
const seriesOf: Readonly<Record<ReportName, readonly Series[]>> = {
  deliveries: [
    { field: 'delivered', label: t('Delivered'), color: 'teal.7' },
    { field: 'failed', label: t('Failed attempts'), color: 'orange.4' },
  ],
  punctuality: [{ field: 'onTime', label: t('On time'), color: 'teal.7' }],
  failures: [{ field: 'attempts', label: t('Failed attempts'), color: 'orange.5' }],
  revenue: [{ field: 'net', label: t('Net'), color: 'teal.7' }],
  customers: [
    { field: 'deliveries', label: t('Deliveries'), color: 'teal.7' },
    { field: 'before', label: t('In the period before'), color: BEFORE },
  ],
  quotes: [
    { field: 'accepted', label: t('Accepted'), color: 'teal.7' },
    { field: 'declined', label: t('Declined'), color: 'orange.5' },
    { field: 'expired', label: t('Expired'), color: 'yellow.3' },
  ],
  drivers: [{ field: 'stops', label: t('Stops'), color: 'teal.7' }],
};
/** Of reasons there are late deliveries alone. */
const lateSeries: readonly Series[] = [{ field: 'onTime.of', label: t('Late'), color: 'orange.5' }];
/** More bars than these say nothing. */
const BARS_MAX = 20;

interface ReportChartProps {
  report: Report;
  /** The same of the period that it is compared with, row by row. */
  before?: Report | undefined;
}
/** A bar for each row, next to it the same of the period before; the table below says the same. */
export function ReportChart({ report, before }: ReportChartProps) {
  const { name, by } = report;
  const isOfLate = name === 'punctuality' && by === 'reason';
  const shown = isOfLate ? lateSeries : seriesOf[name];
  const [main] = shown;
  const isTime = isTimeBy(by);
  const rows = isTime ? report.rows : report.rows.slice(0, BARS_MAX);
  const compared = isTime && main ? before?.rows : undefined;
  const data = rows.map((row, at) => ({
    label: by === 'day' ? formatShortDay(row.key) : row.label,
    ...Object.fromEntries(shown.map(({ field }) => [field, numberOf(figureOf(row, field))])),
    ...(compared && main ? { earlier: numberOf(figureOf(compared[at] ?? {}, main.field)) } : {}),
  }));
  const series = [
    ...shown.map(({ field, label, color }) => ({ name: field, label, color })),
    ...(compared ? [{ name: 'earlier', label: t('In the period before'), color: BEFORE }] : []),
  ];
  const isPercent = name === 'punctuality' && !isOfLate;
  return (
    <div aria-hidden>
      <BarChart
        h={260}
        data={data}
        dataKey="label"
        series={series}
        withLegend={series.length > 1}
        legendProps={{ verticalAlign: 'bottom' }}
        {...(isPercent ? { unit: ' %' } : {})}
        yAxisProps={{ width: 56, allowDecimals: false, ...(isPercent ? { domain: [0, 100] } : {}) }}
        xAxisProps={{ minTickGap: 24 }}
        maxBarWidth={40}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
