import { expect, it } from 'vitest';
import { isBic, isIban, plainIban, writeIban } from './bank-account.ts';

it('C511 an IBAN is right by its check digits, however it is typed', () => {
  for (const typed of ['DE89 3704 0044 0532 0130 00', 'gb82 west 1234 5698 7654 32', 'FR1420041010050500013M02606'])
    expect(isIban(plainIban(typed))).toBe(true);
  for (const typed of ['DE89 3704 0044 0532 0130 01', 'DE98 3704 0044 0532 0130 00', 'DE', '', '89370400440532013000'])
    expect(isIban(plainIban(typed))).toBe(false);
  expect(writeIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect([isBic('COBADEFFXXX'), isBic('COBADEFF'), isBic('COBADEFFX')]).toEqual([true, true, false]);
});
