import { Alert, Anchor } from '@mantine/core';
import { type Dashboard, listsBehind } from '@quickfleet/shared/operations/dashboard';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';

/** Orders that stand still until somebody decides what follows. */
export function FailedAlert({ stats }: { stats: Dashboard }) {
  const count = stats.failedOrders;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={count === 1 ? '1 order needs a decision' : `${count.toLocaleString('en-US')} orders need a decision`}
      mb="md"
    >
      An attempt did not work out.{' '}
      <Anchor component={Link} href={listsBehind(stats).failedOrders} c="inherit" underline="always">
        Show them
      </Anchor>
    </Alert>
  );
}
