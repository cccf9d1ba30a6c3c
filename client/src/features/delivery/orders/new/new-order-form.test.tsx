import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import type { CreateOrder, Order } from '@quickfleet/shared/delivery/orders/orders';
import { noBilling } from '@quickfleet/shared/people/customer-billing';
import type { Customer } from '@quickfleet/shared/people/customers';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { orderItem, orderRow, wholeOrder } from '../../../../../test/rows.ts';
import { newItem } from '../../../../components/delivery-form/delivery-values.ts';
import { NewOrderForm } from './new-order-form.tsx';
import { emptyOrder } from './order-values.ts';

const customer = (id: number, email: string, more: Partial<Customer> = {}): Customer => ({
  id,
  name: 'Ada Sender',
  email,
  isEmailConfirmed: true,
  phone: null,
  company: null,
  onAccount: false,
  recipientMails: true,
  proofRules: null,
  billing: noBilling,
  quoteCount: 0,
  orderCount: 3,
  orderTotal: '0.00',
  currency: 'USD',
  externalId: null,
  metadata: {},
  hasAccountOrders: false,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  version: 1,
  ...more,
});
const ada = customer(7, 'Ada@Example.com', {
  proofRules: { delivery: { photos: 'each_item', signature: 'required' } },
});

test('J48 an order that is continued knows its customer again, with their rules and their addresses', async () => {
  const draft = { ...emptyOrder(), customer: { name: 'Ada', email: 'ada@example.com', phone: '', company: '' } };
  const { user, calls } = renderPart(
    <NewOrderForm
      initial={draft}
      customer={undefined}
      isPending={false}
      onSend={async () => 'done'}
      onKeep={() => {}}
      onLeave={() => {}}
    />,
    {
      answers: {
        company: { get: { proof: {}, quoting: { currency: 'USD' } } as CompanySettingsView },
        customers: {
          list: {
            data: [customer(6, 'nada@example.com'), ada],
            total: 2,
            page: 1,
            limit: 20,
            totalPages: 1,
            nextCursor: null,
          },
          addresses: { pickup: ['1 Old Street'], delivery: [], saved: [] },
        },
        users: { list: { data: [], total: 0, page: 1, limit: 100, totalPages: 0 } },
      },
    },
  );
  await screen.findByRole('button', { name: 'Use pickup address 1 Old Street' });
  expect(calls).toContainEqual({ path: 'customers.list', input: { q: 'ada@example.com' } });
  screen.getByText('As set by the customer');
  screen.getByText('Delivery: a photo of each item, the signature');
  await user.click(screen.getByRole('button', { name: 'Search a known customer' }));
  expect(screen.queryByRole('button', { name: 'Use pickup address 1 Old Street' })).toBeNull();
});

/** The form for Ada, with what is known of her orders; what it sends. */
function renderForm(initial: Partial<ReturnType<typeof emptyOrder>>, orders: object) {
  const sent: CreateOrder[] = [];
  const { user } = renderPart(
    <NewOrderForm
      initial={{ ...emptyOrder(ada), onAccount: true, ...initial }}
      customer={ada}
      isPending={false}
      onSend={async (order) => {
        sent.push(order);
        return 'done';
      }}
      onKeep={() => {}}
      onLeave={() => {}}
    />,
    {
      answers: {
        company: { get: { proof: {}, quoting: { currency: 'USD' } } as CompanySettingsView },
        customers: { addresses: { pickup: [], delivery: [], saved: [] } },
        orders: { contacts: { contacts: [] }, ...orders },
        users: { list: { data: [], total: 0, page: 1, limit: 100, totalPages: 0 } },
      },
    },
  );
  return { user, sent };
}

test('U202 "Same as last time" fills in the last order of the customer, without its time and photos', async () => {
  const last: Order = {
    ...wholeOrder(),
    pickupAddress: '1 Old Street',
    deliveryAddress: '2 Far Road',
    deliveryContact: { name: 'Rita Reader', company: null, phone: '+1 555 0142', email: null, notes: null },
    notes: 'Ring twice',
    proofRules: { delivery: { scan: true } },
    items: [orderItem({ name: 'Lamp' })],
    quotePrice: '12.00',
    currency: 'USD',
  };
  const { user, sent } = renderForm(
    {},
    {
      list: { data: [orderRow({ id: last.id })], total: 1, page: 1, limit: 1, totalPages: 1, nextCursor: null },
      get: last,
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Same as last time' }));
  expect(await screen.findByDisplayValue('Rita Reader')).toBeTruthy();
  const address: HTMLTextAreaElement = screen.getByLabelText(/^Pickup Address/);
  await user.type(address, ', back door');
  await user.click(screen.getByRole('button', { name: 'Create order' }));
  expect(sent).toMatchObject([
    {
      pickupAddress: '1 Old Street, back door',
      deliveryAddress: '2 Far Road',
      deliveryContact: { name: 'Rita Reader', phone: '+1 555 0142' },
      notes: 'Ring twice',
      proofRules: { delivery: { scan: true } },
      quotePrice: '12.00',
      items: last.items.map(({ name, quantity }) => ({ name, quantity, imageUrls: [] })),
    },
  ]);
  expect(sent[0]).toMatchObject({ pickupWindow: null, deliveryWindow: null });
});

test('C670 codes of other companies are typed with the order; kind and a wrong check digit are said under each', async () => {
  const { user, sent } = renderForm(
    {
      pickupAddress: '1 Old Street',
      deliveryAddress: '2 Far Road',
      items: [newItem({ name: 'Lamp', value: '' })],
    },
    { list: { data: [], total: 0, page: 1, limit: 1, totalPages: 0, nextCursor: null } },
  );
  const create = screen.getByRole('button', { name: 'Create order' });
  await user.click(await screen.findByRole('button', { name: 'Add a code' }));
  // A scanner ends each code with Enter: the next one has a field of its own, and nothing is sent.
  await user.type(screen.getByLabelText('Code 1'), '00340123450000000017{Enter}');
  screen.getByText('SSCC');
  await user.type(screen.getByLabelText('Code 2'), 'RR473124828DE{Enter}');
  screen.getByText('The check digit of RR473124828DE is wrong');
  await user.type(screen.getByLabelText('Code 3'), 'ABX-4711/9');
  screen.getByText('Other code');
  await user.type(screen.getByLabelText('Parcel of code 3'), '2');
  await user.click(create);
  expect(sent).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText('Code 2'));
  await user.click(screen.getByRole('button', { name: 'Keep it as it is' }));
  expect(screen.queryByText('The check digit of RR473124828DE is wrong')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove code 1' }));
  // An empty field is no code.
  await user.click(screen.getByRole('button', { name: 'Add a code' }));
  await user.click(create);
  expect(sent[0]?.partnerCodes).toEqual([
    { code: 'RR473124828DE', kind: 'other', parcel: null },
    { code: 'ABX-4711/9', parcel: 2 },
  ]);
});
