import { describe, expect, it } from 'vitest';
import { findTotalsProblem, lineAmount, type PricedLine, totalsOf } from '../../quoting/quote-totals.ts';
import { amountOf, decimalsOf, formatAmount, isTooFine, roundAmount, unitPriceIn, unitsOf } from './money.ts';

const currencies = ['JPY', 'USD', 'KWD'] as const;
const rates = ['0', '5', '8.875', '10', '19', '25'];

/** The same numbers at every run (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

describe('amounts in their currency', () => {
  it.each([
    ['JPY', 0, '1101', '¥1,101'],
    ['EUR', 2, '1101.00', '€1,101.00'],
    ['KWD', 3, '1101.000', 'KWD\u00a01,101.000'],
    // Where Intl has no decimals, and ISO 4217 has two.
    ['RSD', 2, '1101.00', 'RSD\u00a01,101.00'],
  ])('Q27 %s has %i decimals', (currency, decimals, amount, words) => {
    expect(decimalsOf(currency)).toBe(decimals);
    expect(roundAmount('1101', currency)).toBe(amount);
    expect(formatAmount('1101', currency)).toBe(words);
  });

  it('Q27 a half goes away from zero, and nothing is finer than its currency', () => {
    expect(['0.5', '1100.55', '-0.5', '0.49'].map((amount) => roundAmount(amount, 'JPY'))).toEqual([
      '1',
      '1101',
      '-1',
      '0',
    ]);
    expect(['0.005', '1.0049', '2'].map((amount) => roundAmount(amount, 'USD'))).toEqual(['0.01', '1.00', '2.00']);
    expect(['0.0005', '12.3454'].map((amount) => roundAmount(amount, 'KWD'))).toEqual(['0.001', '12.345']);
    expect([isTooFine('1000.50', 'JPY'), isTooFine('1000.00', 'JPY'), isTooFine('12.345', 'KWD')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('Q28 the price of one unit may be finer, up to four decimals, and its line is rounded', () => {
    expect(unitPriceIn('0.1255', 'USD')).toBe('0.1255');
    expect(unitPriceIn('120', 'USD')).toBe('120.00');
    expect(unitPriceIn('1000.50', 'JPY')).toBe('1000.5');
    expect(unitPriceIn('-0.000', 'KWD')).toBe('0.000');
    expect(lineAmount({ quantity: '1000', unitPrice: '0.1255' }, 'USD')).toBe('125.50');
    expect(lineAmount({ quantity: '1', unitPrice: '1000.50' }, 'JPY')).toBe('1001');
    expect(lineAmount({ quantity: '3', unitPrice: '0.0335' }, 'KWD')).toBe('0.101');
    expect(formatAmount('0.1255', 'USD', { isUnitPrice: true })).toBe('$0.1255');
    expect(formatAmount('12.5', 'USD', { isUnitPrice: true })).toBe('$12.50');
  });

  it('Q27 a price of 1000.50 yen with 10 % is 1,101 everywhere', () => {
    const rule = { currency: 'JPY', pricesIncludeTax: false };
    const { total } = totalsOf([{ quantity: '1', unitPrice: '1000.50', taxRate: '10' }], rule);
    expect([total, formatAmount(total, 'JPY')]).toEqual(['1101', '¥1,101']);
  });

  it.each(currencies)('Q27 what 3,000 random quotes in %s come to has its decimals and adds up', (currency) => {
    const next = numbersFrom(2026);
    const shape = decimalsOf(currency) === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${decimalsOf(currency)}}$`);
    const lineOf = (): PricedLine => ({
      quantity: String(1 + next(40)),
      unitPrice: `${next(5000)}.${String(next(10_000)).padStart(4, '0')}`,
      taxRate: rates[next(rates.length)] ?? '0',
    });
    const sum = (amounts: string[]) => amounts.reduce((units, amount) => units + unitsOf(amount, currency), 0n);
    for (let round = 0; round < 3000; round++) {
      const lines = Array.from({ length: 1 + next(5) }, lineOf);
      for (const pricesIncludeTax of [true, false]) {
        const { net, taxTotal, total, taxes } = totalsOf(lines, { currency, pricesIncludeTax });
        const amounts = lines.map((line) => lineAmount(line, currency));
        for (const amount of [net, taxTotal, total, ...amounts]) expect(amount).toMatch(shape);
        expect(sum([net, taxTotal])).toBe(unitsOf(total, currency));
        expect(sum(taxes.map(({ tax }) => tax))).toBe(unitsOf(taxTotal, currency));
        expect(amountOf(sum(amounts), currency)).toBe(pricesIncludeTax ? total : net);
        // What people read is what is stored, digit by digit.
        expect(formatAmount(total, currency, { isBare: true }).replaceAll(',', '')).toBe(total);
      }
    }
  });
});

describe('two taxes on one line', () => {
  const taxes = [
    { label: 'GST', rate: '5' },
    { label: 'QST', rate: '9.975' },
  ];
  const line: PricedLine = { quantity: '1', unitPrice: '100.00', taxRate: '14.975', taxes };
  it('Q29 are computed and shown apart, on top of the price and in it', () => {
    const rule = { currency: 'CAD', pricesIncludeTax: false };
    expect(
      totalsOf([line, { ...line, unitPrice: '0.10' }, { quantity: 1, unitPrice: '10.00', taxRate: 0 }], rule),
    ).toEqual({
      net: '110.10',
      taxTotal: '14.99',
      total: '125.09',
      taxes: [
        { rate: '0', net: '10.00', tax: '0.00' },
        { label: 'GST', rate: '5', net: '100.10', tax: '5.01' },
        { label: 'QST', rate: '9.975', net: '100.10', tax: '9.98' },
      ],
    });
    const included = totalsOf([{ ...line, unitPrice: '114.98' }], { ...rule, pricesIncludeTax: true });
    expect(included).toEqual({
      net: '100.00',
      taxTotal: '14.98',
      total: '114.98',
      taxes: [
        { label: 'GST', rate: '5', net: '100.00', tax: '5.00' },
        { label: 'QST', rate: '9.975', net: '100.00', tax: '9.98' },
      ],
    });
  });
  it('Q29 two taxes of the same rate stay two', () => {
    const same = {
      ...line,
      taxRate: '10',
      taxes: [
        { label: 'State', rate: '5' },
        { label: 'City', rate: '5' },
      ],
    };
    const { taxes: found } = totalsOf([same], { currency: 'USD', pricesIncludeTax: false });
    expect(found.map(({ label, tax }) => [label, tax])).toEqual([
      ['State', '5.00'],
      ['City', '5.00'],
    ]);
    expect(findTotalsProblem([same], { currency: 'USD', pricesIncludeTax: false })).toBeNull();
  });
});
