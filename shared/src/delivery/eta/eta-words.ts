// Without a schema: the tracking page takes no library of schemas.

import { dayAt, MINUTE_MS } from '../../base/time/zoned-time.ts';
import type { Window } from '../../quoting/window-rules.ts';
import { t } from '../../words/t.ts';
import type { Delay, Eta } from './eta.ts';

/**
 * What comes before the range. A delivery runs late when its range begins after the promised window, or when its driver
 * says so.
 */
export const expectedWords = (
  { from }: Pick<Eta, 'from'>,
  window: { to: string } | null,
  delay: Delay | null = null,
): string =>
  delay !== null || (window !== null && from > window.to) ? t('Running late, now about') : t('Expected about');

/** How far the driver is, in words for the customer; nothing where that is unknown. */
export function stopsInWords({ stopsBefore }: Pick<Eta, 'stopsBefore'>): string | undefined {
  if (stopsBefore === null) return undefined;
  return t('{count, plural, =0 {Yours is the next stop} one {# stop before yours} other {# stops before yours}}', {
    count: stopsBefore,
  });
}

/** Shorter ranges of something that is late say too much, and longer ones too little. */
const [LATE_MIN, LATE_MAX] = [30 * MINUTE_MS, 120 * MINUTE_MS];
const STEP_MS = 5 * MINUTE_MS;
/**
 * The range that a customer or recipient reads: never one that is over. A delivery that did not come in its range is
 * expected from now on, as long as the day is not over.
 */
export function etaAt(range: Eta | null, at: number, timeZone: string): Eta | null {
  if (!range || Date.parse(range.to) > at) return range;
  if (dayAt(new Date(range.to), timeZone) !== dayAt(new Date(at), timeZone)) return null;
  const length = Math.min(LATE_MAX, Math.max(LATE_MIN, Date.parse(range.to) - Date.parse(range.from)));
  const from = Math.ceil(at / STEP_MS) * STEP_MS;
  const [begin, end] = [new Date(from).toISOString(), new Date(from + length).toISOString()];
  return { ...range, from: begin, to: end, updatedAt: new Date(at).toISOString() };
}

interface Expected {
  eta: Pick<Eta, 'from' | 'to' | 'basis'>;
  deliveryWindow: Window | null;
  delay: Delay | null;
}
/** Whether a delivery is expected later than promised, or later by what its driver says. */
function isLater({ eta, deliveryWindow, delay }: Expected): boolean {
  if (!deliveryWindow) return typeof delay?.minutes === 'number';
  const end = Date.parse(deliveryWindow.to);
  return Date.parse(eta.to) > end && (delay !== null || Date.parse(eta.from) >= end);
}
/** When a delivery is expected, in one sentence for customer and recipient; `say` writes a range out. */
export function expectedInWords(expected: Expected, say: (range: Window) => string): string {
  const window = say(expected.eta);
  if (isLater(expected)) return t('Later than planned, now expected {window}', { window });
  return expected.eta.basis === 'window' ? t('Delivery {window}', { window }) : t('Expected {window}', { window });
}
