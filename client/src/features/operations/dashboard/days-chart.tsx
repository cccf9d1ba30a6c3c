import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { ChartDay } from '@quickfleet/shared/operations/dashboard';
import { t } from '@quickfleet/shared/words/t';
import { formatShortDay } from '../../../lib/words/format.ts';

const series = [
  { name: 'onTime', label: t('On time'), color: 'teal.6' },
  { name: 'late', label: t('Late'), color: 'yellow.5' },
  { name: 'failed', label: t('Failed'), color: 'red.6' },
];

/** A bar a day: delivered on time, delivered late, failed. The table below it says the same in words. */
export function DaysChart({ days }: { days: readonly ChartDay[] }) {
  const data = days.map(({ day, delivered, onTime, failed }) => ({
    day: formatShortDay(day),
    onTime,
    late: delivered - onTime,
    failed,
  }));
  return (
    <div aria-hidden>
      <BarChart
        h={240}
        data={data}
        dataKey="day"
        type="stacked"
        series={series}
        withLegend
        legendProps={{ verticalAlign: 'bottom' }}
        yAxisProps={{ allowDecimals: false, width: 36 }}
        xAxisProps={{ minTickGap: 24 }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
