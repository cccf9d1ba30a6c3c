// Without a schema: the tracking page takes no library of schemas.

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
