import type { CreateQuote } from '@quickfleet/shared/quoting/quotes';
import { expect, test } from 'vitest';
import { doubtAbout } from './request-schema.ts';

const request = (more: Partial<CreateQuote>, phone: string | null = null): CreateQuote => ({
  customer: { name: 'Ada', email: 'ada@example.com', phone, company: null },
  pickupAddress: '1 Pier Street\nSpringfield',
  deliveryAddress: '2 Dock Road\nShelbyville',
  notes: null,
  speedType: 'today',
  speedDate: null,
  items: [],
  ...more,
});

test('U119 the same address twice and a phone number that nobody can call are asked about, and nothing else', () => {
  expect(doubtAbout(request({}))).toBeUndefined();
  for (const phone of ['+1 (555) 010-0199', '555 0101', '030 / 123 45 67'])
    expect(doubtAbout(request({}, phone))).toBeUndefined();
  expect(doubtAbout(request({ deliveryAddress: '1 pier street, SPRINGFIELD' }))?.text).toMatch(/^Pickup and delivery/);
  for (const phone of ['123', 'ask me', '1234567890123456'])
    expect(doubtAbout(request({}, phone))?.text).toContain(`${phone} does not look like a phone number`);
});
