import { Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { useEffect } from 'react';
import { hideToast } from '../../../../lib/toast.ts';

type Named = Pick<Order, 'trackingNumber' | 'customerName'>;

/** What a dialog is for and which order it is about. A toast of before would lie over it, so it goes. */
export function DialogTitle({
  title,
  order,
  others = [],
}: {
  title: string;
  order: Named;
  /** More orders of the same stop that it counts for. */
  others?: readonly Named[];
}) {
  useEffect(hideToast, []);
  return (
    <>
      {title}
      <Text component="span" display="block" size="sm" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
        {[order, ...others].map(({ trackingNumber, customerName }) => (
          <span key={trackingNumber} style={{ display: 'block' }}>
            <span className="mono">{formatTracking(trackingNumber)}</span> · <bdi>{customerName}</bdi>
          </span>
        ))}
      </Text>
    </>
  );
}
