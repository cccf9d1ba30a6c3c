import { keepNumbers, ownDirection } from '@quickfleet/shared/words/isolates';
import bidiFactory from 'bidi-js';
import { expect, test } from 'vitest';

const bidi = bidiFactory();
const MARKS = /[\u200E\u2066-\u2069]/g;
/** A line as it is seen, from the left. */
const seen = (text: string): string => {
  const levels = bidi.getEmbeddingLevels(text);
  const order: number[] = bidi.getReorderedIndices(text, levels);
  return order
    .map((at) => text[at])
    .join('')
    .replaceAll(MARKS, '');
};
const NUMBERS = [
  ...['011 234 5678', '12-34', '+49 (0)30 1234-567', '7KE-X9M', 'QF00 1234 5678 90', '23456 ABCDE', '$1,234.50'],
  ...['1.234,50 €', '1 234,50 €', '(011) 234 5678', '2026-03-01', '030/123 456', '-5.00', '50%', '12 Main Street 4'],
  ...['٠١١ ٢٣٤ ٥٦٧٨', '۰۱۱ ۲۳۴ ۵۶۷۸'],
];
const WORDS = ['محمد علي', 'שלום', 'צפון בע"מ', 'Ada محمد', 'محمد (Ada)'];

test.each(NUMBERS)('C519 %s keeps its order next to Arabic and Hebrew, before, after and between', (number) => {
  for (const word of WORDS)
    for (const line of [
      `${word} · ${number}`,
      `${number} · ${word}`,
      `${word} ${number} ${word}`,
      `Call ${word} ${number}`,
    ]) {
      const kept = keepNumbers(line);
      expect(seen(kept), line).toContain(number);
      expect(kept.replaceAll(MARKS, '')).toBe(line);
      expect(keepNumbers(kept)).toBe(kept);
    }
});

test('C519 a line keeps its own direction, and a text of one direction alone stays as it is', () => {
  expect(keepNumbers('12 Main Street, 011 234 5678')).toBe('12 Main Street, 011 234 5678');
  expect(seen(keepNumbers('12 Main Street · שלום'))).toBe('12 Main Street · םולש');
  expect(seen(keepNumbers('(שלום 12-34)'))).toBe(')12-34 םולש(');
  expect(seen(keepNumbers('שלום-12'))).toBe('12-םולש');
  expect(keepNumbers('خلال 24 ساعة')).toBe('خلال 24 ساعة');
  const address = 'שלום https://x.example/12-34 a12@x.example';
  expect(keepNumbers(address)).toBe(address);
  expect(seen(`From ${ownDirection('שלום!')}, today`)).toBe('From !םולש, today');
});

test('C519 a number in what somebody typed keeps its order too where a sentence has isolated all of that', () => {
  const line = 'Item: \u2068محمد 12-34, 011 234 5678\u2069, 1 photo';
  const kept = keepNumbers(line);
  for (const number of ['12-34', '011 234 5678']) expect(seen(kept)).toContain(number);
  expect(kept.replaceAll(MARKS, '')).toBe(line.replaceAll(MARKS, ''));
  expect(keepNumbers(kept)).toBe(kept);
});

test('C519 whatever is typed: no character is lost, and marks come in pairs', () => {
  const characters = [...'אبA1٢ -+().,:/#$@"'];
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return characters[seed % characters.length] ?? '';
  };
  for (let turn = 0; turn < 5000; turn++) {
    const text = Array.from({ length: turn % 30 }, next).join('');
    const kept = keepNumbers(text);
    expect(kept.replaceAll(MARKS, '')).toBe(text);
    expect(kept.split('\u2066').length).toBe(kept.split('\u2069').length);
    expect(keepNumbers(kept), text).toBe(kept);
  }
});
