import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal, renderPart } from '../../../../../test/render.tsx';
import { userRow, wholeOrder } from '../../../../../test/rows.ts';
import { PartnerCodes } from './partner-codes.tsx';

const SSCC = '340123450000000017';
const order = wholeOrder({ partnerCodes: [{ code: 'RR473124829DE', kind: 's10', parcel: 2 }], parcels: 2, version: 4 });
const shown = (update: unknown = order, role: 'dispatcher' | 'driver' = 'dispatcher') =>
  renderPart(<PartnerCodes order={order} />, {
    answers: { auth: { session: { user: userRow(role) } }, orders: { update: update as never } },
  });
const sent = ({ calls }: ReturnType<typeof shown>) =>
  calls.filter(({ path }) => path === 'orders.update').map(({ input }) => input);

it('O29 a code that is scanned into the field is added, and another one is removed', async () => {
  const part = shown();
  screen.getByText('RR473124829DE');
  screen.getByText('S10');
  screen.getByText('Parcel 2');
  await part.user.type(await screen.findByLabelText('Add a code'), `00${SSCC}{Enter}`);
  await waitFor(() =>
    expect(sent(part)).toEqual([
      { id: order.id, version: 4, partnerCodes: [...order.partnerCodes, { code: `00${SSCC}`, parcel: null }] },
    ]),
  );
  await waitFor(() => expect(screen.getByLabelText('Add a code')).toHaveProperty('value', ''));
  await part.user.click(screen.getByRole('button', { name: 'Remove the code RR473124829DE' }));
  await waitFor(() => expect(sent(part)[1]).toEqual({ id: order.id, version: 4, partnerCodes: [] }));
});

it('O29 a wrong check digit is said before anything is sent, and kept only when somebody means it', async () => {
  const part = shown();
  await part.user.type(await screen.findByLabelText('Add a code'), '340123450000000018{Enter}');
  await screen.findByText('The check digit of 340123450000000018 is wrong');
  expect(sent(part)).toEqual([]);
  await part.user.click(screen.getByRole('button', { name: 'Keep it as it is' }));
  await waitFor(() =>
    expect(sent(part)).toEqual([
      {
        id: order.id,
        version: 4,
        partnerCodes: [...order.partnerCodes, { code: '340123450000000018', kind: 'other', parcel: null }],
      },
    ]),
  );
});

it('O29 a change in the meantime is said, and what was typed stays', async () => {
  const part = shown(() => {
    throw refusal(409, 'STALE_VERSION', 'Somebody else changed this order');
  });
  await part.user.type(await screen.findByLabelText('Add a code'), `${SSCC}{Enter}`);
  await screen.findByText('Somebody else changed this order');
  expect(screen.getByLabelText('Add a code')).toHaveProperty('value', SSCC);
});

it('O29 who may not change the order reads its codes alone', async () => {
  shown(order, 'driver');
  await screen.findByText('RR473124829DE');
  expect(screen.queryByLabelText('Add a code')).toBeNull();
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
});
