import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../test/render.tsx';
import { orderItem, wholeOrder } from '../../../test/rows.ts';
import { OrderIncidents } from './order-incidents.tsx';

test('P95 the office says what is wrong with which items, and reads why a claim is refused', async () => {
  const order = wholeOrder({
    id: 4,
    items: [orderItem({ id: 11, name: 'Lamp' }), orderItem({ id: 12, name: 'Vase' })],
  });
  const { user, calls } = renderPart(<OrderIncidents order={order} />, {
    answers: {
      incidents: {
        list: { data: [], total: 0, page: 1, limit: 50, totalPages: 0 },
        create: () => {
          throw refusal(409, 'TOO_MANY_INCIDENTS', 'This order has 20 claims already');
        },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Open a claim' }));
  await user.selectOptions(screen.getByLabelText(/^What is wrong/), 'missing');
  await user.click(screen.getByRole('checkbox', { name: '1 × Vase' }));
  await user.type(screen.getByLabelText('In words'), 'Only the lamp came');
  await user.click(screen.getByRole('button', { name: 'Open claim' }));
  await screen.findByText('This order has 20 claims already');
  expect(calls).toContainEqual({
    path: 'incidents.create',
    input: { orderId: 4, kind: 'missing', description: 'Only the lamp came', itemIds: [12], imageUrls: [] },
  });
});
