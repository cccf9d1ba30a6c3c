import type { HistoryAction } from '../../company/history/history-words.ts';
import { message, said } from '../../words/t.ts';

/** The order's states and moves. */
export const orderStatuses = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What a state means. Every question about a state that more than one place asks has its answer here. */
interface OrderFacts {
  /** Somebody still has to do something with it. */
  isOpen: boolean;
  /** Nothing happens to it any more. */
  isOver: boolean;
  isBeforePickup: boolean;
  /** The driver has its items: collected, and not handed over. */
  isCarried: boolean;
  /** Its items left the sender. */
  isPickedUp: boolean;
  /** Its items left for the delivery address. */
  hasLeft: boolean;
  isDelivered: boolean;
  /** It is part of what its customer ordered, and pays. */
  counts: boolean;
  /** The step of the tracking page that it has reached. */
  step: TrackingStep | undefined;
  /** What the customer may be asked to sign for now. */
  signature: SignatureKind | undefined;
}
/** The four steps of the tracking page. */
export const trackingSteps = ['created', 'picked_up', 'in_transit', 'delivered'] as const;
export type TrackingStep = (typeof trackingSteps)[number];
export type SignatureKind = 'pickup' | 'delivery';

const waiting: OrderFacts = {
  isOpen: true,
  isOver: false,
  isBeforePickup: true,
  isCarried: false,
  isPickedUp: false,
  hasLeft: false,
  isDelivered: false,
  counts: true,
  step: 'created',
  signature: 'pickup',
};
const carried: OrderFacts = {
  ...waiting,
  isBeforePickup: false,
  isCarried: true,
  isPickedUp: true,
  step: 'picked_up',
  signature: undefined,
};
/** A new state begins here: the compiler asks for its line, and then for it wherever states differ. */
export const orderFacts: Readonly<Record<OrderStatus, OrderFacts>> = {
  pending: waiting,
  assigned: waiting,
  picked_up: carried,
  in_transit: { ...carried, hasLeft: true, step: 'in_transit', signature: 'delivery' },
  delivered: {
    ...carried,
    isOpen: false,
    isOver: true,
    isCarried: false,
    hasLeft: true,
    isDelivered: true,
    step: 'delivered',
  },
  cancelled: {
    ...waiting,
    isOpen: false,
    isOver: true,
    isBeforePickup: false,
    counts: false,
    step: undefined,
    signature: undefined,
  },
};
type Yes = { [Fact in keyof OrderFacts]: OrderFacts[Fact] extends boolean ? Fact : never }[keyof OrderFacts];
/** The states of which something is so, for lists and for SQL. */
export const orderStatusesThat = (fact: Yes): OrderStatus[] =>
  orderStatuses.filter((status) => orderFacts[status][fact]);
export const isOrderStatus = (status: string): status is OrderStatus => Object.hasOwn(orderFacts, status);

export const openOrderStatuses: readonly OrderStatus[] = orderStatusesThat('isOpen');
/** Of a state that this release does not know, nothing is so. */
const isSo =
  (fact: Yes) =>
  (status: string): boolean =>
    isOrderStatus(status) && orderFacts[status][fact];
export const isOpenOrder = isSo('isOpen');
export const isBeforePickup = isSo('isBeforePickup');
export const isCarried = isSo('isCarried');
/** Whether a stop of an order is behind it. */
export const isStopDone = (status: OrderStatus, stop: 'pickup' | 'delivery'): boolean =>
  orderFacts[status].isDelivered || (stop === 'pickup' && orderFacts[status].isPickedUp);
/** The signature a driver is asked for now; none once nothing more is to be signed. */
export const signatureKindFor = (status: OrderStatus): SignatureKind | undefined => orderFacts[status].signature;

/** Who stands behind a move: staff (API keys that manage orders included), the signed-in driver, or the access code. */
export type Mover = 'staff' | 'driver' | 'code';
/**
 * How a caller may ask for a move: as a status, by assigning or unassigning a driver, by a customer's signature, by an
 * attempt without a required signature, or by returning everything to the sender.
 */
export type MoveBy = 'status' | 'assign' | 'unassign' | 'signature' | 'attempt' | 'return';
export interface OrderMove {
  from: OrderStatus;
  to: OrderStatus;
  by: Partial<Record<MoveBy, readonly Mover[]>>;
  /** What must hold besides the state itself. */
  condition: 'driver' | 'none';
  action: HistoryAction;
}

const anyMover: readonly Mover[] = ['staff', 'driver', 'code'];

const cancel = (from: OrderStatus): OrderMove => ({
  from,
  to: 'cancelled',
  by: { status: ['staff'], ...(isCarried(from) ? { return: anyMover } : {}) },
  condition: 'none',
  action: 'order.cancelled',
});

export const orderMoves: readonly OrderMove[] = [
  { from: 'pending', to: 'assigned', by: { assign: ['staff'] }, condition: 'driver', action: 'order.assigned' },
  {
    from: 'pending',
    to: 'picked_up',
    by: { signature: ['code', 'driver'], attempt: anyMover },
    condition: 'none',
    action: 'order.picked_up',
  },
  { from: 'assigned', to: 'pending', by: { unassign: ['staff'] }, condition: 'none', action: 'order.unassigned' },
  {
    from: 'assigned',
    to: 'picked_up',
    by: { signature: ['code', 'driver'], attempt: anyMover },
    condition: 'none',
    action: 'order.picked_up',
  },
  {
    from: 'assigned',
    to: 'in_transit',
    by: { status: ['staff', 'driver'] },
    condition: 'driver',
    action: 'order.in_transit',
  },
  {
    from: 'picked_up',
    to: 'in_transit',
    by: { status: ['staff', 'driver', 'code'] },
    condition: 'none',
    action: 'order.in_transit',
  },
  {
    from: 'in_transit',
    to: 'delivered',
    by: { status: ['staff', 'driver'], signature: ['code', 'driver'], attempt: anyMover },
    condition: 'none',
    action: 'order.delivered',
  },
  ...openOrderStatuses.map(cancel),
];

export const findOrderMove = (from: OrderStatus, to: OrderStatus): OrderMove | undefined =>
  orderMoves.find((move) => move.from === from && move.to === to);
export const canMoveOrder = (from: OrderStatus, to: OrderStatus): boolean => findOrderMove(from, to) !== undefined;
/** Whether `mover` may ask for the move in this way; the state machine's own answer is `canMoveOrder`. */
export const mayMoveOrder = (from: OrderStatus, to: OrderStatus, how: MoveBy, mover: Mover): boolean =>
  findOrderMove(from, to)?.by[how]?.includes(mover) ?? false;
export const nextOrderStatuses = (from: OrderStatus): OrderStatus[] =>
  orderMoves.filter((move) => move.from === from).map((move) => move.to);

const statusWords = said<OrderStatus | 'created'>({
  created: message('created'),
  pending: message('pending'),
  assigned: message('assigned'),
  picked_up: message('picked up'),
  in_transit: message('in transit'),
  delivered: message('delivered'),
  cancelled: message('cancelled'),
});
/** What people see: `created` for a pending order without a driver, underscores as spaces. */
export function displayOrderStatus(status: string, hasDriver: boolean): string {
  if (status === 'pending' && !hasDriver) return statusWords.created;
  return orderStatuses.some((known) => known === status)
    ? statusWords[status as OrderStatus]
    : status.replaceAll('_', ' ');
}

/**
 * Index of the step an order has reached, 0 to 3, or -1 for a status without a step (promise K10). Before pickup, an
 * order with every item picked up counts as picked up: only the signature is missing.
 */
export function trackingProgress(status: string, items: readonly { isPickedUp: boolean }[]): number {
  const known = status === 'created' ? 'pending' : status;
  const step = isOrderStatus(known) ? orderFacts[known].step : undefined;
  if (step === 'created') return items.length > 0 && items.every((item) => item.isPickedUp) ? 1 : 0;
  return step ? trackingSteps.indexOf(step) : -1;
}
