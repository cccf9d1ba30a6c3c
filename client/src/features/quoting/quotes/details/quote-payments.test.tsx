import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { QuotePayments } from './quote-payments.tsx';

type Payments = NonNullable<Quote['payments']>;
const payment = (amount: string, isFinal: boolean): Payments[number] => ({
  id: isFinal ? 1 : 2,
  at: '2026-03-01T09:30:00.000Z',
  amount,
  currency: 'USD',
  reference: null,
  provider: isFinal ? 'pi_3Nx' : null,
  by: isFinal ? null : 'Olga Office',
  isRefund: false,
  isFinal,
});
/** What of a paid quote its payments are shown from. */
const paidQuote = (price: string, payments: Payments) =>
  ({
    id: 42,
    status: 'paid',
    price,
    currency: 'USD',
    onAccount: false,
    payment: { state: 'paid', paid: price, open: '0.00', over: '0.00', refunded: '0.00' },
    payments,
    receiptNumber: null,
  }) as unknown as Quote;
const undo = () => screen.queryByRole('button', { name: 'Undo Mark Paid' });

test('U98 a mark by hand can be undone, alone and next to a payment from the provider', () => {
  for (const payments of [[], [payment('120.00', false)], [payment('20.00', true), payment('100.00', false)]]) {
    const { unmount } = renderPart(<QuotePayments quote={paidQuote('120.00', payments)} />);
    expect(undo()).not.toBeNull();
    unmount();
  }
});

test('U98 what the payment provider brought cannot be undone here, and no button says so', () => {
  renderPart(<QuotePayments quote={paidQuote('120.00', [payment('120.00', true)])} />);
  screen.getByText('Paid in full: $120.00.');
  expect(undo()).toBeNull();
});
