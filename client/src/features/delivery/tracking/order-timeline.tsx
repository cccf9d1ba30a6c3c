import { stopNames } from '@quickfleet/shared/company/failure-words';
import type { TrackingStep } from '@quickfleet/shared/delivery/order-status';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking';
import { formatDateTime } from '../../../lib/words/format.ts';
import styles from './tracking.module.css';

const titles: Record<TrackingStep, string> = {
  created: 'Order created',
  picked_up: 'Items picked up',
  in_transit: 'On the way',
  delivered: 'Delivered',
};

interface Moment {
  title: string;
  at: string | null | undefined;
}

function momentsOf({ steps, quote, cancelledAt, attempts, outcome }: TrackedOrder): { title: string; at: string }[] {
  const [created, ...rest] = steps.map(({ step, completedAt }): Moment => ({ title: titles[step], at: completedAt }));
  const signature: Moment = {
    title: `Signature captured${quote?.signatureCustomerName ? `, ${quote.signatureCustomerName}` : ''}`,
    at: quote?.signatureCapturedAt,
  };
  const failures = attempts
    .filter((attempt) => attempt.outcome !== 'done')
    .map(
      (attempt): Moment => ({
        title: `${stopNames[attempt.stop]}, attempt ${attempt.number}: ${attempt.reasonText ?? 'failed'}`,
        at: attempt.takenAt ?? attempt.receivedAt,
      }),
    );
  const end: Moment = { title: outcome === 'returned' ? 'Returned to the sender' : 'Cancelled', at: cancelledAt };
  // The signature is what completes its step at that very moment, so it is listed before it.
  const all = [...(created ? [created] : []), signature, ...rest, ...failures, end];
  return all.flatMap(({ title, at }) => (at ? [{ title, at }] : [])).sort((a, b) => a.at.localeCompare(b.at));
}

/** What happened so far, oldest first. */
export function OrderTimeline({ order }: { order: TrackedOrder }) {
  return (
    <ol className={styles.timeline}>
      {momentsOf(order).map(({ title, at }) => (
        <li key={title}>
          <span dir="auto" className={styles.strong}>
            {title}
          </span>
          <time dateTime={at} className={`${styles.quiet} tabular`}>
            {formatDateTime(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
