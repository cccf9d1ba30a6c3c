import { Anchor, Group, Progress, SimpleGrid, Text, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { type Desk, listsOfDesk, UNPAID_ORDERS } from '@quickfleet/shared/operations/dashboard';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { useId } from 'react';
import { Link } from 'wouter';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../lib/live/live.tsx';
import { formatNumber } from '../../../lib/words/format.ts';
import styles from './desk.module.css';

type Figure = Exclude<keyof ReturnType<typeof listsOfDesk>, 'board'> | 'paymentsOpen';
const titles: Readonly<Record<Figure, string>> = {
  late: t('Late now'),
  unassigned: t('Unassigned today'),
  failed: t('Failures to decide'),
  chargesProposed: t('Charges to decide'),
  paymentsOpen: t('To be paid'),
  openClaims: t('Open claims'),
  quotesDue: t('Quotes due'),
};
const figures = [
  'late',
  'unassigned',
  'failed',
  'chargesProposed',
  'paymentsOpen',
  'openClaims',
  'quotesDue',
] as const satisfies readonly Figure[];

const countOf = (desk: Desk, figure: Figure): number =>
  figure === 'paymentsOpen' ? desk.paymentsOpen.count : desk[figure];

function Bars({ desk }: { desk: Desk }) {
  const { board } = listsOfDesk(desk);
  return (
    <>
      {desk.drivers.length === 0 ? (
        <Text size="sm" c="dimmed" pb={8}>
          {t('No driver has a stop today.')}
        </Text>
      ) : (
        <ul>
          {desk.drivers.map(({ id, name, stops, stopsDone }) => (
            <li key={id}>
              <Link href={board} className={styles.driver}>
                <Text component="span" size="sm" truncate>
                  {name}
                </Text>
                <Progress.Root size="lg" aria-hidden>
                  <Progress.Section value={(stopsDone / stops) * 100} color="teal" />
                </Progress.Root>
                <Text component="span" size="sm" c="dimmed" className="tabular">
                  {t('{done} of {stops, plural, one {# stop} other {# stops}}', { done: stopsDone, stops })}
                </Text>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Each driver's stops of today, made and open; the room of four drivers is kept until they are known. */
function DriverBars({ desk }: { desk: Desk | undefined }) {
  const headingId = useId();
  return (
    <section className={`${styles.drivers} ${styles.bars}`} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Title order={2} id={headingId} size="h4">
          {t('Drivers today')}
        </Title>
        <Group gap="sm">
          <Anchor component={Link} href={paths.adminRoad} size="sm">
            {t('On the road')}
          </Anchor>
          <Anchor component={Link} href={paths.adminBoard} size="sm">
            {t('Board')}
          </Anchor>
        </Group>
      </div>
      {desk && <Bars desk={desk} />}
    </section>
  );
}

/** What needs a hand now; each figure leads to the list it counts. */
export function DeskPanel() {
  const utils = trpc.useUtils();
  const query = trpc.dashboard.desk.useQuery(undefined, { refetchOnMount: 'always' });
  useLiveChanges(({ topic }) => {
    if (topic === 'order' || topic === 'quote' || topic === 'day') void utils.dashboard.desk.invalidate();
  });
  const { data } = query;
  if (query.isError)
    return (
      <ErrorState
        title={t('The work of today could not be loaded')}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  const lists = data && { ...listsOfDesk(data), paymentsOpen: UNPAID_ORDERS };
  return (
    <>
      <SimpleGrid
        cols={{ base: 2, xs: 3, lg: 7 }}
        spacing="sm"
        mt="md"
        component="section"
        aria-label={t('Needs a hand')}
        aria-busy={!data}
      >
        {figures.map((figure) => {
          const title = <span className={styles.title}>{titles[figure]}</span>;
          if (!lists)
            return (
              <div key={figure} className={styles.figure}>
                {title}
                <span className={styles.value}>–</span>
              </div>
            );
          return (
            <Link
              key={figure}
              href={lists[figure]}
              className={styles.figure}
              data-some={countOf(data, figure) > 0 || undefined}
            >
              {title}
              <span className={styles.value}>
                {formatNumber(countOf(data, figure))}
                {figure === 'paymentsOpen' && data.paymentsOpen.count > 0 && (
                  <span className={styles.sum}>{formatAmount(data.paymentsOpen.total, data.currency)}</span>
                )}
              </span>
            </Link>
          );
        })}
      </SimpleGrid>
      <DriverBars desk={data} />
    </>
  );
}
