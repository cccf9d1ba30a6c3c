import 'fake-indexeddb/auto';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { orderItem, wholeOrder } from '../../../../../test/rows.ts';
import { OrderActions } from './order-actions.tsx';

const picked = wholeOrder({ status: 'picked_up', items: [orderItem({ id: 5, isPickedUp: true })] });
const onNext = vi.fn();
const bar = (order: Order, more: { hasJustOpened?: boolean } = {}) => (
  <OrderActions
    {...{ order, entries: [], isStop: true, hasJustOpened: false, nextWhere: '2 Mill Lane', onNext, ...more }}
  />
);
const group = () => screen.getByRole('region', { name: 'What to do now' }).querySelector('[role=group]');

it('P133 after a pickup the next stop is offered by its address, next to what this order needs', async () => {
  const { user } = renderPart(bar(picked));
  screen.getByRole('button', { name: 'Move to In Transit' });
  await user.click(screen.getByRole('button', { name: 'Next: 2 Mill Lane' }));
  expect(onNext).toHaveBeenCalledTimes(1);
});

it('P133 for 700 ms after the bar has changed no finger presses anything, and then it answers', async () => {
  onNext.mockClear();
  const { user, rerender } = renderPart(bar(wholeOrder({ ...picked, status: 'in_transit' })));
  rerender(bar(picked));
  expect(group()?.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Next: 2 Mill Lane' }));
  expect(onNext).not.toHaveBeenCalled();
  await waitFor(() => expect(group()?.getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 });
  await user.click(screen.getByRole('button', { name: 'Next: 2 Mill Lane' }));
  expect(onNext).toHaveBeenCalledTimes(1);
});

it('P133 an order that took the place of another is not pressed by the same finger, and its dialogs name it', async () => {
  const order = wholeOrder({ ...picked, status: 'assigned', customerName: 'Ann First' });
  const { user, rerender } = renderPart(bar(order, { hasJustOpened: true }));
  await user.click(screen.getByRole('button', { name: 'Can’t pick up' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(bar(order));
  await user.click(screen.getByRole('button', { name: 'Can’t pick up' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.getAttribute('aria-labelledby')).toBeTruthy();
  expect(dialog.textContent).toContain('Ann First');
});
