import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import { orderItem, orderRow } from '../../../../../../test/rows.ts';
import type { Notes } from './contents.ts';
import { withChanges } from './office-changes.ts';
import { fromRow, newestRows, withAnswer } from './stored-order.ts';

const order = (more: Partial<Order> = {}): Order => ({ ...fromRow(orderRow({ status: 'assigned' })), ...more });
const noneOwn = { hasOwnItems: false };

describe('what the office changed on an open order', () => {
  it('P107 has its old and its new value, and only what a driver goes by', () => {
    const before = order({ deliveryAddress: '2 Delivery Road', notes: null });
    const after = order({ deliveryAddress: '3 Other Road', notes: 'Gate 7', officeNotes: 'Pays late', version: 9 });
    expect(withChanges([], before, after, noneOwn)).toEqual([
      { field: 'deliveryAddress', before: '2 Delivery Road', after: '3 Other Road' },
      { field: 'notes', before: null, after: 'Gate 7' },
    ]);
  });

  it('P107 keeps the first old value over several changes, and one that was taken back is none', () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((pickupAddress) => order({ pickupAddress }));
    if (!one || !two || !three) throw new Error('Three orders');
    const first = withChanges([], one, two, noneOwn);
    expect(withChanges(first, two, three, noneOwn)).toEqual([
      { field: 'pickupAddress', before: 'One', after: 'Three' },
    ]);
    expect(withChanges(first, two, one, noneOwn)).toEqual([]);
  });

  it('P107 does not tell the driver of items that this phone changed', () => {
    const before = order({ items: [orderItem({ id: 5, quantity: 1 })] });
    const after = order({ items: before.items.map((item) => ({ ...item, quantity: item.quantity + 1 })) });
    expect(withChanges([], before, after, noneOwn)).toMatchObject([{ field: 'items' }]);
    expect(withChanges([], before, after, { hasOwnItems: true })).toEqual([]);
  });
});

const before: Notes = {
  currentId: 1,
  deliveries: { driverId: 5, rows: [orderRow({ id: 1, version: 3 }), orderRow({ id: 2, version: 3 })] },
};
const statuses = ({ deliveries }: Notes) => deliveries?.rows.map(({ status }) => status);

it('P46 what the server answered stays in the lists of the phone when the order has left it', () => {
  const after = withAnswer(before, orderRow({ id: 2, version: 5, status: 'delivered' }));
  expect(statuses(after)).toEqual([orderRow().status, 'delivered']);
  expect(after.currentId).toBe(1);
});

it('P46 an answer that is older than the list changes nothing, and a list older than an answer neither', () => {
  expect(statuses(withAnswer(before, orderRow({ id: 2, version: 2, status: 'cancelled' })))).toEqual(statuses(before));
  const known = [orderRow({ id: 2, version: 5, status: 'delivered' })];
  expect(newestRows([orderRow({ id: 2, version: 4 }), orderRow({ id: 3, version: 1 })], known)).toMatchObject([
    { id: 2, version: 5, status: 'delivered' },
    { id: 3, version: 1 },
  ]);
});
