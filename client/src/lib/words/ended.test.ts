import { expect, test } from 'vitest';
import { ended } from './ended.ts';

test('U118 a sentence that ends with a name like “Inc.” has one full stop', () => {
  expect(ended('Accepted by Ada Sender')).toBe('Accepted by Ada Sender.');
  expect(ended('© 2025 Swift Inc.')).toBe('© 2025 Swift Inc.');
});
