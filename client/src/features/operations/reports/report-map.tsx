import { Paper, Text, Title } from '@mantine/core';
import { figureOf, inWords } from '@quickfleet/shared/operations/reports/figure-words';
import { figuresOf, type ReportName } from '@quickfleet/shared/operations/reports/report-names';
import { mappedReports, type Report } from '@quickfleet/shared/operations/reports/reports';
import { t } from '@quickfleet/shared/words/t';
import { frameOf } from '../../../components/map/frame.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { askedOf, type ReportView } from './report-view.ts';
import styles from './reports.module.css';

type Mapped = (typeof mappedReports)[number];
const isMapped = (name: ReportName): name is Mapped => (mappedReports as readonly string[]).includes(name);
/** What the size of a circle is, and how it is read. */
const sizeOf: Readonly<Record<Mapped, { field: string; figure: string }>> = {
  deliveries: { field: 'delivered', figure: 'delivered' },
  punctuality: { field: 'late', figure: 'onTime' },
  failures: { field: 'attempts', figure: 'attempts' },
};
function amountOf(name: Mapped, row: Report['rows'][number]): number {
  if (!('onTime' in row)) return Number(figureOf(row, sizeOf[name].field) ?? 0);
  return row.onTime.of - row.onTime.part;
}
const SMALLEST = 12;
const LARGEST = 64;
/** Where names would leave the map, in percent of it. */
const SIDE = 20;
/** Names of more areas than these are written over each other. */
const NAMED = 12;

/** The areas of a report where they are, as circles of the size of their figure; drawn without a map service. */
export function ReportMap({ name, view, report }: { name: ReportName; view: ReportView; report: Report }) {
  if (report.by !== 'zone' || !isMapped(name)) return null;
  return <AreaMap name={name} view={view} report={report} />;
}

function AreaMap({ name, view, report }: { name: Mapped; view: ReportView; report: Report }) {
  const { by: _, status: __, name: ___, ...asked } = { status: undefined, ...askedOf(name, view) };
  const { data: places = [] } = trpc.reports.places.useQuery({ name, ...asked });
  const whereOf = new Map(places.map((place) => [place.key, place]));
  const figure = figuresOf[name].find(({ field }) => field === sizeOf[name].figure);
  const areas = report.rows.flatMap((row) => {
    const place = whereOf.get(row.key);
    const amount = amountOf(name, row);
    return place && amount > 0 ? [{ row, place, amount }] : [];
  });
  if (areas.length === 0 || !figure) return null;
  const most = Math.max(...areas.map(({ amount }) => amount));
  const frame = frameOf(areas.map(({ place }) => place));
  const unknown = report.rows.filter((row) => row.key !== '' && amountOf(name, row) > 0).length - areas.length;
  return (
    <Paper withBorder p="md" radius="lg" component="section" aria-label={t('Map of the areas')}>
      <Title order={2} size="h4">
        {t('Map of the areas')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('The larger the circle, the more. The table below says the same.')}
        {unknown > 0 &&
          ` ${t('{count, plural, one {# area is} other {# areas are}} not on the map: nobody knows where.', { count: unknown })}`}
      </Text>
      <div className={styles.map} data-bad={name !== 'deliveries' || undefined} aria-hidden>
        <div className={styles.spots}>
          {areas.map(({ row, place, amount }, turn) => {
            const { x, y } = frame.at(place);
            const size = SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(amount / most);
            const value = inWords(figure, figureOf(row, figure.field), report.currency);
            return (
              <span
                key={row.key}
                className={styles.spot}
                style={{ left: `${x}%`, top: `${y}%`, '--radius': `${size / 2}px` }}
                data-side={x < SIDE ? 'left' : x > 100 - SIDE ? 'right' : undefined}
              >
                <span
                  className={styles.circle}
                  style={{ width: size, height: size }}
                  title={`${row.label}: ${value}`}
                  data-area={row.key}
                />
                {turn < NAMED && (
                  <span className={styles.name} dir="auto">
                    {row.label} <b className="tabular">{value}</b>
                  </span>
                )}
              </span>
            );
          })}
        </div>
      </div>
    </Paper>
  );
}
