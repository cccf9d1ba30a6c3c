import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { startTransit } from '../order/way-links.tsx';
import { nextOf, type ShownStop } from '../outbox/planned-day.ts';
import { portal, usePortal, usePortalEvents } from '../outbox/portal.ts';
import { openOwnOrder } from '../portal/drivers-mutations.ts';
import { useStops } from './stops.tsx';

/** Opens a stop on the way there; who drives to a delivery is in transit. */
export async function goTo(row: OrderRow, stop: ShownStop['stop']): Promise<void> {
  await openOwnOrder(row);
  const order = portal.getState().orders.get(row.id)?.order;
  if (order && stop === 'delivery') await startTransit(order);
}

/** Opens the next stop of the driver's day when it is of another order; undefined when there is none. */
export function useNextStop(orderId: number): (() => Promise<void>) | undefined {
  const kept = usePortal().notes.myDay;
  const next = nextOf(useStops(kept));
  const row = kept?.rows.find(({ id }) => id === next?.order.id);
  if (!row || row.id === orderId) return undefined;
  return async () => {
    await portal.finish(orderId);
    await openOwnOrder(row);
    scrollTo({ top: 0 });
  };
}

/** Once a signature is final the next stop opens automatically, unless the driver is typing something here. */
export function useOpenNextWhenFinal(orderId: number, openNext: (() => Promise<void>) | undefined): void {
  usePortalEvents((event) => {
    if (event.type !== 'final' || event.entry.orderId !== orderId || event.entry.kind !== 'signature') return;
    const isTyping = [...portal.getState().drafts.values()].some((draft) => draft.orderId === orderId);
    if (!isTyping && portal.getState().notes.currentId === orderId) void openNext?.();
  });
}
