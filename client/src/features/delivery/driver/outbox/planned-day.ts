// The day of a signed-in driver: stops in order, what was done here, start and end. The last reading works offline.

import { doorsOf } from '@quickfleet/shared/delivery/drivers/doors';
import { isOpenOrder, isStopDone, type OrderStatus, orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { waitsForOffice } from '@quickfleet/shared/delivery/planning/next-stop';
import type { DayOrder, DriverDay, PlannedStop } from '@quickfleet/shared/delivery/planning/planning';
import { keepPlacePhotos } from './place-photos.ts';
import type { PortalStore } from './portal-store.ts';
import { classifyAnswer, listOfDay, listOwn, readDay, readStops, sendShift } from './sending/calls.ts';
import type { KeptDay, Shift } from './storing/contents.ts';
import { newestRows } from './storing/stored-order.ts';

export interface ShownStop {
  order: DayOrder;
  stop: PlannedStop['stop'];
  isDone: boolean;
  /** In an order that somebody has said. */
  isPlaced: boolean;
  /** It was tried and failed, wholly or in part: it waits for the office's decision. */
  failed?: 'failed' | 'partial' | undefined;
  /** What could not be delivered goes back to the pickup address. */
  isReturn?: true | undefined;
  /** The order in full, with what waits to be sent; undefined where this phone has it no longer. */
  present: Order | undefined;
}

/** Where an order is due: its pickup until it was picked up, and then its delivery. */
export const dueStop = (status: OrderStatus): PlannedStop['stop'] =>
  orderFacts[status].isPickedUp ? 'delivery' : 'pickup';

/**
 * The stops as the driver knows them: what was done on this phone counts before it is sent. `shown` returns an order
 * with everything that waits to be sent, if this phone has it.
 */
export function showStops({ stops, orders }: DriverDay, shown: (orderId: number) => Order | undefined): ShownStop[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return stops.flatMap(({ orderId, stop, isDone, isPlaced }) => {
    const order = byId.get(orderId);
    if (!order) return [];
    const present = shown(orderId);
    const status = present?.status ?? order.status;
    const isBehind = isDone || isStopDone(status, stop);
    const shownStop = { order: { ...order, status }, stop, isDone: isBehind, isPlaced, present };
    const outcome = isOpenOrder(status) && stop === dueStop(status) ? (present ?? order).outcome : undefined;
    if (outcome === 'returning') return [{ ...shownStop, isReturn: true }];
    return [waitsForOffice(outcome) ? { ...shownStop, failed: outcome } : shownStop];
  });
}

/** Stops of one kind that are made at one door in one go. */
export interface ShownDoor {
  /** Of its first stop, so that it stays while others join it. */
  key: string;
  kind: PlannedStop['stop'];
  /** At least one. */
  stops: ShownStop[];
  isDone: boolean;
  /** All that is left of it was tried and failed. */
  isFailed: boolean;
}

export function doorsIn(stops: readonly ShownStop[]): ShownDoor[] {
  const named = stops.map((shown) => ({ ...shown, orderId: shown.order.id }));
  const doors = doorsOf(named, new Map(stops.map(({ order }) => [order.id, order])), { joinsLoose: true });
  // A return goes to another address than the deliveries at this door.
  const apart = doors.flatMap((made) => [
    made.filter(({ isReturn }) => !isReturn),
    ...made.filter(({ isReturn }) => isReturn).map((shown) => [shown]),
  ]);
  return apart.flatMap((made) => {
    const [first] = made;
    if (!first) return [];
    const left = made.filter(({ isDone }) => !isDone);
    const isFailed = left.length > 0 && left.every(({ failed }) => failed);
    return [
      { key: `${first.stop} ${first.orderId}`, kind: first.stop, stops: made, isDone: left.length === 0, isFailed },
    ];
  });
}

/** The first door at which something can be done; an order with a failed pickup is not delivered. */
export function nextOf(doors: readonly ShownDoor[]): ShownDoor | undefined {
  const waiting = new Set(
    doors.flatMap(({ stops }) => stops.filter(({ failed }) => failed).map(({ order }) => order.id)),
  );
  return doors.find(({ stops }) => stops.some(({ order, isDone }) => !isDone && !waiting.has(order.id)));
}
/** What of a door can be done now, its first one leads. */
export const openIn = ({ stops }: ShownDoor): ShownStop[] => stops.filter(({ isDone, failed }) => !isDone && !failed);

export class DriverLists {
  readonly #store: PortalStore;
  readonly #showReach: (isReachable: boolean) => void;

  constructor(store: PortalStore, showReach: (isReachable: boolean) => void) {
    this.#store = store;
    this.#showReach = showReach;
  }

  get #day(): KeptDay | undefined {
    return this.#store.state.notes.myDay;
  }

  readDeliveries(driverId: number): Promise<OrderRow[]> {
    return this.#read('deliveries', async () => {
      const rows = await listOwn(driverId);
      this.#showReach(true);
      await this.#store.changeNotes((notes) => {
        const known = notes.deliveries?.driverId === driverId ? notes.deliveries.rows : [];
        return { ...notes, deliveries: { driverId, rows: newestRows(rows, known) } };
      });
      return rows;
    });
  }

  readDay(driverId: number): Promise<DriverDay> {
    return this.#read('myDay', async () => {
      await this.#sendShift(driverId);
      const day = await readDay(driverId);
      const rows = this.#rowsOf(day) ?? (await listOfDay(driverId, day.day));
      this.#showReach(true);
      await this.#keepDay(driverId, day, rows);
      void this.#keepStops(driverId, day.day);
      void keepPlacePhotos(this.#store);
      return day;
    });
  }

  /** Rejects when reading fails, and drops the stored list when the right has ended. */
  async #read<T>(list: 'deliveries' | 'myDay', read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      const answer = classifyAnswer(error);
      if (answer === 'unreachable') this.#showReach(false);
      if ((answer === 'reopen' || answer === 'refused') && this.#store.state.notes[list])
        await this.#store.changeNotes((notes) => ({ ...notes, [list]: undefined }));
      throw error;
    }
  }

  /** The day's orders in full as they lie on the phone, unless one of them is new or has changed since. */
  #rowsOf({ orders }: DriverDay): OrderRow[] | undefined {
    const rows = this.#day?.rows ?? [];
    const isKept = ({ id, version }: DayOrder) => rows.some((row) => row.id === id && row.version === version);
    return orders.every(isKept) ? rows.filter((row) => orders.some(({ id }) => id === row.id)) : undefined;
  }

  #keepDay(driverId: number, day: DriverDay, rows: OrderRow[]): Promise<void> {
    return this.#store.changeNotes((notes) => {
      const known = notes.myDay?.driverId === driverId ? notes.myDay : undefined;
      const shift = known?.shift && (!known.shift.isTold || known.shift.day === day.day) ? known.shift : undefined;
      const kept = newestRows(rows, known?.rows);
      const stops = known?.day.day === day.day ? known.stops : undefined;
      return { ...notes, myDay: { driverId, day, rows: kept, stops, readAt: new Date().toISOString(), shift } };
    });
  }

  /** Wishes and places help, and nobody waits for them: without an answer what was known stays. */
  async #keepStops(driverId: number, day: string): Promise<void> {
    const stops = await readStops(day).catch(() => undefined);
    if (!stops) return;
    await this.#store.changeNotes((notes) =>
      notes.myDay?.driverId === driverId && notes.myDay.day.day === day
        ? { ...notes, myDay: { ...notes.myDay, stops } }
        : notes,
    );
  }

  /** Stores start or end of the day (undefined takes it back), and reports it as soon as that works. */
  async markDay(driverId: number, what: 'startedAt' | 'endedAt', at: string | undefined): Promise<void> {
    const kept = this.#day;
    if (kept?.driverId !== driverId) return;
    await this.#store.changeNotes((notes) => {
      if (!notes.myDay) return notes;
      const { shift, day } = notes.myDay;
      const known = shift?.day === day.day ? shift : { day: day.day, startedAt: day.startedAt ?? undefined };
      return { ...notes, myDay: { ...notes.myDay, shift: { ...known, [what]: at, isTold: false } } };
    });
    await this.#sendShift(driverId).catch((error: unknown) => {
      if (classifyAnswer(error) === 'unreachable') this.#showReach(false);
    });
  }

  /** What the server refuses for good is not sent again with every reading of the day. */
  async #sendShift(driverId: number): Promise<void> {
    const kept = this.#day;
    if (kept?.driverId !== driverId || !kept.shift || kept.shift.isTold) return;
    const { isTold: _, ...shift } = kept.shift;
    try {
      await sendShift(driverId, shift);
    } catch (error) {
      if (classifyAnswer(error) !== 'refused') throw error;
    }
    await this.#store.changeNotes((notes) =>
      notes.myDay?.shift && isSame(notes.myDay.shift, shift)
        ? { ...notes, myDay: { ...notes.myDay, shift: { ...shift, isTold: true } } }
        : notes,
    );
  }
}

const isSame = (one: Shift, other: Shift): boolean =>
  one.day === other.day && one.startedAt === other.startedAt && one.endedAt === other.endedAt;
