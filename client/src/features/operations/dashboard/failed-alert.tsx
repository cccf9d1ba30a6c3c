import { Alert, Anchor } from '@mantine/core';
import { type Dashboard, listsBehind } from '@quickfleet/shared/operations/dashboard';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { formatCount } from '../../../lib/words/format.ts';

/** Failed deliveries that wait for a decision. */
export function FailedAlert({ stats }: { stats: Dashboard }) {
  const count = stats.failedOrders;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${formatCount(count, 'failed delivery', 'failed deliveries')} ${count === 1 ? 'needs' : 'need'} a decision`}
      mb="md"
    >
      <Anchor component={Link} href={listsBehind(stats).failedOrders} c="inherit" underline="always">
        {count === 1 ? 'Show it' : 'Show them'}
      </Anchor>
    </Alert>
  );
}
