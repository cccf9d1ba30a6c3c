// Quotes in every variant of the customer's page: their styles are part of its template.
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';

// A recent time shows its age too.
const at = new Date().toISOString();
const image = '/files/00000000000000000000000000000000.jpg';
const lines = [
  { label: 'Delivery', quantity: '1', unitPrice: '80.00', taxRate: '19', amount: '80.00' },
  { label: 'Waiting', quantity: '2', unitPrice: '10.00', taxRate: '19', amount: '20.00' },
];

const sample = (more: Partial<CustomerQuote> = {}): CustomerQuote => ({
  estimate: { from: '40.00', to: '55.00', currency: 'USD', isBinding: false, basis: 'zone' },
  reference: 'K7M-3QF',
  state: 'priced',
  status: 'sent',
  outcome: null,
  outcomeReason: null,
  revision: 2,
  language: null,
  createdAt: at,
  sentAt: at,
  validUntil: '2026-01-15',
  acceptedAt: null,
  paidAt: null,
  acceptance: null,
  currency: 'USD',
  pricesIncludeTax: false,
  lines,
  net: '100.00',
  taxes: [{ rate: '19', net: '100.00', tax: '19.00' }],
  taxTotal: '19.00',
  total: '119.00',
  terms: 'Insured.',
  payBy: 'link',
  bankAccount: null,
  dueAt: null,
  onAccount: false,
  payment: { state: 'none', paid: '0.00', open: '119.00', over: '0.00', refunded: '0.00' },
  paymentUrl: 'https://pay.example.com/',
  changes: [{ field: 'total', from: '100.00', to: '119.00' }],
  revisions: [],
  company: { name: 'QuickFleet Ltd', address: '9 Depot Street', taxNumber: 'GB 123', phone: null },
  customerName: 'Ada Sender',
  customerCompany: 'Sender Ltd',
  pickupAddress: '1 Pickup Street',
  deliveryAddress: '2 Delivery Road',
  notes: 'Ring twice',
  speedType: 'specific_date',
  speedDate: '2026-01-10',
  wantedDay: '2026-01-10',
  items: [{ name: 'Box of books', description: 'Heavy', quantity: 2, imageUrls: [image] }],
  questions: [
    { id: 1, text: 'To the third floor?', askedAt: at, answer: 'Yes.', answeredAt: at },
    { id: 2, text: 'And back?', askedAt: at, answer: null, answeredAt: null },
  ],
  trackingNumber: null,
  canAccept: true,
  acceptsByMail: false,
  canDecline: true,
  canAsk: true,
  canChangeDate: true,
  ...more,
});
const decided = { canAccept: false, canDecline: false, canChangeDate: false, changes: [] };
const acceptance = { name: 'Ada Sender', at, revision: 2, onBehalf: false };

export const sampleQuotes: readonly CustomerQuote[] = [
  sample(),
  sample({
    state: 'received',
    status: 'draft',
    revision: 0,
    lines: [],
    total: null,
    taxes: [],
    questions: [],
    canAccept: false,
  }),
  sample({ ...decided, state: 'accepted', status: 'accepted', acceptance, acceptedAt: at, terms: null }),
  sample({ ...decided, state: 'paid', status: 'paid', acceptance, acceptedAt: at, paidAt: at }),
  sample({ ...decided, state: 'booked', status: 'converted', acceptance, trackingNumber: 'QF001234' }),
  sample({ ...decided, state: 'expired', outcome: 'expired' }),
];
