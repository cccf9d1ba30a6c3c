import { Paper, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { ETA_CONFIDENCE, type EtaReport } from '@quickfleet/shared/delivery/eta/eta';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, Suspense } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryError } from '../../../components/feedback/query-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { lazyExtra } from '../../../lib/loading/lazy-named.ts';
import { formatDateTime, formatDay } from '../../../lib/words/format.ts';
import { percentOf } from './percent.ts';

const charts = () => import('./eta-chart.tsx');
const HeldByDay = lazyExtra(() => charts().then((m) => m.HeldByDay));
const HeldByStops = lazyExtra(() => charts().then((m) => m.HeldByStops));

const goal = t('{percent} %', { percent: ETA_CONFIDENCE * 100 });

function Figure({ title, value, note }: { title: string; value: string; note: string }) {
  return (
    <Paper withBorder p="md" radius="md">
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text fz="1.375rem" fw={650}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Paper>
  );
}

interface ShownRow {
  key: string | number;
  name: string;
  promises: number;
  held: number;
}
/** A chart, and the table behind it for people who cannot see it. */
function Held({
  title,
  head,
  rows,
  chart,
}: {
  title: string;
  head: string;
  rows: readonly ShownRow[];
  chart: ReactNode;
}) {
  return (
    <Paper withBorder p="md" radius="lg" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <div aria-hidden>
        <Suspense fallback={<Skeleton h={220} />}>{chart}</Suspense>
      </div>
      <div className="visually-hidden">
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{head}</Table.Th>
              <Table.Th>{t('Promised')}</Table.Th>
              <Table.Th>{t('Held (of expected times)')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, name, promises, held }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{promises}</Table.Td>
                <Table.Td>{t('{percent} %', { percent: percentOf({ promises, held }) })}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Paper>
  );
}

function Report({ report }: { report: EtaReport }) {
  const { legs, learnedAt, promises, medianMinutes, days, byStops } = report;
  if (!learnedAt)
    return (
      <EmptyState
        title={t('Too little has been driven yet')}
        text={t(
          'Expected times are learned from your own deliveries. Until there are some weeks of them, customers see the promised window.',
        )}
      />
    );
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Figure
          title={t('Ranges that held')}
          value={
            promises === 0 ? t('None yet') : t('{percent} % of {promises}', { percent: percentOf(report), promises })
          }
          note={t('{goal} are meant to, over the last 30 days', { goal })}
        />
        <Figure
          title={t('Middle length')}
          value={
            medianMinutes === null
              ? t('None yet')
              : t('{count, plural, one {# minute} other {# minutes}}', { count: medianMinutes })
          }
          note={t('As narrow as your own past allows')}
        />
        <Figure
          title={t('Learned from')}
          value={t('{count, plural, one {# trip} other {# trips}}', { count: legs })}
          note={t('from one stop to the next, last on {when}', { when: formatDateTime(learnedAt) })}
        />
      </SimpleGrid>
      {promises > 0 && (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Held
            title={t('By day')}
            head={t('Day')}
            rows={days.map((one) => ({ ...one, key: one.day, name: formatDay(one.day) }))}
            chart={<HeldByDay days={days} />}
          />
          <Held
            title={t('By stops before the delivery')}
            head={t('Stops before')}
            rows={byStops.map((one) => ({ ...one, key: one.stopsBefore, name: String(one.stopsBefore) }))}
            chart={<HeldByStops byStops={byStops} />}
          />
        </SimpleGrid>
      )}
    </Stack>
  );
}

/** How well the expected times of delivery hold that customers see. */
export function EtaReportScreen() {
  const query = trpc.eta.report.useQuery();
  if (query.data) return <Report report={query.data} />;
  return query.isPending ? (
    <Skeleton h={120} />
  ) : (
    <QueryError query={query} title={t('The report could not be loaded')} />
  );
}
