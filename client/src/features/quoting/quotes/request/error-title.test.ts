import { describe, expect, it } from 'vitest';
import { errorTitle } from './error-title.ts';

const values = {
  customer: { name: '', email: 'not an address' },
  pickupAddress: '  ',
  speedDate: '2001-01-01',
  items: [{ name: '' }, { name: 'Lamp' }],
};

describe('Q22 the title over the errors', () => {
  for (const [paths, title] of [
    [['customer.name'], 'One thing is missing'],
    [['customer.name', 'pickupAddress', 'items.0.name'], '3 things are missing'],
    [['customer.email'], 'One thing needs to be corrected'],
    [['customer.email', 'speedDate'], '2 things need to be corrected'],
    [['customer.name', 'customer.email', 'speedDate'], '1 missing, 2 to be corrected'],
  ] as const) {
    it(`of ${paths.join(', ')} is "${title}"`, () => expect(errorTitle(paths, values)).toBe(title));
  }
});
