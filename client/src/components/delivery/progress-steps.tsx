import type { StepState } from '@quickfleet/shared/delivery/orders/order-progress';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconCheck } from '@tabler/icons-react';
import { formatDate, formatDateTime, formatTime, isRecent } from '../../lib/words/format.ts';
import { RelativeTime } from '../text/relative-time.tsx';
import styles from './progress-steps.module.css';

const words: Record<StepState, string> = {
  done: t('Done'),
  current: t('Current'),
  next: t('Next (step)'),
  later: t('Later'),
};

export interface ProgressStep {
  key: string;
  title: string;
  text: string;
  icon: Icon;
  state: StepState;
  /** Since when it is current, or when it was done. */
  at?: string | null | undefined;
}

/** A step that is done says when; the current one since when. An age is added while it says more than the date. */
function StepTime({ at, isDone }: { at: string; isDone: boolean }) {
  return (
    <p className={styles.time}>
      <time dateTime={at} title={formatDateTime(at)}>
        {t('{isDone, select, yes {Completed on} other {Since}} {date} at {time}', {
          isDone: isDone ? 'yes' : 'no',
          date: formatDate(at),
          time: formatTime(at),
        })}
      </time>
      {isRecent(at) && (
        <span className={styles.ago}>
          <RelativeTime value={at} />
        </span>
      )}
    </p>
  );
}

/** Steps, each with its state as text and colour; stacked where space is short. */
export function ProgressSteps({ steps, isStacked = false }: { steps: readonly ProgressStep[]; isStacked?: boolean }) {
  return (
    <ol className={styles.steps} data-stacked={isStacked || undefined}>
      {steps.map(({ key, title, text, icon: StepIcon, state, at }) => {
        const isReached = state === 'done' || state === 'current';
        const MarkIcon = state === 'done' ? IconCheck : StepIcon;
        return (
          <li
            key={key}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.mark}>
              <MarkIcon size={18} stroke={2.2} aria-hidden />
            </span>
            <div>
              <h3 className={styles.title}>
                {title} <span className={styles.state}>{words[state]}</span>
              </h3>
              <p className={styles.quiet}>{text}</p>
              {at && isReached && <StepTime at={at} isDone={state === 'done'} />}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
