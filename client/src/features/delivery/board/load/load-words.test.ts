import { expect, test } from 'vitest';
import { loadInWords } from './load-warning.tsx';

test('U317 says what is to go, and calls it a guess until the pace is known', () => {
  expect(loadInWords({ leftMinutes: 80 }, false)).toBe('about 1 h 20 min to go');
  expect(loadInWords({ leftMinutes: 80 }, true)).toBe('1 h 20 min to go, a guess');
});
