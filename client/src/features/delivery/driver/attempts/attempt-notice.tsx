import { Alert } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { IconArrowBackUp, IconClockPause } from '@tabler/icons-react';

/** Why this order is not an ordinary delivery, in one sentence for the driver. */
export function AttemptNotice({ order }: { order: Order }) {
  if (order.outcome === 'returning')
    return (
      <Alert color="amber" icon={<IconArrowBackUp aria-hidden />} title="Bring it back to the sender">
        Return this order to: {order.pickupAddress}
      </Alert>
    );
  if (order.outcome === 'returned')
    return (
      <Alert color="gray" icon={<IconArrowBackUp aria-hidden />} title="Returned to the sender">
        There is nothing left to do.
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
