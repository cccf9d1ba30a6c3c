import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { expect, test } from 'vitest';
import { changesBetween } from '../../../lib/words/quote-versions.ts';
import { quoteStateOf, titleOf, validityWords } from './quote-words.ts';

const at = '2026-11-22T10:00:00.000Z';
const now = Date.parse(at);
const quote = (more: Partial<CustomerQuote> = {}): CustomerQuote => ({
  reference: 'K7M-3QF',
  state: 'priced',
  status: 'sent',
  outcome: null,
  outcomeReason: null,
  revision: 1,
  createdAt: at,
  sentAt: at,
  validUntil: '2026-12-06',
  acceptedAt: null,
  paidAt: null,
  acceptance: null,
  estimate: null,
  currency: 'USD',
  pricesIncludeTax: false,
  lines: [{ label: 'Delivery', quantity: '1', unitPrice: '84.50', taxRate: '0', amount: '84.50' }],
  net: '84.50',
  taxes: [],
  taxTotal: '0.00',
  total: '84.50',
  terms: null,
  paymentUrl: null,
  payBy: 'link',
  bankAccount: null,
  dueAt: null,
  onAccount: false,
  payment: { state: 'none', paid: '0.00', open: '84.50', over: '0.00', refunded: '0.00' },
  changes: [],
  revisions: [],
  company: { name: null, address: null, taxNumber: null, phone: null },
  customerName: 'Ada Private',
  customerCompany: null,
  pickupAddress: 'P',
  deliveryAddress: 'D',
  notes: null,
  speedType: 'today',
  speedDate: null,
  wantedDay: null,
  items: [],
  questions: [],
  trackingNumber: null,
  canAccept: true,
  language: null,
  acceptsByMail: false,
  canDecline: true,
  canAsk: true,
  canChangeDate: true,
  ...more,
});
const acceptance = { name: 'Ada Private', at, revision: 1, onBehalf: false };

test.each([
  ['2026-12-06', 'Valid until Sunday, December 6, 14 days left'],
  ['2026-11-24', 'Valid until Tuesday, November 24, 2 days left'],
  ['2026-11-23', 'Valid until tomorrow, Monday, November 23'],
  ['2026-11-22', 'Valid until the end of today'],
  ['2026-11-21', 'Was valid until Saturday, November 21'],
])('U80 a quote that holds until %s says: %s', (last, words) => {
  expect(validityWords(last, now)).toBe(words);
});

test.each([
  [{ state: 'received', status: 'draft', revision: 0, total: null }, 'We have your request', 'wait'],
  [{}, 'Your quote is ready', 'decide'],
  [{ status: 'accepted', acceptance }, 'Accepted by Ada Private', 'pay'],
  [{ status: 'accepted', acceptance, onAccount: true }, 'Accepted by Ada Private', 'wait'],
  [{ status: 'paid', acceptance }, 'Paid, thank you', 'wait'],
  [{ status: 'converted', trackingNumber: 'QF1' }, 'Your delivery is booked', 'track'],
  [{ outcome: 'declined' }, 'You declined this quote', 'ask'],
  [{ outcome: 'expired' }, 'This quote has expired', 'ask'],
] as const)('U80 the page of a quote with %j says “%s” and leads to one thing: %s', (more, sentence, act) => {
  const standing = quoteStateOf(quote(more as Partial<CustomerQuote>));
  expect([standing.sentence, standing.act]).toEqual([sentence, act]);
});

test('U80 what was paid in part is said with what is missing', () => {
  const payment = { state: 'part', paid: '50.00', open: '34.50', over: '0.00', refunded: '0.00' } as const;
  expect(quoteStateOf(quote({ status: 'accepted', acceptance, payment })).next).toBe(
    '$50.00 of $84.50 has arrived; $34.50 is still to be paid.',
  );
});

test('U80 the progress is a word for each step, and what is decided has none', () => {
  const states = (more: Partial<CustomerQuote>) => quoteStateOf(quote(more)).steps.map(({ state }) => state);
  expect(states({})).toEqual(['done', 'done', 'current', 'later', 'later']);
  expect(states({ status: 'converted', trackingNumber: 'QF1' })).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(states({ outcome: 'declined' })).toEqual([]);
});

test('U83 the tab and the preview name nobody and no price', () => {
  for (const more of [{}, { status: 'accepted', acceptance }] as const) {
    expect(titleOf(quote(more))).toContain('K7M-3QF');
    expect(titleOf(quote(more))).not.toMatch(/Ada|Private|84/);
  }
});

test('U81 what another version changed is said in sentences, the price first', () => {
  const before = quote();
  const after = quote({
    revision: 2,
    total: '95.00',
    validUntil: '2026-12-08',
    lines: [
      { label: 'Delivery', quantity: '1', unitPrice: '75.00', taxRate: '0', amount: '75.00' },
      { label: 'Waiting', quantity: '2', unitPrice: '10.00', taxRate: '0', amount: '20.00' },
    ],
  });
  expect(changesBetween(before, after)).toEqual([
    'The price changed from $84.50 to $95.00.',
    'Delivery changed from $84.50 to $75.00.',
    'New: Waiting, 2 × $10.00.',
    'It is valid until Dec 8, 2026 instead of Dec 6, 2026.',
  ]);
  expect(changesBetween(after, before)[0]).toBe('The price changed from $95.00 to $84.50.');
  expect(changesBetween(after, before)).toContain('Removed: Waiting, 2 × $10.00.');
  expect(changesBetween(before, quote({ revision: 3 }))).toEqual([]);
});
