import { expect, test } from 'vitest';
import { canBookOnAccount, dueOf, validWords, viewsWords } from './quote-outcome.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

test.each([
  [40, 'price', 'Price due in 40 min'],
  [90, 'answer', 'Answer due in 2 h'],
  [-120, 'price', 'Price overdue 2 h'],
  [-60 * 24 * 3, 'answer', 'Answer overdue 3 days'],
] as const)('U84 what is due in %i minutes says so: %s, %s', (minutes, dueKind, text) => {
  expect(dueOf({ dueAt: inMinutes(minutes), dueKind }, now)?.text).toBe(text);
});

test('U91 an accepted quote of a customer on account is booked without a payment', () => {
  expect(canBookOnAccount({ status: 'accepted', onAccount: true })).toBe(true);
  expect(canBookOnAccount({ status: 'accepted', onAccount: false })).toBe(false);
  expect(canBookOnAccount({ status: 'sent', onAccount: true })).toBe(false);
});

test('U84 nothing is due where nothing was promised', () => {
  expect(dueOf({ dueAt: null, dueKind: null }, now)).toBeUndefined();
});

test.each([
  [{ views: 0, lastViewedAt: null, status: 'draft', outcome: null }, undefined],
  [{ views: 0, lastViewedAt: null, status: 'sent', outcome: null }, 'Not seen yet'],
  [{ views: 0, lastViewedAt: null, status: 'sent', outcome: 'declined' }, undefined],
  [{ views: 1, lastViewedAt: inMinutes(-60), status: 'sent', outcome: null }, 'Seen once, 1 hour ago'],
  [{ views: 2, lastViewedAt: inMinutes(-60 * 24), status: 'sent', outcome: null }, 'Seen twice, last yesterday'],
  [{ views: 5, lastViewedAt: inMinutes(-60), status: 'sent', outcome: null }, 'Seen 5 times, last 1 hour ago'],
] as const)('U84 a quote with %j says: %s', (quote, words) => {
  expect(viewsWords(quote, now)).toBe(words);
});

test('U84 validity is said of the last day', () => {
  expect(validWords('2026-12-06', new Date(now))).toBe('Valid until Sunday, December 6');
  expect(validWords('2026-11-21', new Date(now))).toBe('Was valid until Saturday, November 21');
  expect(validWords(null)).toBeUndefined();
});
