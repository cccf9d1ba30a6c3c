import { describe, expect, it } from 'vitest';
import { errorTitle } from './error-summary.tsx';

const values = {
  customer: { name: '', email: 'not an address' },
  pickupAddress: '  ',
  speedDate: '2001-01-01',
  items: [{ name: '' }, { name: 'Lamp' }],
};

describe('Q22 the title over the errors', () => {
  for (const [paths, title] of [
    [['customer.name'], 'Please fill in 1 field'],
    [['customer.name', 'pickupAddress', 'items.0.name'], 'Please fill in 3 fields'],
    [['customer.email'], 'Please correct 1 field'],
    [['customer.email', 'speedDate'], 'Please correct 2 fields'],
    [['customer.name', 'customer.email', 'speedDate'], 'Please fix 3 fields'],
  ] as const) {
    it(`of ${paths.join(', ')} is "${title}"`, () => expect(errorTitle(paths, values)).toBe(title));
  }
});
