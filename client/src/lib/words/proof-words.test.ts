import { expect, test } from 'vitest';
import { inheritedRule, isWithoutRules, type ProofLevel, rulesInWords, rulesToText } from './proof-words.ts';

const company: ProofLevel = { who: 'company', rules: { delivery: { pin: true, photos: 'one' } } };
const customer: ProofLevel = { who: 'customer', rules: { delivery: { photos: 'each_item' } } };

test('P90 without an override the nearest level counts, and is named', () => {
  expect(inheritedRule([company, customer], 'delivery', 'photos')).toEqual({ value: 'each_item', who: 'customer' });
  expect(inheritedRule([company, customer], 'delivery', 'pin')).toEqual({ value: true, who: 'company' });
  expect(inheritedRule([company, customer], 'pickup', 'pin')).toEqual({ value: false, who: undefined });
  expect(inheritedRule([company, { who: 'customer', rules: null }], 'delivery', 'photos').value).toBe('one');
});

test('P90 rules are said in one line, and an empty stop says nothing', () => {
  expect(rulesInWords({ delivery: { signature: 'photo_instead', leaveAtDoor: true, signerName: true } })).toBe(
    'Pickup: the signature. Delivery: the signature or a photo, the signer’s name; may be left at the door',
  );
  expect(rulesInWords({ pickup: { signature: 'optional' } })).toBe('Pickup: nothing. Delivery: the signature');
  expect(isWithoutRules({ pickup: {}, delivery: undefined })).toBe(true);
  expect(isWithoutRules({ pickup: { pin: false } })).toBe(false);
});

test('P90 the same rules are the same text in whatever order they were said', () => {
  const one = rulesToText({ pickup: { pin: true, photos: 'one' }, delivery: { scan: false } });
  expect(rulesToText({ delivery: { scan: false }, pickup: { photos: 'one', pin: true } })).toBe(one);
  expect([rulesToText(null), rulesToText({ pickup: {} })]).toEqual(['', '']);
});
