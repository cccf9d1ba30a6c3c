import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DayOrder, DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import { describe, expect, it } from 'vitest';
import { orderRow } from '../../../../../test/rows.ts';
import { showStops } from './planned-day.ts';
import { fromRow } from './storing/stored-order.ts';

const dayOrder = (id: number, status: DayOrder['status'] = 'assigned'): DayOrder => ({
  id,
  trackingNumber: `QF00000000000${id}`,
  status,
  driverId: 5,
  ...{ weightKg: null, needs: [], fixedStops: [] },
  customerName: 'Ada Sender',
  customerCompany: null,
  customerPhone: null,
  pickupAddress: '1 Pickup Street',
  deliveryAddress: '2 Delivery Road',
  pickupContact: null,
  deliveryContact: null,
  pickupWindow: null,
  deliveryWindow: null,
  pickupDay: '2026-03-02',
  deliveryDay: '2026-03-02',
  notes: null,
  driverNotes: null,
  parcels: 1,
  outcome: null,
  items: [],
  version: 1,
});
const stop = (orderId: number, kind: 'pickup' | 'delivery', isDone = false) => ({
  orderId,
  stop: kind,
  isDone,
  isPlaced: true,
});
const day: DriverDay = {
  day: '2026-03-02',
  driver: { id: 5, firstName: 'Robin', lastName: null, phone: null },
  version: 1,
  totals: { stops: 4, stopsDone: 0, orders: 2, parcels: 2 },
  startedAt: null,
  plannedFrom: null,
  plannedTo: null,
  breaks: [],
  endedAt: null,
  canSharePosition: false,
  stops: [stop(1, 'pickup'), stop(2, 'pickup'), stop(2, 'delivery'), stop(1, 'delivery')],
  orders: [dayOrder(1), dayOrder(2)],
};
const doneIn = (shown: Record<number, Order['status']>) =>
  showStops(day, (id) => (shown[id] ? fromRow(orderRow({ id, status: shown[id] })) : undefined)).map(
    ({ order, stop, isDone }) => `${stop} ${order.id}${isDone ? ' done' : ''}`,
  );

describe('the stops of a day on the phone', () => {
  it('P46 stay in the order that the office gave them, whatever is done first', () => {
    expect(doneIn({})).toEqual(['pickup 1', 'pickup 2', 'delivery 2', 'delivery 1']);
    expect(doneIn({ 2: 'delivered' })).toEqual(['pickup 1', 'pickup 2 done', 'delivery 2 done', 'delivery 1']);
  });

  it('P46 are done by what was done on this phone, before the office has heard of it', () => {
    for (const status of ['picked_up', 'in_transit'] as const)
      expect(doneIn({ 1: status })).toEqual(['pickup 1 done', 'pickup 2', 'delivery 2', 'delivery 1']);
    expect(doneIn({ 1: 'cancelled' })).toEqual(['pickup 1', 'pickup 2', 'delivery 2', 'delivery 1']);
  });

  it('P103 that failed wait for the office, each at its own place, until somebody tries again', () => {
    const failedIn = (outcome: Order['outcome'], status: Order['status']) =>
      showStops(day, (id) => (id === 2 ? { ...fromRow(orderRow({ id, status })), outcome } : undefined))
        .filter(({ failed }) => failed)
        .map(({ order, stop, failed }) => `${stop} ${order.id} ${failed}`);
    expect(failedIn('failed', 'assigned')).toEqual(['pickup 2 failed']);
    expect(failedIn('partial', 'in_transit')).toEqual(['delivery 2 partial']);
    expect(failedIn(null, 'in_transit')).toEqual([]);
    expect(failedIn('returning', 'in_transit')).toEqual([]);
    expect(failedIn('failed', 'cancelled')).toEqual([]);
  });

  it('P46 that the server counts as done are done, although this phone knows nothing of them', () => {
    const told = { ...day, stops: day.stops.map((known) => ({ ...known, isDone: known.stop === 'pickup' })) };
    expect(showStops(told, () => undefined).map(({ isDone }) => isDone)).toEqual([true, true, false, false]);
  });
});
