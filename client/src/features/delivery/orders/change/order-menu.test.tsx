import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../../../test/render.tsx';
import { wholeOrder } from '../../../../../test/rows.ts';
import { OrderMenu } from './order-menu.tsx';

const order = wholeOrder({ status: 'in_transit' });
const missing = refusal(409, 'PROOF_MISSING', 'Still missing: a photo of each item, the PIN', [
  { path: 'photos', message: 'Still missing: a photo of each item' },
  { path: 'pin', message: 'Still missing: the PIN' },
]);

test('P93 staff see what is missing, and do it anyway only with a reason', async () => {
  const { user, calls } = renderPart(<OrderMenu order={order} />, {
    answers: {
      orders: {
        setStatus: ({ overrideReason }) => {
          if (!overrideReason) throw missing;
          return { ...order, status: 'delivered' };
        },
      },
    },
  });
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as delivered' }));
  await user.click(await screen.findByRole('button', { name: 'Mark as delivered' }));
  const dialog = await screen.findByRole('dialog', { name: /cannot be marked as delivered yet/ });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['a photo of each item', 'the PIN']);

  const anyway = within(dialog).getByRole('button', { name: 'Do it anyway' });
  await user.click(anyway);
  await within(dialog).findByText('Enter a reason');
  expect(calls.filter(({ path }) => path === 'orders.setStatus')).toHaveLength(1);

  await user.type(within(dialog).getByLabelText(/^Reason to accept it without/), 'Confirmed by phone');
  await user.click(anyway);
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'orders.setStatus',
      input: { id: order.id, status: 'delivered', overrideReason: 'Confirmed by phone' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /cannot be marked/ })).toBeNull());
});

test('U161 a delivery that was a mistake is taken back with a reason, and what happens is said before', async () => {
  const delivered = wholeOrder({ status: 'delivered', correctableTo: 'in_transit', version: 7 });
  const { user, calls } = renderPart(<OrderMenu order={delivered} />, {
    answers: { attempts: { correct: () => ({ ...delivered, status: 'in_transit', correctableTo: null }) } },
  });
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'It was not delivered' }));
  const dialog = await screen.findByRole('dialog', { name: /^It was not delivered/ });
  within(dialog).getByText(/needs new proof when it is delivered/);
  const save = within(dialog).getByRole('button', { name: 'Correct it' });
  await user.click(save);
  await within(dialog).findByText('Enter a reason');
  expect(calls.filter(({ path }) => path === 'attempts.correct')).toEqual([]);
  await user.type(within(dialog).getByLabelText(/^What went wrong/), 'Wrong door');
  await user.click(save);
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'attempts.correct',
      input: { id: delivered.id, to: 'in_transit', reason: 'Wrong door', version: 7 },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^It was not delivered/ })).toBeNull());
});

test('U161 an order with nothing to take back has no such button', async () => {
  const { user } = renderPart(<OrderMenu order={order} />, { answers: {} });
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'Mark as delivered' });
  expect(screen.queryByRole('menuitem', { name: /not delivered|did not fail|Open it again/ })).toBeNull();
});
