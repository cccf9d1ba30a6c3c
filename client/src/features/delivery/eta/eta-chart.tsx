import { t } from '@quickfleet/shared/words/t';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { ETA_CONFIDENCE, type EtaReport } from '@quickfleet/shared/delivery/eta/eta';
import { formatShortDay } from '../../../lib/words/format.ts';
import { percentOf } from './percent.ts';

const series = [{ name: 'held', label: t('Held (of expected times)'), color: 'teal.6' }];
const goal = [
  { y: ETA_CONFIDENCE * 100, label: t('{percent} %', { percent: ETA_CONFIDENCE * 100 }), color: 'yellow.6' },
];
const common = {
  h: 220,
  series,
  referenceLines: goal,
  unit: ' %',
  yAxisProps: { domain: [0, 100] as const, width: 52 },
};

/** How many of the ranges held, day by day, with the part that is meant to; the table says the same. */
export function HeldByDay({ days }: Pick<EtaReport, 'days'>) {
  const data = days.map((one) => ({ day: formatShortDay(one.day), held: percentOf(one) }));
  return (
    <LineChart
      {...common}
      data={data}
      dataKey="day"
      xAxisProps={{ minTickGap: 24 }}
      curveType="linear"
      lineChartProps={{ accessibilityLayer: false }}
    />
  );
}

/** The same by how many stops were to be made before it. */
export function HeldByStops({ byStops }: Pick<EtaReport, 'byStops'>) {
  const data = byStops.map((one) => ({ stops: one.stopsBefore, held: percentOf(one) }));
  return (
    <BarChart
      {...common}
      data={data}
      dataKey="stops"
      xAxisLabel={t('Stops before the delivery')}
      maxBarWidth={48}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
