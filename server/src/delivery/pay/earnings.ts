import { amountOf, divideRounded, formatDecimal, parseDecimal, unitsOf } from '@quickfleet/shared/base/money/money';
import type { StopKind } from '@quickfleet/shared/base/time/day-rules';
import type { PayKind } from '@quickfleet/shared/delivery/drivers/pay';
import type { DriverPay } from '@quickfleet/shared/people/money/driver-pay';

// What a driver earned, of what was done on each day. One rounding a line, to the currency.

/** A line of pay as it is kept: its words are said when it is read. */
export interface Earned {
  day: string;
  kind: PayKind;
  stop: StopKind | null;
  label: string | null;
  orderId: number | null;
  trackingNumber: string | null;
  quantity: string;
  rate: string;
  amount: string;
}
/** Since when the office knows of something. */
interface Known {
  orderId: number;
  trackingNumber: string;
  since: Date;
}
/** What happened on a day. */
export interface WorkDay {
  day: string;
  /** Pickups and deliveries that were done, in their order. */
  stops: (Known & { stop: StopKind })[];
  /** Of the shift; null while it has no beginning or no end. */
  minutes: number | null;
  endedAt: Date | null;
  /** Metres from stop to stop. */
  metres: number;
  /** Orders that were delivered, with their price without tax. */
  delivered: (Known & { net: string })[];
  /** Charges that were approved, without tax. */
  charges: (Known & { label: string; net: string })[];
}

const PERCENT = 2;
const HOUR = 60n;
const KM = 1000n;

/** The lines of one day. */
export function earningsOf(work: WorkDay, pay: DriverPay, currency: string): Earned[] {
  const { day } = work;
  const blank = { day, stop: null, label: null, orderId: null, trackingNumber: null };
  const amount = (units: bigint) => amountOf(units, currency);
  const each = (rate: string, count: bigint, of: bigint) => amount(divideRounded(unitsOf(rate, currency) * count, of));
  const shareOf = (net: string, percent: string) =>
    amount(divideRounded(unitsOf(net, currency) * parseDecimal(percent, PERCENT), 100n * 10n ** BigInt(PERCENT)));
  const lines: Earned[] = [];
  const { perStop, perHour, perKm, orderShare, chargeShare, minimum } = pay;
  if (perStop)
    for (const { since: _, ...stop } of work.stops)
      lines.push({ ...blank, ...stop, kind: 'stop', quantity: '1', rate: perStop, amount: each(perStop, 1n, 1n) });
  if (perHour && work.minutes) {
    const minutes = BigInt(work.minutes);
    const quantity = formatDecimal(divideRounded(minutes * 100n, HOUR), 2);
    lines.push({ ...blank, kind: 'hours', quantity, rate: perHour, amount: each(perHour, minutes, HOUR) });
  }
  if (perKm && work.metres > 0) {
    const metres = BigInt(work.metres);
    const quantity = formatDecimal(metres, 3);
    lines.push({ ...blank, kind: 'distance', quantity, rate: perKm, amount: each(perKm, metres, KM) });
  }
  if (orderShare)
    for (const { net, since: _, ...order } of work.delivered)
      lines.push({
        ...{ ...blank, ...order, kind: 'share', quantity: net, rate: orderShare },
        amount: shareOf(net, orderShare),
      });
  if (chargeShare)
    for (const { net, since: _, ...charge } of work.charges)
      lines.push({
        ...{ ...blank, ...charge, kind: 'charge', quantity: net, rate: chargeShare },
        amount: shareOf(net, chargeShare),
      });
  const sum = sumOf(lines, currency);
  const hasWork = work.stops.length > 0 || Boolean(work.minutes);
  const least = minimum ? unitsOf(minimum, currency) : 0n;
  if (minimum && hasWork && sum < least)
    lines.push({ ...blank, kind: 'minimum', quantity: '1', rate: minimum, amount: amount(least - sum) });
  return lines;
}

/**
 * What came to a day after its pay was approved: a phone that had no network, a shift that was still running. What the
 * approved lines have of the minimum is set off.
 */
export function lateEarningsOf(
  work: WorkDay,
  approved: { at: Date; lines: readonly Earned[] },
  pay: DriverPay,
  currency: string,
): Earned[] {
  const late = <T extends { since: Date }>(all: readonly T[]): T[] => all.filter(({ since }) => since > approved.at);
  const rest: WorkDay = {
    ...{ ...work, stops: late(work.stops), delivered: late(work.delivered), charges: late(work.charges) },
    ...{ metres: 0, minutes: work.endedAt && work.endedAt > approved.at ? work.minutes : null },
  };
  const lines = earningsOf(rest, { ...pay, minimum: null }, currency);
  const filled = approved.lines.filter(({ day, kind }) => day === work.day && kind === 'minimum');
  const [first] = filled;
  const sum = sumOf(lines, currency);
  let setOff = sumOf(filled, currency);
  if (sum < setOff) setOff = sum;
  return first && setOff > 0n ? [...lines, { ...first, amount: amountOf(-setOff, currency) }] : lines;
}

/** What lines come to, in the smallest units. */
export const sumOf = (lines: readonly Pick<Earned, 'amount'>[], currency: string): bigint =>
  lines.reduce((sum, { amount }) => sum + unitsOf(amount, currency), 0n);

/**
 * What of a day's lines an order cost: its own, and of hours, kilometres and minimum the part that its stops are of all
 * stops of the day.
 */
export function partOfOrder(
  orderId: number,
  lines: readonly Earned[],
  stops: WorkDay['stops'],
  currency: string,
): bigint {
  const own = sumOf(
    lines.filter((line) => line.orderId === orderId),
    currency,
  );
  const common = sumOf(
    lines.filter((line) => line.orderId === null),
    currency,
  );
  const mine = BigInt(stops.filter((stop) => stop.orderId === orderId).length);
  return stops.length === 0 ? own : own + divideRounded(common * mine, BigInt(stops.length));
}
