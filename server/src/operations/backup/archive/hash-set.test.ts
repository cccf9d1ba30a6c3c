import { expect, it } from 'vitest';
import { sha256 } from '../../../security/secrets.ts';
import { HashSet } from './hash-set.ts';

it('has every hash that was added before it was settled, and no other', () => {
  const set = new HashSet();
  expect(set.has(sha256('0'))).toBe(false);
  for (const round of [0, 1]) {
    for (let n = 0; n < 3000; n++) set.add(sha256(`${n + round * 2000}`));
    set.settle();
  }
  for (let n = 0; n < 5000; n++) expect(set.has(sha256(`${n}`)), `${n}`).toBe(true);
  for (let n = 5000; n < 6000; n++) expect(set.has(sha256(`${n}`)), `${n}`).toBe(false);
});
