import { noBilling } from '@quickfleet/shared/people/customer-billing';
import type { Customer } from '@quickfleet/shared/people/customers';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { CustomerContact } from './customer-contact.tsx';

const customer = (isEmailConfirmed: boolean): Customer => ({
  ...{ id: 7, name: 'Ada Sender', email: 'ada@new.example', isEmailConfirmed, phone: null, company: null },
  ...{ onAccount: false, recipientMails: true, proofRules: null, billing: noBilling, hasAccountOrders: false },
  ...{ quoteCount: 0, orderCount: 0, orderTotal: '0', currency: 'USD', externalId: null, metadata: {} },
  ...{ createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z', version: 1 },
});

test('X18 the office sees that an address is not confirmed, and confirms it', async () => {
  const { user, calls } = renderPart(<CustomerContact customer={customer(false)} />, {
    answers: { customers: { confirmEmail: customer(true) } },
  });
  await user.click(screen.getByRole('button', { name: 'Confirm this address' }));
  expect(calls).toContainEqual({ path: 'customers.confirmEmail', input: { id: 7 } });
});

test('X18 nothing is said of an address that is confirmed', () => {
  renderPart(<CustomerContact customer={customer(true)} />);
  expect(screen.queryByText('This address is not confirmed')).toBeNull();
});
