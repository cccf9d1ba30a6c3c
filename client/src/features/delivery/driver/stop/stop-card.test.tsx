import 'fake-indexeddb/auto';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { orderItem, wholeOrder } from '../../../../../test/rows.ts';
import { OrderActions } from '../order/order-actions.tsx';
import { doorsIn, type ShownStop } from '../outbox/planned-day.ts';
import { portal } from '../outbox/portal.ts';
import type { Entry } from '../outbox/storing/entries.ts';
import { StopCard } from './stop-card.tsx';
import { actingFor, type OpenStop, stopOf, type Wish } from './use-open-stop.ts';

const rosa = { name: 'Rosa', company: null, phone: '+15550100202', email: null, notes: null };
const rules = (more: Partial<Order['proof']['delivery']>): Order['proof'] => {
  const { proof } = wholeOrder();
  return { ...proof, delivery: { ...proof.delivery, isSaid: true, ...more } };
};
const make = (id: number, more: Partial<Order> = {}): Order =>
  wholeOrder({
    id,
    trackingNumber: `QF00000000000${id}`,
    status: 'in_transit',
    customerName: `Customer ${id}`,
    deliveryAddress: '12 Kiln Lane',
    deliveryContact: rosa,
    items: [orderItem({ id, name: `Box ${id}`, isPickedUp: true })],
    ...more,
  });
const shownAs = (order: Order): ShownStop => ({
  order: { ...order, fixedStops: [], pickupDay: null, deliveryDay: null },
  stop: 'delivery',
  isDone: order.status === 'delivered',
  isPlaced: true,
  present: order,
});
const neighbour: Wish = {
  ...{ kind: 'leave_at', place: 'neighbour', words: 'Leave with a neighbour: Lee', state: 'accepted' },
};
interface Given {
  wishes?: Record<number, Wish[]>;
  leftOut?: number[];
  entries?: Entry[];
}
/** The stop of these orders, the first one on the screen. */
function stopWith(orders: [Order, ...Order[]], { wishes = {}, leftOut = [], entries = [] }: Given = {}): OpenStop {
  const lines = orders.map(({ id, trackingNumber, parcels, items }) => ({
    ...{ orderId: id, trackingNumber, parcels, items, needs: [], wishes: wishes[id] ?? [] },
  }));
  const stops = [{ kind: 'delivery', orders: lines }] as never;
  return stopOf(orders[0], doorsIn(orders.map(shownAs)), {
    notes: { stop: { orderIds: orders.map(({ id }) => id), leftOut }, myDay: { stops } as never },
    entries,
  });
}
const card = (orders: [Order, ...Order[]], given?: Given, onSign = vi.fn()) =>
  renderPart(<StopCard order={orders[0]} stop={stopWith(orders, given)} onSign={onSign} />);
const bar = (orders: [Order, ...Order[]], given?: Given) => {
  const stop = stopWith(orders, given);
  const acting = actingFor(orders[0], stop);
  const [lead = orders[0]] = acting;
  return renderPart(
    <OrderActions
      {...{ order: lead, entries: [], isStop: true, hasJustOpened: false, nextWhere: undefined, onNext: vi.fn() }}
      at={{ stop, orders: acting }}
    />,
  );
};
const needs = () => within(screen.getByRole('list', { name: 'What is needed here' }));

describe('the stop on the screen', () => {
  it('P141 says where, who and what is missing, the strictest of its orders once', async () => {
    card([
      make(1, { proof: rules({ photos: 'one' }) }),
      make(2, { proof: rules({ pin: true }) }),
      make(3, { proof: rules({ photos: 'each_item', signature: 'optional' }) }),
    ]);
    const stop = screen.getByRole('region', { name: 'This stop' });
    expect(stop.textContent).toContain('12 Kiln Lane');
    await within(stop).findByRole('link', { name: 'Call Rosa' });
    within(stop).getByRole('link', { name: 'Text Rosa' });
    expect(
      needs()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Photo', 'PIN, 6 digits', 'Signature']);
    expect(needs().getByRole('button', { name: 'Signature' })).toHaveProperty('disabled', true);
  });

  it('P141 what is there is said, and the signature opens its pad', async () => {
    const onSign = vi.fn();
    const photo: Entry = {
      ...{ kind: 'stopPhoto', stage: 'delivery', orderId: 1, alsoFor: [2], seq: 1, key: 'k', at: '' },
      photo: { blob: new Blob(), name: 'door.jpg', isShrunk: true },
    };
    const { user } = card([make(1, { proof: rules({ photos: 'one' }) }), make(2)], { entries: [photo] }, onSign);
    needs().getByText('Photo: done');
    await user.click(needs().getByRole('button', { name: 'Signature' }));
    expect(onSign).toHaveBeenCalledTimes(1);
  });

  it('P142 each order of it can be left out but the last, and one that is not here cannot be taken', async () => {
    const leaveOut = vi.spyOn(portal.orders, 'leaveOut').mockResolvedValue();
    const orders: [Order, ...Order[]] = [make(1), make(2), make(3, { status: 'assigned' })];
    const { user, unmount } = card(orders);
    screen.getByText('2 of 3 orders');
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    screen.getByText('Still at the sender');
    await user.click(screen.getByRole('checkbox', { name: /Customer 2/ }));
    expect(leaveOut).toHaveBeenCalledWith(2, true);
    unmount();
    card(orders, { leftOut: [2] });
    expect(screen.getByRole('checkbox', { name: /Customer 1/ })).toHaveProperty('disabled', true);
  });
});

describe('the bar of a stop', () => {
  it('P142 names the orders that its action is for', () => {
    bar([make(1), make(2), make(3)], { leftOut: [2] });
    expect(screen.getByTestId('bar-orders').textContent).toBe('For QF00 0000 0000 01 and QF00 0000 0000 03');
    screen.getByRole('button', { name: 'Get Delivery Signature' });
  });

  it('P142 moves with what is for this door before anything is signed', () => {
    bar([make(1), make(2, { status: 'picked_up' })]);
    screen.getByRole('button', { name: 'Move to In Transit' });
    expect(screen.queryByRole('button', { name: 'Get Delivery Signature' })).toBeNull();
  });

  it('P144 a wish makes the main button, where the rules allow it for all; the signature stays next to it', () => {
    const proof = rules({ leaveAtDoor: true, signature: 'required' });
    const wishes = { 1: [neighbour], 2: [neighbour] };
    const { unmount } = bar([make(1, { proof }), make(2, { proof })], { wishes });
    screen.getByRole('button', { name: 'Leave with a neighbour' });
    screen.getByRole('button', { name: 'Get Delivery Signature' });
    unmount();
    bar([make(1, { proof }), make(2, { proof: rules({}) })], { wishes });
    expect(screen.queryByRole('button', { name: 'Leave with a neighbour' })).toBeNull();
  });

  it('P144 left with a neighbour as wished, a name and a photo take the place of the signature', async () => {
    const order = make(1, { proof: rules({ leaveAtDoor: true }) });
    const { user } = bar([order], { wishes: { 1: [neighbour] } });
    await user.click(screen.getByRole('button', { name: 'Leave with a neighbour' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /^Save: / }));
    expect(dialog.getByRole('alert').textContent).toBe('Enter the name of who took it');
  });

  it('P144 failing asks first whether what was wished was tried', async () => {
    const { user } = bar([make(1, { proof: rules({ leaveAtDoor: true }) })], { wishes: { 1: [neighbour] } });
    await user.click(screen.getByRole('button', { name: 'Can’t deliver' }));
    const question = await screen.findByRole('dialog', { name: /Did you try what was wished/ });
    within(question).getByText('Leave with a neighbour: Lee');
    await user.click(within(question).getByRole('button', { name: 'Yes, and it failed' }));
    await screen.findByRole('dialog', { name: /Can’t deliver/ });
  });
});
