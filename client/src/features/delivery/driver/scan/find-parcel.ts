import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { HttpError, sendJson } from '../../../../lib/api/http.ts';
import type { PortalState } from '../outbox/portal-store.ts';

/** An order of this driver, or one that this phone holds. */
export function findOwn(
  { notes, orders }: Pick<PortalState, 'notes' | 'orders'>,
  number: string,
): OrderRow | Order | undefined {
  const held = [...orders.values()].filter(({ isCodeDead }) => !isCodeDead).map(({ order }) => order);
  return [...(notes.myDay?.rows ?? []), ...(notes.deliveries?.rows ?? []), ...held].find(
    ({ trackingNumber }) => trackingNumber === number,
  );
}

const NOT_FOUND = 404;
/** What the tracking page calls a driver without a name. */
const UNNAMED = t('Your driver');
const nameIn = (json: unknown): string | undefined => {
  const driver: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'driver') : undefined;
  const name: unknown = typeof driver === 'object' && driver !== null ? Reflect.get(driver, 'firstName') : undefined;
  return typeof name === 'string' ? name : undefined;
};

/** Who has a parcel that is not this driver's, as the public tracking page says. Always a sentence, also offline. */
export async function describeOwner(number: string): Promise<string> {
  const named = { number: formatTracking(number) };
  try {
    const driver = await sendJson(`${API_BASE}/orders/tracking/${number}`, null, { parse: nameIn, method: 'GET' });
    if (driver === UNNAMED) return t('{number} is another driver’s parcel, not yours.', named);
    return driver
      ? t('{number} is {driver}’s parcel, not yours.', { ...named, driver })
      : t('{number} has no driver yet.', named);
  } catch (error) {
    if (error instanceof HttpError && error.status === NOT_FOUND)
      return t('There is no order with the number {number}.', named);
    return t('{number} is not on your list. We can look it up when the connection is back.', named);
  }
}
