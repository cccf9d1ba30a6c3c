import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatTime } from '../../../../lib/words/format.ts';
import { leaveFor } from '../order/way-links.tsx';
import { nextOf, openIn, type ShownStop } from '../outbox/planned-day.ts';
import { portal, usePortal } from '../outbox/portal.ts';
import { openOwnOrder } from '../portal/drivers-mutations.ts';
import { addressOf, leadOf, sideOf, useDoors, windowOf } from './stops.tsx';

/** Opens a stop on the way there; who drives to a delivery is in transit with all that is for that door. */
export async function goTo(row: OrderRow, stop: ShownStop['stop'], others: readonly Order[] = []): Promise<void> {
  await openOwnOrder(row);
  const order = portal.getState().orders.get(row.id)?.order;
  if (!order || stop !== 'delivery') return;
  await leaveFor([order, ...others.filter(({ id }) => id !== order.id)]);
}

export interface NextStop {
  /** Its address in one line, how soon it is expected, and until when it was promised. */
  where: string;
  open: () => Promise<void>;
}
/**
 * The next stop of the driver's day when it is of another order. It is offered and never opens unasked: a button would
 * be another one under the thumb.
 */
export function useNextStop(orderId: number): NextStop | undefined {
  const kept = usePortal().notes.myDay;
  const door = nextOf(useDoors(kept));
  const next = door && leadOf(door);
  const row = kept?.rows.find(({ id }) => id === next?.order.id);
  if (!next || !row || (door && openIn(door).some(({ order }) => order.id === orderId))) return undefined;
  const window = windowOf(next);
  const minutes = sideOf(next) === 'delivery' ? minutesUntil(next.present?.eta?.from) : undefined;
  const where = [
    oneLine(addressOf(next)),
    ...(minutes === undefined ? [] : [t('{minutes} min', { minutes })]),
    ...(window ? [t('by {time}', { time: formatTime(window.to) })] : []),
  ].join(' · ');
  const open = async () => {
    await portal.finish(orderId);
    await openOwnOrder(row);
    scrollTo({ top: 0 });
  };
  return { where, open };
}

/** Whole minutes until a moment that has not come yet. */
function minutesUntil(moment: string | undefined): number | undefined {
  const left = moment === undefined ? 0 : Math.round((Date.parse(moment) - Date.now()) / 60_000);
  return left > 0 ? left : undefined;
}
