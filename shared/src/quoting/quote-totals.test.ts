import { describe, expect, it } from 'vitest';
import { amountOf, unitsOf } from '../base/money/money.ts';
import { findTotalsProblem, lineAmount as lineAmountIn, type PricedLine, totalsOf } from './quote-totals.ts';

const line = (quantity: number | string, unitPrice: string, taxRate: number | string = 19): PricedLine => ({
  quantity,
  unitPrice,
  taxRate,
});
const currency = 'USD';
const onTop = { pricesIncludeTax: false, currency };
const included = { pricesIncludeTax: true, currency };
const lineAmount = (priced: PricedLine) => lineAmountIn(priced, currency);
const centsOf = (amount: string) => unitsOf(amount, currency);
const moneyOfCents = (cents: bigint) => amountOf(cents, currency);

/** The generator of the runs below: the same numbers for the same seed (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
const rates = [0, 5.5, '7', 8.875, '19.00', 20, '25.000', 2.1];
function randomLines(next: (below: number) => number): PricedLine[] {
  const lines = Array.from({ length: 1 + next(8) }, () => {
    const decimals = next(4);
    const quantity = (next(100_000) / 10 ** decimals).toFixed(decimals);
    return line(quantity, moneyOfCents(BigInt(next(500_000))), rates[next(rates.length)]);
  });
  if (next(3) === 0) lines.push(line('1', moneyOfCents(-BigInt(next(20_000))), rates[next(rates.length)]));
  return lines;
}
const sum = (amounts: string[]) => amounts.reduce((cents, amount) => cents + centsOf(amount), 0n);

describe('U50 what the lines of a quote come to', () => {
  it('U50 adds the tax on top, rounded once for each rate', () => {
    const lines = [line('1', '50.00'), line('0.75', '30.00'), line('3', '0.33', '7'), line('1', '-10.00')];
    expect(totalsOf(lines, onTop)).toEqual({
      net: '63.49',
      taxTotal: '11.95',
      total: '75.44',
      taxes: [
        { rate: '7', net: '0.99', tax: '0.07' },
        { rate: '19', net: '62.50', tax: '11.88' },
      ],
    });
  });

  it('U50 takes the tax out of prices that include it', () => {
    expect(totalsOf([line('1', '119.00'), line('2', '10.70', '7.0')], included)).toEqual({
      net: '120.00',
      taxTotal: '20.40',
      total: '140.40',
      taxes: [
        { rate: '7', net: '20.00', tax: '1.40' },
        { rate: '19', net: '100.00', tax: '19.00' },
      ],
    });
  });

  it('U50 rounds half a cent away from zero, in lines and in taxes, above and below zero', () => {
    expect(lineAmount(line('0.5', '0.01'))).toBe('0.01');
    expect(lineAmount(line('0.5', '-0.01'))).toBe('-0.01');
    expect(lineAmount(line('0.499', '0.01'))).toBe('0.00');
    // A float would make 1.005 × 1 the lower cent.
    expect(lineAmount(line('1.005', '1.00'))).toBe('1.01');
    expect(totalsOf([line('1', '0.50', '5')], onTop).taxTotal).toBe('0.03');
    expect(totalsOf([line('1', '-0.50', '5'), line('1', '10.00', '0')], onTop).taxTotal).toBe('-0.03');
  });

  it('U50 has nothing to pay for no lines and for lines of nothing', () => {
    expect(totalsOf([], onTop)).toEqual({ net: '0.00', taxTotal: '0.00', total: '0.00', taxes: [] });
    expect(totalsOf([line('1', '0.00', '0')], included).total).toBe('0.00');
  });

  it('U50 refuses a total below zero, one that no price holds, and what is no number', () => {
    const tooMuch = [line('1', '10.00'), line('1', '-20.00')];
    expect(findTotalsProblem(tooMuch, onTop)).toBe(
      'The discounts are larger than the price: the total would be -11.90',
    );
    expect(() => totalsOf(tooMuch, onTop)).toThrow('The discounts are larger than the price');
    expect(findTotalsProblem([line('1000', '9999999999.99')], included)).toBe(
      'The total cannot be more than 9999999999.99',
    );
    expect(findTotalsProblem([line('1', '20.00'), line('1', '-20.00')], onTop)).toBeNull();
    for (const bad of ['1e3', '', '1.0005', 'NaN', '1,5', ' 1']) expect(() => lineAmount(line(bad, '1.00'))).toThrow();
    expect(() => totalsOf([line('1', '1.00', '-7')], onTop)).toThrow('A tax rate cannot be below zero');
  });

  it('U50 adds up to the cent for 10,000 random quotes, and both ways of pricing agree', () => {
    const next = numbersFrom(2026);
    let refused = 0;
    for (let round = 0; round < 10_000; round++) {
      const lines = randomLines(next);
      for (const rule of [onTop, included]) {
        if (findTotalsProblem(lines, rule)) {
          refused++;
          continue;
        }
        const { net, taxTotal, total, taxes } = totalsOf(lines, rule);
        const parts = JSON.stringify({ lines, rule });
        expect(centsOf(net) + centsOf(taxTotal), parts).toBe(centsOf(total));
        expect(sum(taxes.map((one) => one.net)), parts).toBe(centsOf(net));
        expect(sum(taxes.map((one) => one.tax)), parts).toBe(centsOf(taxTotal));
        const amounts = sum(lines.map(lineAmount));
        expect(amounts, parts).toBe(centsOf(rule.pricesIncludeTax ? total : net));
        // What each rate comes to, written as a price with its tax in it, is the same quote.
        const gross = taxes.map((one) => line('1', moneyOfCents(centsOf(one.net) + centsOf(one.tax)), one.rate));
        if (!rule.pricesIncludeTax) expect(totalsOf(gross, included), parts).toEqual({ net, taxTotal, total, taxes });
        expect(totalsOf([...lines].reverse(), rule), parts).toEqual({ net, taxTotal, total, taxes });
      }
    }
    expect(refused).toBeLessThan(4000);
  });
});
