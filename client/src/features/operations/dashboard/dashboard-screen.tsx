import { SimpleGrid, Skeleton, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { type Dashboard, listsBehind } from '@quickfleet/shared/operations/dashboard';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import {
  type Icon,
  IconCircleCheck,
  IconClockHour4,
  IconCoin,
  IconFileInvoice,
  IconSteeringWheel,
  IconTruckDelivery,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { AgingTable } from '../../../components/money/aging-table.tsx';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../lib/live/live.tsx';
import { formatDay, formatNumber } from '../../../lib/words/format.ts';
import styles from './dashboard.module.css';
import { DashboardAlerts } from './dashboard-alerts.tsx';
import { DaysPanel } from './days-panel.tsx';
import { DeskPanel } from './desk-panel.tsx';
import { PromisesPanel } from './promises-panel.tsx';
import { RecentOrders, RecentQuotes } from './recent-lists.tsx';

interface StatCardProps {
  title: string;
  value: string;
  note?: string;
  icon: Icon;
  /** The list that the figure counts; absent where this person has none. */
  href: string | undefined;
}

function Frame({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <div className={styles.card}>{children}</div>;
  return (
    <Link href={href} className={styles.card}>
      {children}
    </Link>
  );
}

function StatCard({ title, value, note, icon: CardIcon, href }: StatCardProps) {
  return (
    <Frame href={href}>
      <span className={styles.top}>
        <span className={styles.name}>{title}</span>
        <CardIcon size={20} stroke={1.7} aria-hidden />
      </span>
      <span className={styles.value}>{value}</span>
      {note && <small>{note}</small>}
    </Frame>
  );
}

function StatCardSkeleton() {
  return <Skeleton height={112} radius="lg" data-skeleton-card />;
}

/** The figures, and each a way to the list it counts. */
function Figures({ stats }: { stats: Dashboard }) {
  const lists = listsBehind(stats);
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md" component="section" aria-label={t('Today')}>
      <StatCard
        title={t('Active Quotes')}
        value={formatNumber(stats.activeQuotes)}
        note={t('{count} new', { count: formatNumber(stats.draftQuotes) })}
        icon={IconFileInvoice}
        href={lists.activeQuotes}
      />
      <StatCard
        title={t('In Transit')}
        value={formatNumber(stats.inTransit)}
        note={t('on the road now')}
        icon={IconTruckDelivery}
        href={lists.inTransit}
      />
      <StatCard
        title={t('Pending Orders')}
        value={formatNumber(stats.pendingOrders)}
        note={t('waiting for a driver')}
        icon={IconClockHour4}
        href={lists.pendingOrders}
      />
      <StatCard
        title={t('Completed Today')}
        value={formatNumber(stats.completedToday)}
        note={formatDay(stats.today)}
        icon={IconCircleCheck}
        href={lists.completedToday}
      />
    </SimpleGrid>
  );
}

function Totals({ stats }: { stats: Dashboard }) {
  const { user } = useAuth();
  const maySeeTeam = can(user?.role, 'users.list');
  const lists = listsBehind(stats);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" component="section" aria-label={t('Company')}>
      <StatCard
        title={t('Total Users')}
        value={formatNumber(stats.totalUsers)}
        icon={IconUsers}
        href={maySeeTeam ? lists.totalUsers : undefined}
      />
      <StatCard
        title={t('Active Drivers')}
        value={formatNumber(stats.activeDrivers)}
        icon={IconSteeringWheel}
        href={maySeeTeam ? lists.activeDrivers : undefined}
      />
      <StatCard
        title={t('Monthly Revenue')}
        value={formatAmount(stats.monthlyRevenue, stats.currency)}
        note={`${formatDay(stats.monthFrom)} – ${formatDay(stats.monthTo)}`}
        icon={IconCoin}
        href={lists.monthlyRevenue}
      />
    </SimpleGrid>
  );
}

/** Quotes keep the figures current through the staff frame; orders do it here. */
function useLiveFigures(): void {
  const utils = trpc.useUtils();
  useLiveChanges(({ topic }) => {
    if (topic === 'order') void utils.dashboard.stats.invalidate();
  });
}

/**
 * The frame reads the same figures for its badge, and may have them before this page's code has come: no reason to ask
 * twice.
 */
const JUST_READ_MS = 5000;

interface DashboardScreenProps {
  /** What else its reader should know first. */
  notices?: ReactNode;
  /** Whether it is known what the notices are. They come with the figures: what is below would move otherwise. */
  isReady?: boolean;
}
export function DashboardScreen({ notices, isReady = true }: DashboardScreenProps) {
  // Coming back to the dashboard reads the figures again; what was there shows until then.
  const query = trpc.dashboard.stats.useQuery(undefined, {
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt < JUST_READ_MS ? true : 'always'),
  });
  const stats = isReady ? query.data : undefined;
  useLiveFigures();

  return (
    <>
      <Title order={1} mb="md">
        {t('Dashboard')}
      </Title>
      {(stats || query.isError) && notices}
      {query.isError && (
        <ErrorState
          title={t('The figures could not be loaded')}
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!stats && !query.isError && (
        <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md" role="status" aria-busy>
          <span className="visually-hidden">{t('Loading')}</span>
          <StatCardSkeleton />
          <StatCardSkeleton />
          <StatCardSkeleton />
          <StatCardSkeleton />
        </SimpleGrid>
      )}
      {stats && (
        <>
          <DashboardAlerts stats={stats} />
          <Figures stats={stats} />
          <DeskPanel />
          <AgingTable most={5} />
          <PromisesPanel promises={stats.promises} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" my="md">
            <RecentQuotes quotes={stats.recentQuotes} />
            <RecentOrders orders={stats.recentOrders} />
          </SimpleGrid>
          <Totals stats={stats} />
          <DaysPanel />
        </>
      )}
    </>
  );
}
