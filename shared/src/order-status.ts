/** The order's states and moves. */
export const orderStatuses = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Who stands behind a move: staff (API keys that manage orders included), the signed-in driver, or the access code. */
export type Mover = 'staff' | 'driver' | 'code';
/**
 * How a move may be asked for: as a status, by giving a driver or taking it away, by a customer's signature, by an
 * attempt whose rules ask for no signature, or by bringing everything back to the sender.
 */
export type MoveBy = 'status' | 'assign' | 'unassign' | 'signature' | 'attempt' | 'return';
export interface OrderMove {
  from: OrderStatus;
  to: OrderStatus;
  by: Partial<Record<MoveBy, readonly Mover[]>>;
  /** What must hold besides the state itself. */
  condition: 'driver' | 'none';
  action: string;
}

const anyMover: readonly Mover[] = ['staff', 'driver', 'code'];

const cancel = (from: OrderStatus): OrderMove => ({
  from,
  to: 'cancelled',
  by: { status: ['staff'], ...(from === 'picked_up' || from === 'in_transit' ? { return: anyMover } : {}) },
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
  cancel('pending'),
  cancel('assigned'),
  cancel('picked_up'),
  cancel('in_transit'),
];

export const findOrderMove = (from: OrderStatus, to: OrderStatus): OrderMove | undefined =>
  orderMoves.find((move) => move.from === from && move.to === to);
export const canMoveOrder = (from: OrderStatus, to: OrderStatus): boolean => findOrderMove(from, to) !== undefined;
/** Whether `mover` may ask for the move in this way; the state machine's own answer is `canMoveOrder`. */
export const mayMoveOrder = (from: OrderStatus, to: OrderStatus, how: MoveBy, mover: Mover): boolean =>
  findOrderMove(from, to)?.by[how]?.includes(mover) ?? false;
export const nextOrderStatuses = (from: OrderStatus): OrderStatus[] =>
  orderMoves.filter((move) => move.from === from).map((move) => move.to);

export const openOrderStatuses = [
  'pending',
  'assigned',
  'picked_up',
  'in_transit',
] as const satisfies readonly OrderStatus[];
export const isOpenOrder = (status: OrderStatus): boolean =>
  (openOrderStatuses as readonly OrderStatus[]).includes(status);
export const isBeforePickup = (status: OrderStatus): boolean => status === 'pending' || status === 'assigned';

/** What people see: `created` for a pending order without a driver, underscores as spaces. */
export const displayOrderStatus = (status: string, hasDriver: boolean): string =>
  status === 'pending' && !hasDriver ? 'created' : status.replaceAll('_', ' ');

/** The signature a driver is asked for now; none once nothing more is to be signed. */
export type SignatureKind = 'pickup' | 'delivery';
export const signatureKindFor = (status: OrderStatus): SignatureKind | undefined => {
  if (isBeforePickup(status)) return 'pickup';
  return status === 'in_transit' ? 'delivery' : undefined;
};

/** The four steps of the tracking page. */
export const trackingSteps = ['created', 'picked_up', 'in_transit', 'delivered'] as const;
export type TrackingStep = (typeof trackingSteps)[number];

/**
 * Index of the step an order has reached, 0 to 3, or -1 for a status that is none of the steps (promise K10). Before
 * pickup, an order whose every item is picked up counts as picked up: its pickup is only not signed for yet.
 */
export function trackingProgress(status: string, items: readonly { isPickedUp: boolean }[]): number {
  if (status === 'pending' || status === 'created' || status === 'assigned')
    return items.length > 0 && items.every((item) => item.isPickedUp) ? 1 : 0;
  return (trackingSteps as readonly string[]).indexOf(status);
}
