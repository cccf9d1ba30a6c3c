import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOCKS, LOCKS_OF } from './advisory-locks.ts';

it('no two advisory locks of a kind have the same number, and no other file names one', () => {
  for (const numbers of [Object.values(LOCKS), Object.values(LOCKS_OF)])
    expect(new Set(numbers).size).toBe(numbers.length);
  const cwd = new URL('../', import.meta.url).pathname;
  const naming = globSync('**/*.ts', { cwd }).filter((file) =>
    /\b4_711_\d{3}\b/.test(readFileSync(cwd + file, 'utf8')),
  );
  expect(naming).toEqual(['db/advisory-locks.ts']);
});
