import type { LeavePlace } from '@quickfleet/shared/company/request-kinds';
import { isOpenOrder, signatureKindFor } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverStop } from '@quickfleet/shared/delivery/stops/stops';
import { useMemo } from 'react';
import { useDoors } from '../day/stops.tsx';
import { dueStop, type ShownDoor } from '../outbox/planned-day.ts';
import { usePortal } from '../outbox/portal.ts';
import type { KeptDay, Notes } from '../outbox/storing/contents.ts';
import { type Entry, isFor } from '../outbox/storing/entries.ts';
import { withProof } from '../outbox/storing/stored-order.ts';
import { joinNeeds, mayLeaveAt, missingFirst, needsAt } from './needs.ts';

type Line = DriverStop['orders'][number];
export type Wish = Line['wishes'][number];

/** An order of the stop on the screen. */
export interface OrderAtStop {
  order: Order;
  wishes: readonly Wish[];
  /** Its part of the stop can be done now. */
  isOpen: boolean;
  isLeftOut: boolean;
}
/** The stop on the screen: a door with one order or several. */
export interface OpenStop {
  kind: ShownDoor['kind'];
  all: OrderAtStop[];
  /** What the next action is for: all that is open and not left out, the order on the screen first. */
  acting: Order[];
  needs: ReturnType<typeof joinNeeds>;
  /** Where all of it may be left, as was wished and as the rules allow. */
  leaveAt: LeavePlace | undefined;
}

const lineOf = (kept: KeptDay | undefined, kind: OpenStop['kind'], orderId: number): Line | undefined =>
  kept?.stops
    ?.filter((stop) => stop.kind === kind)
    .flatMap(({ orders }) => orders)
    .find((line) => line.orderId === orderId);

const canBeDone = ({ status, outcome }: Order, kind: OpenStop['kind']): boolean =>
  outcome === null && (signatureKindFor(status) === kind || (kind === 'delivery' && status === 'picked_up'));

const isAgreed = ({ kind, state }: Wish) => kind === 'leave_at' && state === 'accepted';

/** What the stop of an order consists of, as this phone knows it. */
export function stopOf(
  order: Order,
  doors: readonly ShownDoor[],
  { notes, entries }: { notes: Pick<Notes, 'stop' | 'myDay'>; entries: readonly Entry[] },
): OpenStop {
  const kind = dueStop(order.status);
  const door = doors.find((one) => one.kind === kind && one.stops.some((stop) => stop.order.id === order.id));
  const present = door?.stops.flatMap(({ present: other, order: { id } }) => (id === order.id ? order : (other ?? [])));
  const all = (present ?? [order]).map((one): OrderAtStop => {
    const whole = withProof(one);
    return {
      order: whole,
      wishes: lineOf(notes.myDay, kind, whole.id)?.wishes ?? [],
      isOpen: canBeDone(whole, kind),
      isLeftOut: notes.stop?.leftOut.includes(whole.id) ?? false,
    };
  });
  const counted = all.filter(({ isOpen, isLeftOut }) => isOpen && !isLeftOut);
  const acting = counted
    .map((one) => one.order)
    .toSorted((one, other) => Number(other.id === order.id) - Number(one.id === order.id));
  const places = counted.map(({ wishes, order: one }) =>
    mayLeaveAt(one, kind) ? wishes.find(isAgreed)?.place : undefined,
  );
  const [place] = places;
  return {
    kind,
    all,
    acting,
    needs: joinNeeds(acting.map((one) => needsAt(one, kind, entries, lineOf(notes.myDay, kind, one.id)?.needs))),
    leaveAt: place && places.every((other) => other === place) ? place : undefined,
  };
}

/** The stop of the order on the screen; undefined for an order that a code opened, which is alone. */
export function useOpenStop(order: Order, isStop: boolean): OpenStop | undefined {
  const { notes, entries } = usePortal();
  const doors = useDoors(notes.myDay);
  return useMemo(
    () => (isStop && order.outcome !== 'returning' ? stopOf(order, doors, { notes, entries }) : undefined),
    [order, isStop, doors, notes, entries],
  );
}

/**
 * What the bar acts on: what counts at the stop. An order that is over, or left out, gives way to the others; one that
 * failed is still done alone.
 */
export function actingFor(order: Order, { acting, all }: OpenStop): readonly Order[] {
  const isAmong = acting.some(({ id }) => id === order.id);
  const isLeftOut = all.some((one) => one.order.id === order.id && one.isLeftOut);
  return acting.length > 0 && (isAmong || isLeftOut || !isOpenOrder(order.status)) ? acting : [order];
}
/** What waits for the stop on the screen, the order's own first. */
export function entriesAt(entries: readonly Entry[], { all }: OpenStop, order: Order): Entry[] {
  return entries.filter((entry) => isFor(entry, order.id) || all.some((one) => isFor(entry, one.order.id)));
}

/** What is missing before the signature, over all orders that the action is for. */
export function missingAt(
  orders: readonly Order[],
  kind: OpenStop['kind'],
  { notes, entries }: { notes: Pick<Notes, 'myDay'>; entries: readonly Entry[] },
) {
  return [
    ...new Set(
      orders.flatMap((order) => missingFirst(order, kind, entries, lineOf(notes.myDay, kind, order.id)?.needs)),
    ),
  ];
}

/** What was wished of the orders that the action is for, each once. */
export const wishesOf = ({ all, acting }: OpenStop): Wish[] => {
  const own = all.filter(({ order }) => acting.some(({ id }) => id === order.id)).flatMap(({ wishes }) => wishes);
  return own.filter((wish, at) => own.findIndex(({ words }) => words === wish.words) === at);
};
export const wasWishedLeft = (stop: OpenStop | undefined): Wish | undefined => stop && wishesOf(stop).find(isAgreed);
