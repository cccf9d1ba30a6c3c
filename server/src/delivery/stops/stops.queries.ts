import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import type { StopKind } from '@quickfleet/shared/base/time/day-rules';
import { doorsOf } from '@quickfleet/shared/delivery/drivers/doors';
import { isStopDone } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { needsOf } from '@quickfleet/shared/delivery/stops/stop-needs';
import { stateOfStop } from '@quickfleet/shared/delivery/stops/stop-states';
import type { DriverStop, DriverStops } from '@quickfleet/shared/delivery/stops/stops';
import { IDS_MAX } from '@quickfleet/shared/limits';
import { findPlaces } from '../../company/places/places.queries.ts';
import { requireUser } from '../../http/caller/authorize.ts';
import type { AppContext } from '../../http/context.ts';
import { readOwnOrders } from '../orders/orders.queries.ts';
import { readDriverDay } from '../planning/planning.queries.ts';
import { findWishes, type Wish } from '../requests/requests.queries.ts';

type Span = { from: string; to: string };
const spanOf = (order: OrderView, kind: StopKind): Span | null =>
  kind === 'pickup' ? order.pickupWindow : order.deliveryWindow;
/** The time in which all of them are kept; of windows that have none, the one that ends first. */
function strictest(spans: readonly (Span | null)[]): Span | null {
  const [first, ...others] = spans.filter((span) => span !== null).toSorted((a, b) => (a.to < b.to ? -1 : 1));
  if (!first) return null;
  const from =
    [first, ...others]
      .map((span) => span.from)
      .toSorted()
      .at(-1) ?? first.from;
  return { from: from < first.to ? from : first.from, to: first.to };
}

const contactAt = (order: OrderView, kind: StopKind): StopContact =>
  (kind === 'pickup' ? order.pickupContact : order.deliveryContact) ?? {
    name: order.customerName,
    company: order.customerCompany,
    phone: order.customerPhone,
    email: null,
    notes: null,
  };

export const isFailedAt = ({ status, outcome, attempts }: OrderView, kind: StopKind): boolean => {
  if (isStopDone(status, kind) || outcome === null) return false;
  return outcome === 'returning' || attempts.findLast((one) => one.number !== null)?.stop === kind;
};

const idOf = (kind: StopKind, orders: readonly { id: number }[]) => [kind, ...orders.map(({ id }) => id)].join('-');

function stopOf(
  kind: StopKind,
  orders: readonly OrderView[],
  wishes: ReadonlyMap<number, Wish[]>,
): Omit<DriverStop, 'place'> | undefined {
  const [first] = orders;
  if (!first) return undefined;
  const etas = kind === 'delivery' ? orders.flatMap(({ eta }) => eta ?? []) : [];
  const [expected] = etas.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return {
    id: idOf(kind, orders),
    kind,
    address: kind === 'pickup' ? first.pickupAddress : first.deliveryAddress,
    contact: contactAt(first, kind),
    window: strictest(orders.map((order) => spanOf(order, kind))),
    expected: expected ? { from: expected.from, to: expected.to } : null,
    state: stateOfStop(
      orders.map((order) => ({ isDone: isStopDone(order.status, kind), isFailed: isFailedAt(order, kind) })),
    ),
    orders: orders.map((order) => ({
      orderId: order.id,
      trackingNumber: order.trackingNumber,
      parcels: order.parcels,
      items: order.items,
      needs: needsOf(order, kind),
      wishes: kind === 'delivery' ? (wishes.get(order.id) ?? []).map(({ orderId: _, ...wish }) => wish) : [],
    })),
  };
}

/** Parts of a door that one call can name. */
const chunks = <S>(door: readonly S[]): S[][] =>
  Array.from({ length: Math.ceil(door.length / IDS_MAX) }, (_, at) => door.slice(at * IDS_MAX, (at + 1) * IDS_MAX));

/** The signed-in driver's doors of a day, in order. */
export async function readStops(ctx: AppContext, input: { day?: string | undefined }): Promise<DriverStops> {
  const { id } = requireUser(ctx);
  const { day, stops, orders: planned } = await readDriverDay(ctx, { id, day: input.day });
  const doors = doorsOf(stops, new Map(planned.map((order) => [order.id, order])), { joinsLoose: true }).flatMap(
    chunks,
  );
  const ids = planned.map((order) => order.id);
  const orders = new Map((await readOwnOrders(ctx, ids)).map((order) => [order.id, order]));
  const wishes = Map.groupBy(await findWishes(ctx, ids), ({ orderId }) => orderId);
  const read = doors.flatMap((door) => {
    const [first] = door;
    const at = door.flatMap(({ orderId }) => orders.get(orderId) ?? []);
    return (first && stopOf(first.stop, at, wishes)) ?? [];
  });
  const places = await findPlaces(ctx, [...new Set(read.map(({ address }) => address))]);
  return { day, data: read.map((stop) => ({ ...stop, place: places.get(stop.address) ?? null })) };
}
