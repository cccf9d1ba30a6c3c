import { describe, expect, it } from 'vitest';
import {
  canMoveOrder,
  displayOrderStatus,
  findOrderMove,
  type MoveBy,
  type Mover,
  mayMoveOrder,
  nextOrderStatuses,
  type OrderStatus,
  orderMoves,
  orderStatuses,
  signatureKindFor,
  trackingProgress,
} from './order-status.ts';

/** Every pair that may be, with who may ask for it and how; each other pair is refused to everyone. */
const allowed: Record<OrderStatus, Partial<Record<OrderStatus, Partial<Record<MoveBy, readonly Mover[]>>>>> = {
  pending: {
    assigned: { assign: ['staff'] },
    picked_up: { signature: ['code', 'driver'], attempt: ['staff', 'driver', 'code'] },
    cancelled: { status: ['staff'] },
  },
  assigned: {
    pending: { unassign: ['staff'] },
    picked_up: { signature: ['code', 'driver'], attempt: ['staff', 'driver', 'code'] },
    in_transit: { status: ['staff', 'driver'] },
    cancelled: { status: ['staff'] },
  },
  picked_up: {
    in_transit: { status: ['staff', 'driver', 'code'] },
    cancelled: { status: ['staff'], return: ['staff', 'driver', 'code'] },
  },
  in_transit: {
    delivered: {
      status: ['staff', 'driver'],
      signature: ['code', 'driver'],
      attempt: ['staff', 'driver', 'code'],
    },
    cancelled: { status: ['staff'], return: ['staff', 'driver', 'code'] },
  },
  delivered: {},
  cancelled: {},
};
const ways: readonly MoveBy[] = ['status', 'assign', 'unassign', 'signature', 'attempt', 'return'];
const movers: readonly Mover[] = ['staff', 'driver', 'code'];

describe('S04 the order’s moves', () => {
  for (const from of orderStatuses) {
    for (const to of orderStatuses) {
      const by = allowed[from][to];
      it(`S04 ${by ? 'allows' : 'refuses'} ${from} → ${to}, to exactly whom it should`, () => {
        expect(canMoveOrder(from, to)).toBe(by !== undefined);
        for (const how of ways)
          for (const mover of movers)
            expect(mayMoveOrder(from, to, how, mover)).toBe(by?.[how]?.includes(mover) ?? false);
      });
    }
  }

  it('S04 names each pair once, and asks for a driver where one must carry the order', () => {
    expect(new Set(orderMoves.map(({ from, to }) => `${from} ${to}`)).size).toBe(orderMoves.length);
    expect(orderMoves.filter(({ condition }) => condition === 'driver')).toEqual([
      findOrderMove('pending', 'assigned'),
      findOrderMove('assigned', 'in_transit'),
    ]);
    expect(nextOrderStatuses('delivered')).toEqual([]);
    expect(nextOrderStatuses('cancelled')).toEqual([]);
  });
});

describe('what people see of an order', () => {
  it('T10 shows created for a pending order without a driver, and underscores as spaces', () => {
    expect(displayOrderStatus('pending', false)).toBe('created');
    expect(displayOrderStatus('pending', true)).toBe('pending');
    expect(displayOrderStatus('in_transit', true)).toBe('in transit');
  });

  it('asks for the pickup signature before pickup and the delivery signature in transit, and for none otherwise', () => {
    expect(Object.fromEntries(orderStatuses.map((status) => [status, signatureKindFor(status)]))).toEqual({
      pending: 'pickup',
      assigned: 'pickup',
      picked_up: undefined,
      in_transit: 'delivery',
      delivered: undefined,
      cancelled: undefined,
    });
  });

  it('K10 counts a pending or created order with every item picked up as picked up, and an unknown status as before the first step', () => {
    const picked = [{ isPickedUp: true }, { isPickedUp: true }];
    const half = [{ isPickedUp: true }, { isPickedUp: false }];
    expect(trackingProgress('pending', picked)).toBe(1);
    expect(trackingProgress('created', picked)).toBe(1);
    expect(trackingProgress('pending', half)).toBe(0);
    expect(trackingProgress('pending', [])).toBe(0);
    expect(trackingProgress('picked_up', half)).toBe(1);
    expect(trackingProgress('in_transit', half)).toBe(2);
    expect(trackingProgress('delivered', picked)).toBe(3);
    expect(trackingProgress('cancelled', picked)).toBe(-1);
    expect(trackingProgress('lost_at_sea', picked)).toBe(-1);
  });
});
