import { Anchor, Button, Group, Table, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { type ChartDay, listsOfDay } from '@quickfleet/shared/operations/dashboard';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { Suspense, useId, useState } from 'react';
import { Link } from 'wouter';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { lazyExtra } from '../../../lib/loading/lazy-named.ts';
import { formatDay } from '../../../lib/words/format.ts';
import styles from './desk.module.css';

const DaysChart = lazyExtra(() => import('./days-chart.tsx').then((m) => m.DaysChart));

const columns = [
  ['delivered', t('Delivered')],
  ['onTime', t('On time')],
  ['failed', t('Failed')],
] as const;

/** The figures of the chart. */
function DaysTable({ days, hasLinks }: { days: readonly ChartDay[]; hasLinks: boolean }) {
  return (
    <Table className={styles.table} aria-label={t('Deliveries by day')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Day')}</Table.Th>
          {columns.map(([name, title]) => (
            <Table.Th key={name} ta="right">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map((one) => (
          <Table.Tr key={one.day}>
            <Table.Th scope="row" fw={400}>
              {formatDay(one.day)}
            </Table.Th>
            {columns.map(([name]) => (
              <Table.Td key={name} ta="right">
                {hasLinks && one[name] > 0 ? (
                  <Anchor component={Link} href={listsOfDay(one.day)[name]} size="sm">
                    {one[name]}
                  </Anchor>
                ) : (
                  one[name]
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Days() {
  const [hasTable, setTable] = useState(false);
  const query = trpc.dashboard.days.useQuery();
  if (query.isError)
    return (
      <ErrorState
        title={t('The last 30 days could not be loaded')}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (!query.data) return null;
  const { days } = query.data;
  if (days.every(({ delivered, failed }) => delivered + failed === 0))
    return (
      <Text size="sm" c="dimmed">
        {t('Nothing was delivered in the last 30 days.')}
      </Text>
    );
  return (
    <>
      <Suspense>
        <DaysChart days={days} />
      </Suspense>
      <Button variant="subtle" size="compact-sm" my={8} aria-expanded={hasTable} onClick={() => setTable(!hasTable)}>
        {hasTable ? t('Hide the figures') : t('Show the figures')}
      </Button>
      {/* Not the table itself: it would keep its height, and the page would go on below its end. */}
      <div className={hasTable ? undefined : 'visually-hidden'}>
        <DaysTable days={days} hasLinks={hasTable} />
      </div>
    </>
  );
}

/** Deliveries of the last 30 days: read and drawn once somebody scrolls there. */
export function DaysPanel() {
  const headingId = useId();
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setSeen] = useState(false);
  if (inViewport && !wasSeen) setSeen(true);
  return (
    <section ref={ref} className={`${styles.drivers} ${styles.days}`} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Title order={2} id={headingId} size="h4">
          {t('Last 30 days')}
        </Title>
        <Group gap="md">
          <Anchor component={Link} href={paths.adminEta} size="sm">
            {t('Expected times')}
          </Anchor>
          <Anchor component={Link} href={paths.adminRatings} size="sm">
            {t('Ratings')}
          </Anchor>
        </Group>
      </div>
      {wasSeen && <Days />}
    </section>
  );
}
