import type { OrderProgress, StepState } from '@quickfleet/shared/order-progress';
import type { TrackingStep } from '@quickfleet/shared/order-status';
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
import { formatZoned, isRecent } from '../../lib/format.ts';
import { formatMoment } from './tracked-progress.ts';
import styles from './tracking.module.css';

const looks: Record<TrackingStep, { title: string; text: string; icon: Icon }> = {
  created: { title: 'Order Created', text: 'Received, and being prepared for pickup.', icon: IconPackage },
  picked_up: { title: 'Items Picked Up', text: 'Collected at the pickup address.', icon: IconPackageExport },
  in_transit: { title: 'In Transit', text: 'On the way to the delivery address.', icon: IconTruckDelivery },
  delivered: { title: 'Delivered', text: 'Handed over at the delivery address.', icon: IconMapPin },
};

const words: Record<StepState, string> = { done: 'Done', current: 'Current', next: 'Next', later: 'Later' };

/** A step that is done says when; the current one since when. An age is added while it says more than the date. */
function StepTime({ at, isDone }: { at: string; isDone: boolean }) {
  return (
    <p className={styles.stepTime}>
      <time dateTime={at} title={formatZoned(at)}>
        {isDone ? 'Completed on' : 'Since'} {formatMoment(at)}
      </time>
      {isRecent(at) && (
        <span className={styles.ago}>
          <RelativeTime value={at} />
        </span>
      )}
    </p>
  );
}

/** The four steps, each with its state in words beside the colour. */
export function DeliveryProgress({ order, progress }: { order: TrackedOrder; progress: OrderProgress }) {
  return (
    <ol className={styles.steps}>
      {progress.steps.map(({ step, state }) => {
        const { title, text, icon: StepIcon } = looks[step];
        const completedAt = order.steps.find((candidate) => candidate.step === step)?.completedAt;
        const isReached = state === 'done' || state === 'current';
        const MarkIcon = state === 'done' ? IconCheck : StepIcon;
        return (
          <li
            key={step}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.mark}>
              <MarkIcon size={18} stroke={2.2} aria-hidden />
            </span>
            <div className={styles.stepWords}>
              <h3 className={styles.stepTitle}>
                {title} <span className={styles.stepState}>{words[state]}</span>
              </h3>
              <p className={styles.quiet}>{text}</p>
              {completedAt && isReached && <StepTime at={completedAt} isDone={state === 'done'} />}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
