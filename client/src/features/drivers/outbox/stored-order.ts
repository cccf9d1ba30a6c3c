import { DRIVER_SESSION_HOURS } from '@quickfleet/shared/limits';
import type { Order } from '@quickfleet/shared/orders';
import type { StoredOrder } from './vault.ts';

const HOUR_MS = 3_600_000;

export const opened = (order: Order, openedBy: StoredOrder['openedBy']): StoredOrder => {
  const now = new Date().toISOString();
  return { order, openedBy, openedAt: now, readAt: now };
};
export const readAnew = (stored: StoredOrder, order: Order): StoredOrder => ({
  ...stored,
  order,
  readAt: new Date().toISOString(),
});
/** A code opens an order for 12 hours (design section 5), on this phone's own memory too. */
export const isExpired = ({ openedBy, openedAt }: StoredOrder): boolean =>
  openedBy === 'code' && Date.now() - Date.parse(openedAt) > DRIVER_SESSION_HOURS * HOUR_MS;
