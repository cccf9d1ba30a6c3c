import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../../../test/render.tsx';
import { orderItem, userRow, wholeOrder } from '../../../../../test/rows.ts';
import { OrderEditDialog } from './order-edit-dialog.tsx';

const order = wholeOrder({
  quotePrice: '10.00',
  items: [orderItem()],
  version: 3,
  partnerCodes: [
    { code: '340123450000000017', kind: 'sscc', parcel: 1 },
    { code: 'ABX-4711/9', kind: 'other', parcel: null },
  ],
});
const shown = (update: unknown, get = [order]) => {
  let reads = 0;
  const part = renderPart(<OrderEditDialog id={order.id} onClose={() => {}} />, {
    answers: {
      auth: { session: { user: userRow('dispatcher') } },
      company: { get: { proof: {}, quoting: { currency: 'USD' } } as never },
      orders: { get: () => get[Math.min(reads++, get.length - 1)] ?? order, update: update as never },
    },
  });
  const sent = () => part.calls.filter(({ path }) => path === 'orders.update').map(({ input }) => input);
  return { ...part, sent };
};

test('C670 codes of other companies are changed with the order, and only then sent', async () => {
  const { user, sent } = shown(order);
  expect(await screen.findByLabelText('Code 1')).toHaveProperty('value', '340123450000000017');
  expect(screen.getByLabelText('Parcel of code 1')).toHaveProperty('value', '1');
  screen.getByText('SSCC');
  const save = screen.getByRole('button', { name: 'Save Changes' });
  expect(save).toHaveProperty('disabled', true);
  // An added field that stays empty changes nothing.
  await user.click(screen.getByRole('button', { name: 'Add a code' }));
  expect(save).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Code 3'), 'RR473124829DE');
  await user.clear(screen.getByLabelText('Parcel of code 1'));
  await user.type(screen.getByLabelText('Parcel of code 1'), '2');
  await user.click(screen.getByRole('button', { name: 'Remove code 2' }));
  await user.click(save);
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        id: order.id,
        version: 3,
        partnerCodes: [
          { code: '340123450000000017', kind: 'sscc', parcel: 2 },
          { code: 'RR473124829DE', parcel: null },
        ],
      },
    ]),
  );
});

test('C670 codes that somebody else changed in the meantime are shown in words, next to what was typed', async () => {
  const theirs = wholeOrder({
    ...order,
    version: 4,
    partnerCodes: [{ code: 'LZ473124829DE', kind: 's10', parcel: 2 }],
  });
  const { user } = shown(() => {
    throw refusal(409, 'STALE_VERSION', 'Somebody else changed this order');
  }, [order, theirs]);
  await user.click(await screen.findByRole('button', { name: 'Remove code 2' }));
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  const notice = await screen.findByRole('alert');
  within(notice).getByText('LZ473124829DE (2)');
  within(notice).getByText('340123450000000017 (1)');
  await user.click(screen.getByRole('button', { name: 'Use theirs' }));
  await waitFor(() => expect(screen.getByLabelText('Code 1')).toHaveProperty('value', 'LZ473124829DE'));
  expect(screen.queryByLabelText('Code 2')).toBeNull();
});

test('C670 what the server finds wrong with a code is said at its field', async () => {
  const { user } = shown(() => {
    throw refusal(400, 'BAD_CHECK_DIGIT', 'Wrong', [{ path: 'partnerCodes.1', message: 'This code is wrong' }]);
  });
  await user.type(await screen.findByLabelText('Code 2'), '1');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('This code is wrong');
  expect(document.activeElement).toBe(screen.getByLabelText('Code 2'));
});
