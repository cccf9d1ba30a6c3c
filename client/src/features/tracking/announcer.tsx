import type { TrackedOrder } from '@quickfleet/shared/tracking';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from './status-sentence.ts';

/** Tells readers once, politely, when another order is shown or the shown one moved on. */
export function Announcer({ order }: { order: TrackedOrder | undefined }) {
  const [said, setSaid] = useState('');
  const told = useRef('');
  useEffect(() => {
    if (!order) return;
    const now = `${order.trackingNumber} ${order.status}`;
    if (told.current === now) return;
    told.current = now;
    const { where, when } = sentenceOf(order);
    setSaid(when ? `${where}. ${when}` : where);
  }, [order]);
  return (
    <p className="visually-hidden" role="status" data-testid="announcer">
      {said}
    </p>
  );
}
