import { Alert, Anchor } from '@mantine/core';
import { type Dashboard, listsBehind } from '@quickfleet/shared/operations/dashboard';
import { paths } from '@quickfleet/shared/paths';
import { type Icon, IconAlertTriangle, IconClockExclamation, IconMailExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { formatCount } from '../../../lib/words/format.ts';

interface DashboardAlertProps {
  title: string;
  icon: Icon;
  href: string;
  link: string;
  children?: ReactNode;
}

function DashboardAlert({ title, icon: AlertIcon, href, link, children }: DashboardAlertProps) {
  return (
    <Alert color="red" icon={<AlertIcon aria-hidden />} title={title} mb="md">
      {children}
      {children ? ' ' : ''}
      <Anchor component={Link} href={href} c="inherit" underline="always">
        {link}
      </Anchor>
    </Alert>
  );
}

const showThem = (count: number) => (count === 1 ? 'Show it' : 'Show them');

/** What needs somebody now: mail that does not leave, a failed backup, failed deliveries, overdue orders. */
export function DashboardAlerts({ stats }: { stats: Dashboard }) {
  const { stuckMail, backupFailure, failedOrders, overdueOrders } = stats;
  const lists = listsBehind(stats);
  return (
    <>
      {stuckMail && (
        <DashboardAlert
          title={`${formatCount(stuckMail.count, 'e-mail')} ${stuckMail.count === 1 ? 'is' : 'are'} not leaving`}
          icon={IconMailExclamation}
          href={`${paths.adminMailbox}?status=queued`}
          link={showThem(stuckMail.count)}
        >
          The oldest was written <RelativeTime value={stuckMail.since} />.
        </DashboardAlert>
      )}
      {backupFailure && (
        <DashboardAlert
          title="The nightly backup failed"
          icon={IconAlertTriangle}
          href={`${paths.adminSettings}?section=health`}
          link="What to do about it"
        >
          <RelativeTime value={backupFailure.at} />: {backupFailure.reason}
        </DashboardAlert>
      )}
      {failedOrders > 0 && (
        <DashboardAlert
          title={`${formatCount(failedOrders, 'failed delivery', 'failed deliveries')} ${failedOrders === 1 ? 'needs' : 'need'} a decision`}
          icon={IconAlertTriangle}
          href={lists.failedOrders}
          link={showThem(failedOrders)}
        />
      )}
      {overdueOrders > 0 && (
        <DashboardAlert
          title={`${formatCount(overdueOrders, 'order')} ${overdueOrders === 1 ? 'is' : 'are'} overdue`}
          icon={IconClockExclamation}
          href={lists.overdueOrders}
          link={showThem(overdueOrders)}
        >
          The pickup or delivery window is over.
        </DashboardAlert>
      )}
    </>
  );
}
