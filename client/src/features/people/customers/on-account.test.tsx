import { noBilling } from '@quickfleet/shared/people/customer-billing';
import type { Customer } from '@quickfleet/shared/people/customers';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { monthsUntil } from '../../../components/delivery/statement-links.tsx';
import { OnAccount } from './on-account.tsx';

const customer = (onAccount: boolean): Customer => ({
  id: 7,
  name: 'Ada Sender',
  email: 'ada@example.com',
  isEmailConfirmed: true,
  phone: null,
  company: null,
  onAccount,
  recipientMails: true,
  proofRules: null,
  billing: noBilling,
  quoteCount: 0,
  orderCount: 0,
  orderTotal: '0.00',
  currency: 'USD',
  externalId: null,
  metadata: {},
  hasAccountOrders: false,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  version: 3,
});

test('U91 a customer is put on account, and then has statements by month', async () => {
  const { user, calls } = renderPart(<OnAccount customer={customer(false)} />, {
    answers: { customers: { update: customer(true) } },
  });
  expect(screen.queryByRole('link', { name: 'PDF' })).toBeNull();
  await user.click(screen.getByRole('switch'));
  expect(calls).toContainEqual({ path: 'customers.update', input: { id: 7, onAccount: true } });
});

test('U91 statements are there as PDF and as CSV', () => {
  renderPart(<OnAccount customer={customer(true)} />);
  for (const as of ['pdf', 'csv'])
    expect(screen.getByRole('link', { name: as.toUpperCase() }).getAttribute('href')).toMatch(
      new RegExp(`^/api/v1/customers/7/statement\\.${as}\\?month=\\d{4}-\\d{2}$`),
    );
  expect(monthsUntil('2026-02-10').slice(0, 3)).toEqual([
    { value: '2026-02', label: 'February 2026' },
    { value: '2026-01', label: 'January 2026' },
    { value: '2025-12', label: 'December 2025' },
  ]);
});
