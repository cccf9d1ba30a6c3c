import { userEvent } from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { orderItem, wholeOrder } from '../../../../../test/rows.ts';
import { OpenOrder } from './open-order.tsx';

const AT = '2026-03-01T10:00:00.000Z';
const item = orderItem({ id: 5, isPickedUp: true, updatedAt: AT });
const order = wholeOrder({
  accessCode: 'ABCD2345EFGH',
  notes: 'Gate code 4711\nAsk for Bob',
  onAccount: null,
  items: [item],
});
const show = (more: Partial<Order> = {}, isCodeDead = false) => {
  const shown = { ...order, ...more };
  return renderPart(
    <OpenOrder
      shown={{
        order: shown,
        items: shown.items.map((each) => ({ ...each, key: each.id })),
        entries: [],
        readAt: AT,
        isCodeDead,
        isStop: false,
        changes: [],
      }}
    />,
  );
};

it('P43 the special instructions come before everything else, as they were written', () => {
  show();
  const [first] = screen.getAllByRole('heading');
  expect(first?.textContent).toBe('Special instructions');
  expect(screen.getByText(/Gate code 4711/).textContent).toBe('Gate code 4711\nAsk for Bob');
});

it('P43 says nothing about instructions where there are none', () => {
  show({ notes: ' ' });
  expect(screen.queryByText('Special instructions')).toBeNull();
});

it('P07 shows the code until it opens nothing any more', () => {
  const { unmount } = show();
  screen.getByText('ABCD2345EFGH');
  unmount();
  show({}, true);
  expect(screen.queryByText('ABCD2345EFGH')).toBeNull();
});

for (const status of ['pending', 'assigned'] as const)
  it(`P16 P45 folds the delivery camera away while the order is ${status}, one tap further than the pickup's`, async () => {
    show({ status });
    screen.getByText('Delivery Documentation');
    const fold = screen.getByRole('button', { name: /Add Delivery Photos/, expanded: false });
    await userEvent.click(fold);
    expect(screen.getAllByRole('button', { name: /Add Delivery Photos/ })).toHaveLength(2);
  });

for (const status of ['picked_up', 'in_transit'] as const)
  it(`P16 takes delivery photos of an order that is ${status}`, () => {
    show({ status });
    expect(screen.getAllByRole('button', { name: /Add Delivery Photos/ })).toHaveLength(2);
  });

it('P41 offers no camera for an item that has its 20 photos', () => {
  const pickupImageUrls = Array.from({ length: 20 }, (_, at) => `/files/${at}.jpg`);
  show({ items: [{ ...item, pickupImageUrls }] });
  screen.getByText(/An item has room for 20 photos\./);
  for (const button of screen.getAllByRole('button', { name: /Add Pickup Photos/ }))
    expect(button.hasAttribute('disabled')).toBe(true);
});
