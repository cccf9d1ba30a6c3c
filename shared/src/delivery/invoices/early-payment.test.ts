import { describe, expect, it } from 'vitest';
import { amountOf, decimalsOf, unitsOf } from '../../base/money/money.ts';
import {
  type DiscountParts,
  discountBase,
  discountOffer,
  discountParts,
  discountTaken,
  lessParts,
} from './early-payment.ts';
import { type InvoiceTax, invoiceTotals, netOf } from './invoice-totals.ts';

/** The same numbers in every run. */
function randoms(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const taxSets: readonly (readonly InvoiceTax[])[] = [
  [{ label: null, rate: '19', category: 'S' }],
  [{ label: null, rate: '7', category: 'S' }],
  [{ label: null, rate: '0', category: 'Z' }],
  [
    { label: 'State', rate: '6.25', category: 'S' },
    { label: 'City', rate: '1.125', category: 'S' },
  ],
];
const sumOf = (amounts: readonly string[], currency: string) =>
  amounts.reduce((sum, amount) => sum + unitsOf(amount, currency), 0n);
const wholeOf = ({ lines, taxes }: DiscountParts, currency: string) =>
  sumOf([...lines.map(({ net }) => net), ...taxes.map(({ amount }) => amount)], currency);

describe('the discount for paying early', () => {
  it('C721 comes to its net and its taxes exactly, in any part and back to nothing, over 0, 2 and 3 decimals', () => {
    for (const currency of ['JPY', 'EUR', 'KWD']) {
      const random = randoms(decimalsOf(currency) + 7);
      for (let nth = 0; nth < 300; nth++) {
        const lines = Array.from({ length: 1 + random(5) }, (_, at) => {
          const [quantity, unitPrice] = [
            String(at > 1 && random(4) === 0 ? -1 : 1 + random(9)),
            `${random(900) + 10}.${random(9)}`,
          ];
          return {
            quantity,
            unitPrice,
            net: netOf({ quantity, unitPrice }, currency),
            taxes: taxSets[random(4)] ?? [],
            gross: null,
          };
        });
        const { gross, rounding } = invoiceTotals(lines, currency);
        const total = unitsOf(gross, currency) + unitsOf(rounding, currency);
        if (total <= 0n) continue;
        const discount = (total * BigInt(1 + random(30))) / 100n;
        const whole = discountParts(lines, discount, currency);
        expect(wholeOf(whole, currency)).toBe(discount);
        // Each tax has its share by its rate, to the coin.
        for (const { base, amount, rate } of whole.taxes.filter(({ label }) => label === null)) {
          const exact = (Number(unitsOf(base, currency)) * Number(rate)) / 100;
          expect(Math.abs(Number(unitsOf(amount, currency)) - exact)).toBeLessThanOrEqual(1);
        }
        // Taken back in two steps it leaves nothing of any line or tax.
        const half = lessParts(discountParts(lines, discount / 2n, currency), [whole], currency);
        expect(wholeOf(half, currency)).toBe(discount / 2n - discount);
        const rest = lessParts(discountParts(lines, 0n, currency), [whole, half], currency);
        expect(wholeOf(rest, currency)).toBe(-(discount / 2n));
        expect(lessParts({ lines: [], taxes: [] }, [whole, half, rest], currency)).toMatchObject({
          lines: [],
          taxes: [],
        });
        expect(
          sumOf(
            rest.lines.map(({ net }) => net),
            currency,
          ),
        ).toBe(unitsOf(rest.net, currency));
      }
    }
  });

  it('C721 is taken by the payment that comes to the rest in time, once, and by none later', () => {
    const terms = { days: 14, discountDays: 7, discountPercent: '2.5' };
    for (const currency of ['JPY', 'EUR', 'KWD']) {
      const random = randoms(decimalsOf(currency) + 1);
      for (let nth = 0; nth < 300; nth++) {
        const total = BigInt(100 + random(1_000_000));
        const amount = (units: bigint) => amountOf(units, currency);
        const invoice = {
          ...{ terms, currency, issuedOn: '2026-03-10', gross: amount(total), rounding: amount(0n) },
          ...{ credited: amount(BigInt(random(50))), prepaid: amount(BigInt(random(40))) },
        };
        const base = discountBase(invoice);
        const offer = discountOffer(invoice) ?? { until: '', units: 0n };
        expect(offer.until).toBe('2026-03-17');
        const enough = base - offer.units;
        const part = BigInt(random(Number(enough)));
        const pay = (units: bigint, on = '2026-03-17') => ({ units, on });
        const taken = (...payments: { units: bigint; on: string }[]) => discountTaken(base, offer, payments);
        expect(taken(pay(part), pay(enough - part))).toEqual({ nth: 1, units: offer.units });
        expect(taken(pay(enough - 1n))).toBeUndefined();
        expect(taken(pay(enough, '2026-03-18'))).toBeUndefined();
        expect(taken(pay(enough - 1n), pay(1n, '2026-03-18'))).toBeUndefined();
        expect(taken(pay(base))).toEqual({ nth: 0, units: 0n });
        if (offer.units > 1n) expect(taken(pay(enough + 1n))).toEqual({ nth: 0, units: offer.units - 1n });
      }
    }
  });
});
