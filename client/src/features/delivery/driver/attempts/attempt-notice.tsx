import { Alert } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { IconArrowBackUp, IconClockPause } from '@tabler/icons-react';

/** What stands between this order and an ordinary delivery, in one sentence for the driver. */
export function AttemptNotice({ order }: { order: Order }) {
  if (order.outcome === 'returning')
    return (
      <Alert color="amber" icon={<IconArrowBackUp aria-hidden />} title="Bring it back to the sender">
        The office decided that this order is returned: {order.pickupAddress}
      </Alert>
    );
  if (order.outcome === 'returned')
    return (
      <Alert color="gray" icon={<IconArrowBackUp aria-hidden />} title="Returned to the sender">
        Nothing more is to be done.
      </Alert>
    );
  if (order.outcome === 'failed' || order.outcome === 'partial')
    return (
      <Alert color="amber" icon={<IconClockPause aria-hidden />} title="The office will decide what to do next">
        {order.outcome === 'failed' ? 'Stop failed.' : 'Only some items were handed over.'} Go to the next stop. If you
        can complete it later, come back here.
      </Alert>
    );
  return null;
}
