import { expect, it } from 'vitest';
import { inLanguage } from '../../words/speak.ts';
import { changeInWords } from './change-words.ts';
import { detailInWords } from './detail-words.ts';

const inGerman = (detail: string, facts?: unknown) => inLanguage('de', () => detailInWords({ detail, facts }));

it('C516 a stored line is said in the reader’s words; its values stay what they were', () => {
  const stored = [changeInWords('Phone', '555 0100', null), 'Proof rules changed', 'Anna called back'].join('\n');
  expect(detailInWords({ detail: stored })).toBe(stored);
  expect(inGerman(stored)).toBe('Telefon: 555 0100 → keine Angabe\nNachweisregeln geändert\nAnna called back');
  expect(inGerman('nobody → Marta Bell')).toBe('niemand → Marta Bell');
  // What only looks like a field of ours is somebody's own words.
  expect(inGerman('toString: a → b')).toBe('toString: a → b');
});

it('C516 a price is written with its currency, as the reader writes amounts', () => {
  const facts = { from: null, to: '1234.50', currency: 'EUR' };
  expect(inGerman('no price → 1234.50', facts)?.replaceAll(/\s/g, ' ')).toBe('kein Preis → 1.234,50 €');
  expect(inGerman('no price → 1234.50')).toBe('kein Preis → 1234.50');
});
