import type { Estimate } from '@quickfleet/shared/quoting/estimates';
import { estimateWords } from '@quickfleet/shared/quoting/pricing/estimate-words';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { emptyQuote } from '../fields/quote-values.ts';
import { PriceEstimate } from './price-estimate.tsx';

const values = { ...emptyQuote(), pickupAddress: '1 Pickup Street', deliveryAddress: '2 Delivery Road' };
const answer: Estimate = {
  ...{ from: '31.00', to: '31.00', currency: 'USD', isBinding: true, basis: 'zone', code: null },
  ...{ message: null, nextOpenDay: null, rules: null },
};
const asked = (calls: { path: string }[]) => calls.filter(({ path }) => path === 'estimates.create');

test('U206 a range is said in whole units, a binding price exactly', async () => {
  expect(estimateWords({ from: '40.10', to: '54.30', currency: 'USD' })).toBe('about $40 to $55');
  expect(estimateWords({ from: '4.10', to: '5.30', currency: 'USD' })).toBe('about $4.10 to $5.30');
  expect(estimateWords({ from: '31.00', to: '31.00', currency: 'USD' })).toBe('$31.00');
  expect(estimateWords({ from: '4000', to: '5200', currency: 'JPY' })).toBe('about ¥4,000 to ¥5,200');
  renderPart(<PriceEstimate values={values} />, {
    answers: { estimates: { create: answer } },
  });
  expect((await screen.findByRole('status')).textContent).toBe('Your price: $31.00.');
});

test('U206 nothing is asked before both addresses are there, and nothing is said without a number', async () => {
  const { calls } = renderPart(<PriceEstimate values={{ ...values, deliveryAddress: ' ' }} />);
  expect(asked(calls)).toEqual([]);
  const off = renderPart(<PriceEstimate values={values} />, {
    answers: { estimates: { create: { ...answer, from: null, to: null, basis: null, code: 'ESTIMATES_OFF' } } },
  });
  await waitFor(() => expect(asked(off.calls)).toHaveLength(1));
  expect(screen.queryByText(/We expect|Your price/)).toBeNull();
});
