import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Role } from '@quickfleet/shared/roles';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../../../test/render.tsx';
import { orderItem, userRow, wholeOrder } from '../../../../../test/rows.ts';
import { InPlaceEdit } from './in-place-edit.tsx';

const order = wholeOrder({ quotePrice: '10.00', notes: 'Ring twice', version: 3, items: [orderItem()] });
const stale = () => {
  throw refusal(409, 'STALE_VERSION', 'Someone else changed this order');
};
const frame = (part: 'window' | 'notes' | 'price', role: Role, update: (input: object) => Order, get = [order]) => {
  let reads = 0;
  return renderPart(
    <main id="main">
      <InPlaceEdit part={part} order={order}>
        {part === 'price' ? '$10.00' : undefined}
      </InPlaceEdit>
    </main>,
    {
      answers: {
        auth: { session: { user: userRow(role) } },
        orders: { get: () => get[Math.min(reads++, get.length - 1)] ?? order, update },
      },
    },
  );
};
const changesIn = (calls: { path: string; input: unknown }[]) =>
  calls.filter(({ path }) => path === 'orders.update').map(({ input }) => input);

test('U203 the total is changed at its place, with the version that was read', async () => {
  const { user, calls } = frame('price', 'dispatcher', () => ({ ...order, quotePrice: '12.50' }));
  await user.click(await screen.findByRole('button', { name: /Change the total of / }));
  const field = await screen.findByLabelText(/^Total/);
  await user.clear(field);
  await user.type(field, '$12.50{Enter}');
  await waitFor(() => expect(changesIn(calls)).toEqual([{ id: order.id, version: 3, quotePrice: '12.50' }]));
  await waitFor(() => expect(screen.queryByLabelText(/^Total/)).toBeNull());
});

test('U203 the notes are changed at their place; what is wrong is said at the field', async () => {
  const { user, calls } = frame('notes', 'admin', () => {
    throw refusal(400, 'BAD_REQUEST', 'Too long', [{ path: 'driverNotes', message: 'Say it shorter' }]);
  });
  await user.click(await screen.findByRole('button', { name: /^Change the notes of / }));
  await user.type(await screen.findByLabelText('Notes for the driver'), 'Yard gate');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Say it shorter');
  expect(changesIn(calls)).toEqual([{ id: order.id, version: 3, driverNotes: 'Yard gate' }]);
});

test('U203 a change of somebody else to the same field is shown, and nothing is overwritten', async () => {
  const theirs = { ...order, quotePrice: '99.00', version: 4 };
  const { user, calls } = frame('price', 'dispatcher', stale, [order, theirs]);
  await user.click(await screen.findByRole('button', { name: /Change the total of / }));
  const field = await screen.findByLabelText(/^Total/);
  await user.clear(field);
  await user.type(field, '12{Enter}');
  await screen.findByText('Someone else changed this order');
  screen.getByText('99.00');
  expect(changesIn(calls)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Use theirs' }));
  await waitFor(() => expect(screen.getByLabelText(/^Total/)).toHaveProperty('value', '99.00'));
});

test('U203 a driver has no such buttons', async () => {
  const { calls } = frame('price', 'driver', stale);
  await waitFor(() => expect(calls.some(({ path }) => path === 'auth.session')).toBe(true));
  expect(screen.queryByRole('button')).toBeNull();
  screen.getByText('$10.00');
});
