import { type TrackingStep, trackingProgress } from '@quickfleet/shared/order-status';
import type { TrackedOrder } from '@quickfleet/shared/tracking';
import {
  type Icon,
  IconCheck,
  IconMapPin,
  IconPackage,
  IconPackageExport,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatDate, formatTime, formatZoned } from '../../lib/format.ts';
import styles from './tracking.module.css';

const looks: Record<TrackingStep, { title: string; text: string; icon: Icon }> = {
  created: { title: 'Order Created', text: 'Received, and being prepared for pickup.', icon: IconPackage },
  picked_up: { title: 'Items Picked Up', text: 'Collected at the pickup address.', icon: IconPackageExport },
  in_transit: { title: 'In Transit', text: 'On the way to the delivery address.', icon: IconTruckDelivery },
  delivered: { title: 'Delivered', text: 'Handed over at the delivery address.', icon: IconMapPin },
};

type State = 'done' | 'current' | 'next' | 'later';
const words: Record<State, string> = { done: 'Done', current: 'Current', next: 'Next', later: 'Later' };

function stateOf(at: number, reached: number, last: number): State {
  if (at < reached || (at === reached && reached === last)) return 'done';
  if (at === reached) return 'current';
  return at === reached + 1 ? 'next' : 'later';
}

/** The four steps, each with its state in words beside the colour (specification section 2). */
export function DeliveryProgress({ order }: { order: TrackedOrder }) {
  const reached = trackingProgress(order.status, order.items);
  return (
    <ol className={styles.steps}>
      {order.steps.map(({ step, completedAt }, at) => {
        const { title, text, icon: StepIcon } = looks[step];
        const state = stateOf(at, reached, order.steps.length - 1);
        const MarkIcon = state === 'done' ? IconCheck : StepIcon;
        return (
          <li key={step} className={styles.step} data-state={state} aria-current={at === reached ? 'step' : undefined}>
            <span className={styles.mark}>
              <MarkIcon size={18} stroke={2.2} aria-hidden />
            </span>
            <div className={styles.stepWords}>
              <h3 className={styles.stepTitle}>
                {title} <span className={styles.stepState}>{words[state]}</span>
              </h3>
              <p className={styles.quiet}>{text}</p>
              {completedAt && at <= reached && (
                <p className={styles.stepTime}>
                  <time dateTime={completedAt} title={formatZoned(completedAt)}>
                    Completed on {formatDate(completedAt)} at {formatTime(completedAt)}
                  </time>
                  <span className={styles.ago}>
                    <RelativeTime value={completedAt} />
                  </span>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
