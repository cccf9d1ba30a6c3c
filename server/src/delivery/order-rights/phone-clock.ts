import { CLOCK_AHEAD_MINUTES, CLOCK_EARLY_HOURS } from '@quickfleet/shared/limits';
import { joined, type Said } from '../../company/history/detail-words.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';

/** When something happened by the phone's clock, as far as that can be right. */
export interface PhoneTime {
  takenAt: Date | null;
  /** For the history: what the phone said, when it cannot be right. */
  note: Said | null;
}

/** A phone's time counts within the order's life: from a day before its creation until five minutes from now. */
export function readPhoneTime(ctx: AppContext, order: { createdAt: Date }, said: Date | string | undefined): PhoneTime {
  if (said === undefined) return { takenAt: null, note: null };
  const takenAt = new Date(said);
  const isPossible =
    takenAt.getTime() >= order.createdAt.getTime() - CLOCK_EARLY_HOURS * 3_600_000 &&
    takenAt.getTime() <= now(ctx).getTime() + CLOCK_AHEAD_MINUTES * 60_000;
  return isPossible
    ? { takenAt, note: null }
    : {
        takenAt: null,
        note: { is: 'clock_wrong', at: { is: 'moment', at: takenAt.toISOString() } },
      };
}

/** The same as a line of history holds it. */
export const historyTime = ({ takenAt, note }: PhoneTime, said?: Said) => {
  const whole = joined(', ', said, note);
  return { ...(takenAt ? { occurredAt: takenAt } : {}), ...(whole ? { says: [whole] } : {}) };
};
