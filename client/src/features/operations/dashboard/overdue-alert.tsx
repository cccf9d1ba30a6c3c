import { Alert, Anchor } from '@mantine/core';
import { type Dashboard, listsBehind } from '@quickfleet/shared/operations/dashboard';
import { IconClockExclamation } from '@tabler/icons-react';
import { Link } from 'wouter';
import { formatCount } from '../../../lib/words/format.ts';

/** Orders with a pickup or delivery that is overdue. */
export function OverdueAlert({ stats }: { stats: Dashboard }) {
  const count = stats.overdueOrders;
  return (
    <Alert
      color="red"
      icon={<IconClockExclamation aria-hidden />}
      title={`${formatCount(count, 'order')} ${count === 1 ? 'is' : 'are'} overdue`}
      mb="md"
    >
      The pickup or delivery window is over.{' '}
      <Anchor component={Link} href={listsBehind(stats).overdueOrders} c="inherit" underline="always">
        {count === 1 ? 'Show it' : 'Show them'}
      </Anchor>
    </Alert>
  );
}
