import { expect, it } from 'vitest';
import { inBatches, joinSorted, sameNamed } from './sorted.ts';

const closed: string[] = [];
async function* rows(text: string) {
  try {
    yield* text;
  } finally {
    closed.push(text);
  }
}
const sorted = (text: string) => ({ rows: rows(text), keyOf: (letter: string) => letter });
const joined = async (left: string, right: string) =>
  (await Array.fromAsync(joinSorted(sorted(left), sorted(right)))).map(([one = '-', other = '-']) => one + other);

it('two sorted sequences are brought together by their keys, whichever is longer', async () => {
  expect(await joined('acd', 'bcde')).toEqual(['a-', '-b', 'cc', 'dd', '-e']);
  expect(await joined('', 'ab')).toEqual(['-a', '-b']);
  expect(await joined('ab', '')).toEqual(['a-', 'b-']);
  expect(await joined('', '')).toEqual([]);
});

it('both are closed when the reader stops early', async () => {
  closed.length = 0;
  for await (const _ of joinSorted(sorted('ab'), sorted('xy'))) break;
  expect(closed).toEqual(['ab', 'xy']);
});

it('rows come in batches, and those of one name together', async () => {
  expect(await Array.fromAsync(inBatches(rows('abcde'), 2))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(await Array.fromAsync(sameNamed(rows('aabccc'), (letter) => letter))).toEqual([
    ['a', 'a'],
    ['b'],
    ['c', 'c', 'c'],
  ]);
});
