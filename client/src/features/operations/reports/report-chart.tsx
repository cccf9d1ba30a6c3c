import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { figureOf, numberOf } from '@quickfleet/shared/operations/reports/figure-words';
import { isMoney, isTimeBy } from '@quickfleet/shared/operations/reports/report-names';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import { t } from '@quickfleet/shared/words/t';
import { formatNumber, formatShortDay } from '../../../lib/words/format.ts';
import { BEFORE, lateSeries, seriesOf } from './report-series.ts';

/** More bars than these say nothing. */
const BARS_MAX = 20;

interface ReportChartProps {
  report: Report;
  /** The same of the period that it is compared with, row by row. */
  before?: Report | undefined;
  isYear?: boolean;
}
/** A bar for each row, next to it the same of the period before; the table below says the same. */
export function ReportChart({ report, before, isYear = false }: ReportChartProps) {
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
    ...(compared
      ? [{ name: 'earlier', label: isYear ? t('A year before') : t('In the period before'), color: BEFORE }]
      : []),
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
        legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
        {...(isPercent ? { unit: ' %' } : {})}
        valueFormatter={(value) =>
          isMoney(name, main?.field) ? formatAmount(String(value), report.currency) : formatNumber(value)
        }
        yAxisProps={{
          width: 56,
          tickFormatter: (value: number) => formatNumber(value),
          allowDecimals: false,
          ...(isPercent ? { domain: [0, 100] } : {}),
        }}
        xAxisProps={{ minTickGap: 24 }}
        maxBarWidth={40}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
