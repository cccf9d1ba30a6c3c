import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isRecent } from '../../../lib/words/format.ts';
import { progressOf, titleOf } from './tracked-progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const order = (more: Partial<TrackedOrder> = {}): TrackedOrder => ({
  trackingNumber: 'QF123456789012',
  isLocked: false,
  deliveryArea: null,
  status: 'in_transit',
  hasDriver: true,
  customerName: 'Ada',
  pickupAddress: 'P',
  deliveryAddress: 'D',
  eta: null,
  delay: null,
  whereabouts: null,
  deliveryDate: null,
  plannedDay: null,
  pickupWindow: null,
  deliveryWindow: null,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  deliveredAt: null,
  actualDelivery: null,
  cancelledAt: null,
  outcome: null,
  attempts: [],
  claims: [],
  steps: [
    { step: 'created', completedAt: '2026-03-01T09:00:00.000Z' },
    { step: 'picked_up', completedAt: '2026-03-01T10:00:00.000Z' },
    { step: 'in_transit', completedAt: '2026-03-01T10:05:00.000Z' },
    { step: 'delivered', completedAt: null },
  ],
  driver: { firstName: 'Sam', phone: null },
  quote: null,
  items: [],
  ...more,
});
const delivered = (signatureCapturedAt: string) =>
  progressOf(
    order({
      status: 'delivered',
      deliveredAt: '2026-03-01T11:00:00.000Z',
      quote: { signatureUrl: '/files/x', signatureCustomerName: 'Ada Sender', signatureCapturedAt },
    }),
  ).when;

test('K30 who signed at the pickup did not sign for the delivery', () => {
  expect(delivered('2026-03-01T11:00:00.000Z')).toBe(
    'Delivered on Mar 1, 2026 at 11:00 AM UTC, signed for by Ada Sender.',
  );
  expect(delivered('2026-03-01T10:00:00.000Z')).toBe('Delivered on Mar 1, 2026 at 11:00 AM UTC.');
});

test.each([
  ['2026-03-09T12:00:00.000Z', 'Delivery was planned for Mar 9, 2026.'],
  ['2026-03-10T23:00:00.000Z', 'Delivery is planned for today.'],
  ['2026-03-11T00:00:00.000Z', 'Delivery is planned for tomorrow.'],
  ['2026-03-12T00:00:00.000Z', 'Delivery is planned for Mar 12, 2026.'],
])('K30 an order planned for %s: %s', (deliveryDate, sentence) => {
  expect(progressOf(order({ deliveryDate })).when).toBe(sentence);
});

test('K30 the tab is titled by where the order is', () => {
  expect(titleOf('QF123456789012', undefined)).toBe('Order QF123456789012');
  expect(titleOf('QF123456789012', order())).toBe('Your order is on its way: QF123456789012');
});

test('K31 an age is worth saying for a month', () => {
  expect(isRecent('2026-02-09T12:00:00Z')).toBe(true);
  expect(isRecent('2026-02-07T12:00:00Z')).toBe(false);
});
