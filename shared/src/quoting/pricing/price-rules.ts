import { amountOf, divideRounded, isNothing, parseDecimal, unitsOf } from '../../base/money/money.ts';
import { PRICE_LINE } from '../../base/money/price-line.ts';
import { message, said, t } from '../../words/t.ts';
import { type TotalsRule, totalsOf } from '../quote-totals.ts';
import type { SpeedType } from '../speed.ts';
import { type PriceZone, zoneOf } from './price-zones.ts';

// A first number for a request, by the company's price rules. Without a schema: the settings show an example with it.

/** What a delivery costs. Amounts are decimal strings in the company's currency. */
export interface PriceRules {
  isOn: boolean;
  /** A request is priced and sent with the number, without the office. */
  isBinding: boolean;
  base: string;
  /** For each piece. */
  perItem: string;
  /** For each kilometre between the two doors, as the crow flies. */
  perKm: string;
  /** By the postcodes of both addresses; `*` at the end stands for the rest, the longest match counts, and of two the dearer. */
  zones: readonly PriceZone[];
  /** By the weight of everything. */
  classes: readonly { label: string; upToKg: number; price: string }[];
  speeds: Readonly<Record<SpeedType, string>>;
  /** On a day on which the company is closed. */
  outOfHours: string;
  surcharges: readonly { label: string; amount: string; percent: string }[];
  /** How far the number is from the shown range on both sides, in percent. */
  rangePercent: number;
}
/** The parts of a quote that have a price. */
export interface PricedRequest {
  /** What all of it weighs, where somebody said it; else the texts of the items may say it. */
  weightKg?: number | null | undefined;
  pickupAddress: string;
  deliveryAddress: string;
  items: readonly { name?: string | undefined; description?: string | null | undefined; quantity: number }[];
  speedType: SpeedType;
}
/** What the rules need to know in addition. */
export interface PriceFacts extends TotalsRule {
  /** Kilometres with at most one decimal; null when nobody knows where one of the addresses is. */
  km: string | null;
  /** The wanted day is one on which the company is closed. */
  isClosed: boolean;
  taxRate: string;
  /** Of a price list; absent for the company's rules. */
  ofList?: PriceTerms | undefined;
}
/** What a price list says besides its rules. */
export interface PriceTerms {
  minimum: string | null;
  /** Of the month of delivery. */
  fuelPercent: string | null;
}

/** Why there is no number. */
export const estimateFaults = ['ESTIMATES_OFF', 'OUT_OF_ZONES', 'NO_DISTANCE', 'TOO_HEAVY', 'TOO_LARGE'] as const;
export type EstimateFault = (typeof estimateFaults)[number];
export const faultWords: Record<EstimateFault, string> = said({
  ESTIMATES_OFF: message('Prices are not calculated here. We reply with a price.'),
  OUT_OF_ZONES: message('One of the addresses is outside the areas that have a fixed price.'),
  NO_DISTANCE: message('The distance between the addresses is not known.'),
  TOO_HEAVY: message('This is heavier than the weight classes.'),
  TOO_LARGE: message('This is more than a price can be.'),
});
/** What the way is priced by: kilometres, areas by postcode, or nothing. */
export const estimateBases = ['distance', 'zone', 'flat'] as const;
export type EstimateBasis = (typeof estimateBases)[number];

/** A part of the price; the two amounts differ where the weight is not known. */
export interface EstimateLine {
  label: string;
  from: string;
  to: string;
}
export interface RulePrice {
  from: string;
  to: string;
  /** The price itself, where it is one. */
  price: string | null;
  /** The tax in it. */
  taxTotal: string | null;
  lines: EstimateLine[];
  basis: EstimateBasis;
}

const WEIGHT = /(?<![\d.,])(\d{1,6})(?:[.,](\d{1,3}))?\s?(kg|kgs|kilos?|lbs?|pounds?|g|grams?)\b/i;
const GRAMS_OF_POUND = 453.592_37;
/** Grams that a text says, '2.5 kg' or '10 lb'; undefined when it says none. */
export function gramsIn(text: string): number | undefined {
  const [, whole, fraction = '0', unit = ''] = WEIGHT.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const amount = Number(`${whole}.${fraction}`);
  if (/^[lp]/i.test(unit)) return Math.round(amount * GRAMS_OF_POUND);
  return Math.round(/^k/i.test(unit) ? amount * 1000 : amount);
}
/** The grams that the items say together, each for one piece, and whether all of them say it. */
function weightOf(items: PricedRequest['items']): { grams: number; isKnown: boolean } {
  const each = items.map(({ name = '', description, quantity }) => {
    const grams = gramsIn(name) ?? gramsIn(description ?? '');
    return grams === undefined ? undefined : grams * quantity;
  });
  return { grams: each.reduce<number>((sum, one) => sum + (one ?? 0), 0), isKnown: !each.includes(undefined) };
}

interface Part {
  label: string;
  from: bigint;
  to: bigint;
}
const fixed = (label: string, units: bigint): Part => ({ label, from: units, to: units });

/** What the way costs: by kilometres where they are known, else by zones. */
function wayOf(
  { perKm, zones }: PriceRules,
  { pickupAddress, deliveryAddress }: PricedRequest,
  { km, currency }: PriceFacts,
): { basis: EstimateBasis; part?: Part } | EstimateFault {
  const isByKm = !isNothing(perKm);
  if (isByKm && km !== null) {
    const units = divideRounded(unitsOf(perKm, currency) * parseDecimal(km, 1), 10n);
    return { basis: 'distance', part: fixed(t('Distance: {km} km', { km }), units) };
  }
  if (zones.length === 0) return isByKm ? 'NO_DISTANCE' : { basis: 'flat' };
  const [pickup, delivery] = [zoneOf(pickupAddress, zones), zoneOf(deliveryAddress, zones)];
  if (!pickup || !delivery) return 'OUT_OF_ZONES';
  const dearer = unitsOf(pickup.price, currency) > unitsOf(delivery.price, currency) ? pickup : delivery;
  return { basis: 'zone', part: fixed(dearer.label, unitsOf(dearer.price, currency)) };
}

/** What the weight costs: one class, or the range of those that are possible. */
function weightPart(
  { classes }: PriceRules,
  { items, weightKg }: PricedRequest,
  currency: string,
): Part[] | EstimateFault {
  if (classes.length === 0) return [];
  const said = weightKg ?? null;
  const { grams, isKnown } = said === null ? weightOf(items) : { grams: said * 1000, isKnown: true };
  const possible = classes.filter(({ upToKg }) => upToKg * 1000 >= grams).toSorted((a, b) => a.upToKg - b.upToKg);
  const [lightest] = possible;
  if (!lightest) return 'TOO_HEAVY';
  if (isKnown) return [fixed(lightest.label, unitsOf(lightest.price, currency))];
  const prices = possible.map(({ price }) => unitsOf(price, currency));
  const [low, high] = [prices, prices].map((all, at) => all.reduce((a, b) => (a < b === (at === 0) ? a : b)));
  return [{ label: t('Weight'), from: low ?? 0n, to: high ?? 0n }];
}

const speedWords: Record<SpeedType, string> = said({
  today: message('Same day'),
  specific_date: message('Chosen day'),
  let_quickfleet_choose: message('Flexible day'),
});
const PERCENT_DECIMALS = 2;
/** Percent of an amount, by the one rounding. */
const shareOf = (units: bigint, percent: string): bigint =>
  divideRounded(units * parseDecimal(percent, PERCENT_DECIMALS), 100n * 10n ** BigInt(PERCENT_DECIMALS));

const sumOf = (parts: readonly Part[], end: 'from' | 'to') => parts.reduce((all, part) => all + part[end], 0n);
/** The fuel surcharge of a list: of all other parts. */
function fuelPart(parts: readonly Part[], { ofList }: PriceFacts): Part[] {
  const percent = ofList?.fuelPercent;
  if (!percent) return [];
  const [from, to] = [sumOf(parts, 'from'), sumOf(parts, 'to')].map((sum) => shareOf(sum, percent));
  return [{ label: t('Fuel surcharge'), from: from ?? 0n, to: to ?? 0n }];
}
/** What is missing to the least that a delivery costs. */
function minimumPart(parts: readonly Part[], { ofList, currency }: PriceFacts): Part[] {
  if (!ofList?.minimum) return [];
  const least = unitsOf(ofList.minimum, currency);
  const missing = (end: 'from' | 'to') => (least > sumOf(parts, end) ? least - sumOf(parts, end) : 0n);
  return [{ label: t('To the minimum price'), from: missing('from'), to: missing('to') }];
}

function partsOf(rules: PriceRules, request: PricedRequest, facts: PriceFacts, way: Part | undefined, weight: Part[]) {
  const { currency, isClosed } = facts;
  const units = (amount: string) => unitsOf(amount, currency);
  const pieces = request.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const parts = [
    fixed(PRICE_LINE, units(rules.base)),
    fixed(t('Items: {pieces}', { pieces }), units(rules.perItem) * BigInt(pieces)),
    ...(way ? [way] : []),
    ...weight,
    fixed(speedWords[request.speedType], units(rules.speeds[request.speedType])),
    fixed(t('Outside business hours'), isClosed ? units(rules.outOfHours) : 0n),
  ];
  const [from, to] = [sumOf(parts, 'from'), sumOf(parts, 'to')];
  const surcharges = rules.surcharges.map(({ label, amount, percent }) => ({
    label,
    from: units(amount) + shareOf(from, percent),
    to: units(amount) + shareOf(to, percent),
  }));
  const all = [...parts, ...surcharges, ...fuelPart([...parts, ...surcharges], facts)];
  return [...all, ...minimumPart(all, facts)].filter(({ to: most }, at) => at === 0 || most !== 0n);
}

/** The lines as a quote has them. */
export const quoteLinesOf = (lines: readonly EstimateLine[], taxRate: string) =>
  lines.map(({ label, from }) => ({ label, quantity: '1', unitPrice: from, taxRate }));

/** What a request costs by the rules, tax included: one price, or a range. */
export function priceByRules(rules: PriceRules, request: PricedRequest, facts: PriceFacts): RulePrice | EstimateFault {
  if (!rules.isOn) return 'ESTIMATES_OFF';
  const way = wayOf(rules, request, facts);
  if (typeof way === 'string') return way;
  const weight = weightPart(rules, request, facts.currency);
  if (typeof weight === 'string') return weight;
  const { currency, taxRate } = facts;
  const lines = partsOf(rules, request, facts, way.part, weight).map(({ label, from, to }) => ({
    label,
    from: amountOf(from, currency),
    to: amountOf(to, currency),
  }));
  try {
    const [low, high] = [lines, lines.map(({ label, to }) => ({ label, from: to, to }))].map((all) =>
      totalsOf(quoteLinesOf(all, taxRate), facts),
    );
    if (low === undefined || high === undefined) return 'TOO_LARGE';
    const price = low.total === high.total ? low.total : null;
    const widened = (amount: string, percent: number) =>
      amountOf(divideRounded(unitsOf(amount, currency) * BigInt(100 + percent), 100n), currency);
    const isExact = rules.isBinding && price !== null;
    return {
      from: isExact ? low.total : widened(low.total, -rules.rangePercent),
      to: isExact ? high.total : widened(high.total, rules.rangePercent),
      price,
      taxTotal: price === null ? null : low.taxTotal,
      lines,
      basis: way.basis,
    };
  } catch (error) {
    if (error instanceof RangeError) return 'TOO_LARGE';
    throw error;
  }
}
