import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trackedOrder as order } from '../../../../test/rows.ts';
import { isRecent } from '../../../lib/words/format.ts';
import { progressOf, titleOf } from './tracked-progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
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
  [
    '2026-03-09T12:00:00.000Z',
    'Later than planned: it was due on Mar 9, 2026. The new time appears here as soon as we know it.',
  ],
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
