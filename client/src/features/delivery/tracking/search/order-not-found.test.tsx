import { normaliseTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { OrderNotFound } from './order-not-found.tsx';

const show = (typed: string) =>
  renderPart(<OrderNotFound error={new Error('Order not found')} trackingNumber={normaliseTracking(typed)} />);

test.each([
  '7KE-X9M',
  'Quote 7KE-X9M',
  'quote 7ke x9m',
  'Angebot 7KE-X9M',
  'Your quote: 7KE-X9M',
  'Presupuesto 7KE-X9M',
])('U321 %s typed into tracking is explained as a quote reference', (typed) => {
  show(typed);
  screen.getByText('7KE-X9M');
  screen.getByText(/looks like a quote reference/);
});

test.each(['QF001234567890', 'QF1234', 'Order 12', 'elephant'])('U321 %s is none', (typed) => {
  show(typed);
  expect(screen.queryByText(/looks like a quote reference/)).toBeNull();
});
