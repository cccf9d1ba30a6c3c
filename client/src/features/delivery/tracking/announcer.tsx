import type { DeliveryReader } from '@quickfleet/shared/delivery/tracking/delivery-token';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { useState } from 'react';
import { useIsHydrated } from '../../../lib/hooks/use-is-hydrated.ts';
import { progressOf } from './tracked-progress.ts';

/** Announces to screen readers, politely and once, when another order is shown or the shown one moved on. */
export function Announcer({ order, reader }: { order: TrackedOrder | undefined; reader?: DeliveryReader | undefined }) {
  const isHydrated = useIsHydrated();
  const [announced, setAnnounced] = useState({ state: '', text: '' });
  if (order && isHydrated) {
    const { sentence, when } = progressOf(order, reader);
    const state = `${order.trackingNumber} ${sentence}`;
    if (announced.state !== state) setAnnounced({ state, text: when ? `${sentence}. ${when}` : sentence });
  }
  return (
    <p className="visually-hidden" role="status" data-testid="announcer">
      {announced.text}
    </p>
  );
}
