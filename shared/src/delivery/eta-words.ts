// Without a schema: the tracking page takes no library of schemas.
import type { Delay, Eta } from './eta.ts';

/**
 * What comes before the range. A delivery runs late when its range begins after the promised window, or when its driver
 * says so.
 */
export const expectedWords = (
  { from }: Pick<Eta, 'from'>,
  window: { to: string } | null,
  delay: Delay | null = null,
): string => (delay !== null || (window !== null && from > window.to) ? 'Running late, now about' : 'Expected about');

/** How far the driver is, in words for the customer; nothing where that is unknown. */
export function stopsInWords({ stopsBefore }: Pick<Eta, 'stopsBefore'>): string | undefined {
  if (stopsBefore === null) return undefined;
  if (stopsBefore === 0) return 'Yours is the next stop';
  return stopsBefore === 1 ? '1 stop before yours' : `${stopsBefore} stops before yours`;
}
