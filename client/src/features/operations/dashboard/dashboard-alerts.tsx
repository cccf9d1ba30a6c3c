import { Alert, Anchor } from '@mantine/core';
import { type Dashboard, listsBehind } from '@quickfleet/shared/operations/dashboard';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconAlertTriangle, IconClockExclamation, IconMailExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { rich } from '../../../lib/words/rich.tsx';

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

const showThem = (count: number) => (count === 1 ? t('Show it') : t('Show them'));

/** What needs somebody now: mail that does not leave, a failed backup, failed deliveries, overdue orders. */
export function DashboardAlerts({ stats }: { stats: Dashboard }) {
  const { stuckMail, backupFailure, failedOrders, overdueOrders } = stats;
  const lists = listsBehind(stats);
  return (
    <>
      {stuckMail && (
        <DashboardAlert
          title={t('{count, plural, one {# e-mail is} other {# e-mails are}} not leaving', { count: stuckMail.count })}
          icon={IconMailExclamation}
          href={`${paths.adminMailbox}?status=queued`}
          link={showThem(stuckMail.count)}
        >
          {rich('The oldest was written {time}.', { time: <RelativeTime value={stuckMail.since} /> })}
        </DashboardAlert>
      )}
      {backupFailure && (
        <DashboardAlert
          title={t('The nightly backup failed')}
          icon={IconAlertTriangle}
          href={`${paths.adminSettings}?section=health`}
          link={t('What to do about it')}
        >
          <RelativeTime value={backupFailure.at} />: {backupFailure.reason}
        </DashboardAlert>
      )}
      {failedOrders > 0 && (
        <DashboardAlert
          title={t('{count, plural, one {# failed delivery needs} other {# failed deliveries need}} a decision', {
            count: failedOrders,
          })}
          icon={IconAlertTriangle}
          href={lists.failedOrders}
          link={showThem(failedOrders)}
        />
      )}
      {overdueOrders > 0 && (
        <DashboardAlert
          title={t('{count, plural, one {# order is} other {# orders are}} overdue', { count: overdueOrders })}
          icon={IconClockExclamation}
          href={lists.overdueOrders}
          link={showThem(overdueOrders)}
        >
          {t('The pickup or delivery window is over.')}
        </DashboardAlert>
      )}
    </>
  );
}
