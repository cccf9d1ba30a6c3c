// Which stops are one stop: the phone, the board, the server and its papers ask the same, without a schema.
import type { DayStop, StopKind } from '../../base/time/day-rules.ts';

interface Window {
  from: string;
  to: string;
}
interface Addressed {
  pickupAddress: string;
  deliveryAddress: string;
}
interface Reached extends Addressed {
  customerName: string;
  customerPhone: string | null;
  pickupContact: { name: string | null; phone: string | null } | null;
  deliveryContact: { name: string | null; phone: string | null } | null;
  pickupWindow: Window | null;
  deliveryWindow: Window | null;
}

/** The address of a stop, however it is written: case, commas and lines make no other one. */
export const addressOf = (order: Addressed, stop: StopKind): string =>
  (stop === 'pickup' ? order.pickupAddress : order.deliveryAddress)
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim();

const plain = (text: string | null) => (text ?? '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
const digits = (phone: string | null) => (phone ?? '').replaceAll(/\D/g, '');
/** What tells one door from another: what is done there, the address, and who is met. */
function doorKey(order: Reached, stop: StopKind): string {
  const contact = stop === 'pickup' ? order.pickupContact : order.deliveryContact;
  const [name, phone] = contact ? [contact.name, contact.phone] : [order.customerName, order.customerPhone];
  return [stop, addressOf(order, stop), plain(name), digits(phone)].join('\n');
}

interface Planned extends DayStop {
  isDone: boolean;
  /** Absent: in an order that somebody has said. */
  isPlaced?: boolean;
}
interface Door<S> {
  key: string;
  stop: StopKind;
  /** When all of it can be kept; null: nothing was promised. */
  window: Window | null;
  stops: S[];
}
const isOpen = ({ isDone }: Planned) => !isDone;
const isLoose = ({ isPlaced }: Planned) => isPlaced === false;

/** The time of both windows; undefined when they have none in common. */
function meet(one: Window | null, other: Window | null): Window | null | undefined {
  if (!one || !other) return one ?? other;
  const [, from = one.from] = [one.from, other.from].toSorted();
  const [to = one.to] = [one.to, other.to].toSorted();
  return from < to ? { from, to } : undefined;
}
/** One door of two; undefined for two doors, and for windows that nobody keeps in one visit. */
function joined<S>(one: Door<S>, other: Door<S>): Door<S> | undefined {
  const window = one.key === other.key ? meet(one.window, other.window) : undefined;
  return window === undefined ? undefined : { ...one, window, stops: [...one.stops, ...other.stops] };
}

/** Joins what follows one another among those that `counts` names. */
function joinNext<S>(doors: readonly Door<S>[], counts: (door: Door<S>) => boolean): Door<S>[] {
  const all: Door<S>[] = [];
  let last = -1;
  for (const door of doors) {
    const before = all[last];
    const whole = before && counts(door) ? joined(before, door) : undefined;
    if (whole) all[last] = whole;
    else {
      all.push(door);
      if (counts(door)) last = all.length - 1;
    }
  }
  return all;
}

/**
 * Joins stops that nobody has put in an order, those that `counts` names: those of one door and time are made together,
 * pickups with the first of them and deliveries with the last.
 */
function joinLoose<S extends Planned>(doors: readonly Door<S>[], counts: (stop: S) => boolean): Door<S>[] {
  const groups: { door: Door<S>; places: number[] }[] = [];
  for (const [at, door] of doors.entries()) {
    const whole = door.stops.every(counts)
      ? groups.findIndex((group) => group.door.stops.every(counts) && joined(group.door, door))
      : -1;
    const group = groups[whole];
    if (group) Object.assign(group, { door: joined(group.door, door), places: [...group.places, at] });
    else groups.push({ door, places: [at] });
  }
  const placeOf = ({ door, places }: (typeof groups)[number]): number => {
    const open = places.filter((at) => doors[at]?.stops.some(isOpen));
    const some = open.length > 0 ? open : places;
    return (door.stop === 'pickup' ? some[0] : some.at(-1)) ?? 0;
  };
  return groups.toSorted((one, other) => placeOf(one) - placeOf(other)).map(({ door }) => door);
}

/**
 * The doors of a day: stops of one kind at the same address and with the same person are one, where they follow one
 * another and can be kept in one visit. What is done between them does not part them. Stops that nobody has put in an
 * order are joined when they are done, as one follows the other by chance; with `joinsLoose` the open ones too.
 */
export function doorsOf<S extends Planned>(
  stops: readonly S[],
  orders: ReadonlyMap<number, Reached>,
  { joinsLoose = false } = {},
): S[][] {
  const single = stops.flatMap((stop): Door<S>[] => {
    const order = orders.get(stop.orderId);
    if (!order) return [];
    const window = order[`${stop.stop}Window`];
    return [{ key: doorKey(order, stop.stop), stop: stop.stop, window, stops: [stop] }];
  });
  const loose = joinLoose(single, (stop) => isLoose(stop) && (joinsLoose || stop.isDone));
  const next = joinNext(loose, () => true);
  return joinNext(next, (door) => door.stops.some(isOpen)).map((door) => door.stops);
}

/** What a list of stops adds up to; a door counts once, and so does an order, however many of its stops are in the list. */
export function totalsOfStops<S extends Planned>(
  stops: readonly S[],
  orders: ReadonlyMap<number, Reached & { parcels: number }>,
): { stops: number; stopsDone: number; orders: number; parcels: number } {
  const carried = new Set(stops.map(({ orderId }) => orderId));
  const doors = doorsOf(stops, orders);
  return {
    stops: doors.length,
    stopsDone: doors.filter((door) => !door.some(isOpen)).length,
    orders: carried.size,
    parcels: [...carried].reduce((sum, id) => sum + (orders.get(id)?.parcels ?? 0), 0),
  };
}

/** The same of stops in no order, as of orders that nobody has: those of one door follow one another. */
export const totalsOfLoose = (stops: readonly Planned[], orders: ReadonlyMap<number, Reached & { parcels: number }>) =>
  totalsOfStops(
    stops.toSorted((one, other) => {
      const [a, b] = [one, other].map(({ orderId, stop }) => {
        const order = orders.get(orderId);
        return order ? doorKey(order, stop) : '';
      });
      return (a ?? '').localeCompare(b ?? '');
    }),
    orders,
  );
