import { describe, expect, it } from 'vitest';
import { pricing, pricingDefaults } from '../../company/pricing.ts';
import { totalsOf } from '../quote-totals.ts';
import { gramsIn, type PriceFacts, type PriceRules, priceByRules, quoteLinesOf } from './price-rules.ts';
import { zoneOf } from './price-zones.ts';

const facts: PriceFacts = { km: null, isClosed: false, currency: 'USD', pricesIncludeTax: true, taxRate: '0' };
const rules: PriceRules = { ...pricingDefaults, isOn: true, rangePercent: 0, base: '10' };
const request = {
  pickupAddress: '1 Pickup Street\n10115 Berlin',
  deliveryAddress: '102 Delivery Road, 12047 Berlin',
  items: [{ name: 'Box, 12 kg', quantity: 2 }],
  speedType: 'let_quickfleet_choose' as const,
};
const zones = [
  { label: 'City', postcodes: ['10*'], price: '5' },
  { label: 'Ring', postcodes: ['12*', '13347'], price: '8' },
];

/** The same numbers at every run. */
function seeded(seed: number) {
  let state = seed;
  const whole = (max: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % (max + 1);
  };
  const pick = <T>(all: readonly T[]): T => all[whole(all.length * 1000) % all.length] as T;
  return { whole, pick };
}

describe('a first number by price rules', () => {
  it('C230 adds base, pieces, way, weight, speed, closed days and surcharges, each rounded as every price is', () => {
    const found = priceByRules(
      {
        ...rules,
        perItem: '1.25',
        zones,
        classes: [
          { label: 'Up to 30 kg', upToKg: 30, price: '4' },
          { label: 'Up to 10 kg', upToKg: 10, price: '2' },
        ],
        speeds: { ...rules.speeds, today: '7' },
        outOfHours: '3',
        surcharges: [{ label: 'Fuel', amount: '0.5', percent: '4.55' }],
      },
      { ...request, speedType: 'today' },
      { ...facts, isClosed: true },
    );
    expect(found).toMatchObject({ from: '36.57', to: '36.57', price: '36.57', basis: 'zone' });
    expect(typeof found === 'string' ? [] : found.lines.map(({ label, from }) => [label, from])).toEqual(
      [
        ['Delivery', '10.00'],
        ['Items: 2', '2.50'],
        ['Ring', '8.00'],
        ['Up to 30 kg', '4.00'],
        ['Same day', '7.00'],
        ['Outside business hours', '3.00'],
        // 4.55 % of 34.50 are 1.56975.
        ['Fuel', '2.07'],
      ].map(([label, from]) => (label === 'Fuel' ? [label, '2.07'] : [label, from])),
    );
  });

  it('C230 prices by kilometres where they are known, else by areas, and says which; without either it says nothing', () => {
    const byKm = { ...rules, perKm: '1.5' };
    expect(priceByRules({ ...byKm, zones }, request, { ...facts, km: '3.3' })).toMatchObject({
      ...{ from: '14.95', basis: 'distance' },
    });
    expect(priceByRules({ ...byKm, zones }, request, facts)).toMatchObject({ from: '18.00', basis: 'zone' });
    expect(priceByRules(byKm, request, facts)).toBe('NO_DISTANCE');
    expect(priceByRules(rules, request, facts)).toMatchObject({ from: '10.00', basis: 'flat' });
    expect(priceByRules({ ...rules, zones: zones.slice(0, 1) }, request, facts)).toBe('OUT_OF_ZONES');
    expect(priceByRules({ ...rules, isOn: false }, request, facts)).toBe('ESTIMATES_OFF');
  });

  it('C231 a postcode is a word of the address behind its street, and * stands for the rest', () => {
    const all = [{ label: 'A', postcodes: ['SW1A*', '10*', '8000'], price: '1' }];
    for (const inside of [
      '10 Downing Street\nLondon SW1A 2AA',
      '1 Way, Berlin 10115',
      '8000 Zürich',
      'Bahnhofstrasse 1\n8000 Zürich',
    ])
      expect(zoneOf(inside, all)?.label, inside).toBe('A');
    for (const outside of ['102 Main Street, Springfield 62701', '1 Way\n80001 Town', 'SW1A Street 4\nLeeds', ''])
      expect(zoneOf(outside, all), outside).toBeUndefined();
  });

  it('C231 reads weights of pieces, and answers a range where one says none', () => {
    expect(['2.5 kg', '12kg', '10 lb', '500 g', '1,5 kg', 'kg', '3 boxes', '12 kgs heavy'].map(gramsIn)).toEqual([
      ...[2500, 12_000, 4536, 500, 1500, undefined, undefined, 12_000],
    ]);
    const classes = [
      { label: 'Light', upToKg: 10, price: '0' },
      { label: 'Middle', upToKg: 30, price: '5' },
      { label: 'Heavy', upToKg: 100, price: '20' },
    ];
    const heavy = { ...rules, classes, isBinding: true };
    const of = (...items: { name: string; quantity: number }[]) => priceByRules(heavy, { ...request, items }, facts);
    expect(of({ name: 'Box 12 kg', quantity: 2 })).toMatchObject({ from: '15.00', to: '15.00', price: '15.00' });
    expect(of({ name: 'Box', quantity: 1 })).toMatchObject({ from: '10.00', to: '30.00', price: null });
    expect(of({ name: 'Box', quantity: 1 }, { name: 'Crate 25 kg', quantity: 1 })).toMatchObject({
      ...{ from: '15.00', to: '30.00', price: null },
    });
    expect(of({ name: 'Safe 101 kg', quantity: 1 })).toBe('TOO_HEAVY');
  });

  it('C230 for all rules: the lines are the price, the range is around it, more of anything never costs less', () => {
    const { whole, pick } = seeded(40);
    const cents = () => (whole(5_000_000) / 100).toFixed(2);
    for (let run = 0; run < 1000; run++) {
      const isBinding = pick([true, false]);
      const all: PriceRules = {
        ...{ ...rules, isBinding, zones, base: cents(), perItem: cents(), perKm: cents(), outOfHours: cents() },
        rangePercent: whole(90),
        surcharges: [{ label: 'Fuel', amount: '0', percent: (whole(10_000) / 100).toFixed(2) }],
      };
      const known: PriceFacts = {
        km: pick([null, (whole(5000) / 10).toFixed(1)]),
        isClosed: pick([true, false]),
        currency: pick(['USD', 'JPY', 'KWD']),
        pricesIncludeTax: pick([true, false]),
        taxRate: pick(['0', '7.5', '20']),
      };
      const quantity = 1 + whole(50);
      const price = (pieces: number) =>
        priceByRules(all, { ...request, items: [{ name: 'Box', quantity: pieces }] }, known);
      const [one, more] = [price(quantity), price(quantity + 1)];
      if (typeof one === 'string' || typeof more === 'string') throw new Error(`${one} ${more}`);
      const { total } = totalsOf(quoteLinesOf(one.lines, known.taxRate), known);
      expect(one.price).toBe(total);
      expect(Number(one.from)).toBeLessThanOrEqual(Number(total));
      expect(Number(one.to)).toBeGreaterThanOrEqual(Number(total));
      if (isBinding) expect([one.from, one.to]).toEqual([total, total]);
      expect(Number(more.price)).toBeGreaterThanOrEqual(Number(one.price));
    }
    expect(
      priceByRules({ ...rules, base: '9999999999' }, request, { ...facts, pricesIncludeTax: false, taxRate: '20' }),
    ).toBe('TOO_LARGE');
  });

  it('C231 settings refuse what is no amount, percentage or postcode', () => {
    const parse = (more: object) => pricing.safeParse({ ...pricingDefaults, ...more }).success;
    expect(parse({})).toBe(true);
    for (const wrong of [
      { base: '-1' },
      { perKm: 'x' },
      { zones: [{ label: 'A', postcodes: [], price: '1' }] },
      { zones: [{ label: 'A', postcodes: ['1*0'], price: '1' }] },
      { zones: [{ label: '', postcodes: ['10*'], price: '1' }] },
      { classes: [{ label: 'A', upToKg: 0, price: '1' }] },
      { surcharges: [{ label: 'A', amount: '0', percent: '101' }] },
      { rangePercent: 91 },
      { unknown: 1 },
    ])
      expect(parse(wrong), JSON.stringify(wrong)).toBe(false);
  });
});
