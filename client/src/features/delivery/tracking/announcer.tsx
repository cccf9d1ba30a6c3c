import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking';
import { useEffect, useRef, useState } from 'react';
import { progressOf } from './tracked-progress.ts';

/** Announces to screen readers, politely and once, when another order is shown or the shown one moved on. */
export function Announcer({ order }: { order: TrackedOrder | undefined }) {
  const [announcement, setAnnouncement] = useState('');
  const announced = useRef('');
  useEffect(() => {
    if (!order) return;
    const { sentence, when } = progressOf(order);
    const current = `${order.trackingNumber} ${sentence}`;
    if (announced.current === current) return;
    announced.current = current;
    setAnnouncement(when ? `${sentence}. ${when}` : sentence);
  }, [order]);
  return (
    <p className="visually-hidden" role="status" data-testid="announcer">
      {announcement}
    </p>
  );
}
