import { LockMode } from '@mikro-orm/postgresql';
import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { DriverEarnings, OrderMargin, PayLine, PayPeriod } from '@quickfleet/shared/delivery/drivers/pay';
import { noPay } from '@quickfleet/shared/people/money/driver-pay';
import { message, t } from '@quickfleet/shared/words/t';
import type { Said } from '../../company/history/detail-words.ts';
import { actorOf, record } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { User } from '../../people/users/user.entity.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { type Earned, earningsOf, lateEarningsOf, partOfOrder, sumOf, type WorkDay } from './earnings.ts';
import { PayApproval } from './pay-approval.entity.ts';
import { readDriversOf, readWork } from './work.queries.ts';

/** A driver, as far as the caller may see the pay: admins everybody's, drivers their own. Rejects with 404. */
async function findDriver(ctx: AppContext, id: number, isLocked = false): Promise<User> {
  if (ctx.grant === 'own' && ctx.caller.user?.id !== id) throw notFound('Driver');
  const lock = isLocked ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {};
  const driver = await ctx.em.findOne(User, id, { ...lock, refresh: true });
  if (!driver) throw notFound('Driver');
  return driver;
}

type Period = Pick<PayPeriod, 'from' | 'to'>;
const covers = ({ fromDay, toDay }: PayApproval, day: string): boolean => fromDay <= day && day <= toDay;
const readApprovals = (ctx: AppContext, driverId: number, { from, to }: Period): Promise<PayApproval[]> =>
  ctx.em.find(
    PayApproval,
    { driver: driverId, fromDay: { $lte: to }, toDay: { $gte: from } },
    { orderBy: { id: 'asc' } },
  );

const isByWay = ({ pay }: User): boolean => Boolean(pay?.perKm);
/** The lines of days that nobody approved, and what came to the others afterwards, by the present rates. */
const openLines = (driver: User, work: readonly WorkDay[], approvals: readonly PayApproval[], currency: string) =>
  work.flatMap((one) => {
    const pay = { ...noPay, ...driver.pay };
    const covering = approvals.filter((approval) => covers(approval, one.day));
    const latest = covering.at(-1);
    if (latest === undefined) return earningsOf(one, pay, currency);
    const lines = covering.flatMap((approval) => approval.lines);
    return lateEarningsOf(one, { at: latest.approvedAt, lines }, pay, currency);
  });
const frozenLines = (approvals: readonly PayApproval[], { from, to }: Period): Earned[] =>
  approvals.flatMap(({ lines }) => lines).filter(({ day }) => from <= day && day <= to);
async function readOpen(ctx: AppContext, driver: User, period: Period, approvals: readonly PayApproval[]) {
  const { currency } = (await readCompany(ctx.em)).quoting;
  const work = await readWork(ctx, [driver.id], { ...period, currency, hasWay: isByWay(driver) });
  return { currency, lines: openLines(driver, work.get(driver.id) ?? [], approvals, currency) };
}

const reasons = {
  pickup: message('Pickup done'),
  delivery: message('Delivery done'),
  hours: message('Hours of the shift'),
  distance: message('Kilometres from stop to stop'),
  share: message('Share of the net price'),
  minimum: message('To the minimum of the day'),
} as const;
const whyOf = ({ kind, stop, label }: Earned): string => {
  if (kind === 'stop') return t(stop === 'pickup' ? reasons.pickup : reasons.delivery);
  if (kind === 'charge') return t('Share of the charge: {label}', { label: label ?? '' });
  return t(reasons[kind]);
};
const shown =
  (isApproved: boolean) =>
  (line: Earned): PayLine => {
    const { stop: _, label: __, ...rest } = line;
    return { ...rest, why: whyOf(line), isApproved };
  };

/**
 * What a driver earned in these days, line by line: approved days as they were approved, the others and what came to
 * them afterwards by the present rates.
 *
 * @throws 404, for a driver also for everybody else's
 */
export async function readEarnings(ctx: AppContext, { id, from, to }: PayPeriod): Promise<DriverEarnings> {
  const driver = await findDriver(ctx, id);
  const approvals = await readApprovals(ctx, id, { from, to });
  const open = await readOpen(ctx, driver, { from, to }, approvals);
  const { currency } = open;
  const frozen = frozenLines(approvals, { from, to });
  const lines = [...frozen.map(shown(true)), ...open.lines.map(shown(false))].toSorted((one, other) =>
    one.day < other.day ? -1 : Number(one.day > other.day),
  );
  const of = (kind: PayLine['kind']) =>
    amountOf(
      sumOf(
        lines.filter((line) => line.kind === kind),
        currency,
      ),
      currency,
    );
  const total = (all: readonly PayLine[]) => amountOf(sumOf(all, currency), currency);
  return {
    driverId: id,
    ...{ from, to, currency, lines },
    totals: {
      ...{ stop: of('stop'), hours: of('hours'), distance: of('distance'), share: of('share') },
      ...{ charge: of('charge'), minimum: of('minimum'), total: total(lines) },
      approved: total(lines.filter(({ isApproved }) => isApproved)),
    },
    approvals: approvals.toReversed().map((approval) => ({
      ...{ id: approval.id, from: approval.fromDay, to: approval.toDay },
      total: amountOf(unitsOf(approval.total, approval.currency), approval.currency),
      ...{ approvedAt: approval.approvedAt.toISOString(), approvedBy: approval.approvedBy },
    })),
  };
}

/** The days of an approval, for the history. */
const daysOf = (from: string, to: string): Said => ({
  by: ' – ',
  of: [
    { is: 'day', day: from },
    { is: 'day', day: to },
  ],
});

/**
 * Freezes the pay of the days that are not approved yet, and what came to the others afterwards.
 *
 * @throws 404, 409 PAY_APPROVED where there is nothing of it, 400 for a day that is still to come
 */
export async function approvePay(ctx: AppContext, { id, from, to }: PayPeriod): Promise<DriverEarnings> {
  const driver = await findDriver(ctx, id, true);
  if (to > todayOf(ctx)) throw invalid('to', t('This day is still to come'));
  const approvals = await readApprovals(ctx, id, { from, to });
  const isWhole = approvals.some((approval) => covers(approval, from) && covers(approval, to));
  const { currency, lines } = await readOpen(ctx, driver, { from, to }, approvals);
  if (isWhole && lines.length === 0) throw conflict('PAY_APPROVED', t('The pay of these days is approved already'));
  const total = amountOf(sumOf(lines, currency), currency);
  ctx.em.create(PayApproval, {
    driver,
    ...{ fromDay: from, toDay: to, currency, total, lines },
    ...{ approvedAt: now(ctx), approvedBy: actorOf(ctx).name },
  });
  await ctx.em.flush();
  const says = [{ by: ': ', of: [daysOf(from, to), { is: 'money' as const, amount: total, currency }] }];
  record(ctx, { subject: 'user', subjectId: id, action: 'user.pay_approved', says });
  return readEarnings(ctx, { id, from, to });
}

/**
 * Takes back the latest approval of a driver.
 *
 * @throws 404, 409 PAY_NOT_APPROVED without one
 */
export async function undoApproval(ctx: AppContext, id: number): Promise<{ success: true }> {
  await findDriver(ctx, id, true);
  const latest = await ctx.em.findOne(PayApproval, { driver: id }, { orderBy: { id: 'desc' } });
  if (!latest) throw conflict('PAY_NOT_APPROVED', t('No pay of this driver is approved'));
  const says = [daysOf(latest.fromDay, latest.toDay)];
  record(ctx, { subject: 'user', subjectId: id, action: 'user.pay_reopened', says });
  ctx.em.remove(latest);
  return { success: true };
}

/** What a driver earned on a day: in all, and for each order. */
export interface PaidDay {
  driverId: number;
  day: string;
  /** In the company's currency. */
  pay: string;
  orders: { orderId: number; pay: string }[];
}
/** What these drivers earned on each day, as their pay says it; a day without a line is not there. */
export async function payByDay(ctx: AppContext, driverIds: readonly number[], period: Period): Promise<PaidDay[]> {
  if (driverIds.length === 0) return [];
  const ids = [...driverIds];
  const { currency } = (await readCompany(ctx.em)).quoting;
  const drivers = await ctx.em.find(User, { id: { $in: ids } }, { orderBy: { id: 'asc' }, refresh: true });
  const approved = Map.groupBy(
    await ctx.em.find(
      PayApproval,
      { driver: { $in: ids }, fromDay: { $lte: period.to }, toDay: { $gte: period.from } },
      { orderBy: { id: 'asc' } },
    ),
    (approval) => approval.driver.id,
  );
  const worked = await readWork(ctx, ids, { ...period, currency, hasWay: drivers.some(isByWay) });
  return drivers.flatMap((driver) => {
    const approvals = approved.get(driver.id) ?? [];
    const work = worked.get(driver.id) ?? [];
    const stopsOf = new Map(work.map(({ day, stops }) => [day, stops]));
    const lines = [...frozenLines(approvals, period), ...openLines(driver, work, approvals, currency)];
    return [...Map.groupBy(lines, ({ day }) => day)].map(([day, own]): PaidDay => {
      const stops = stopsOf.get(day) ?? [];
      const orders = new Set([...own, ...stops].flatMap(({ orderId }) => orderId ?? []));
      return {
        ...{ driverId: driver.id, day, pay: amountOf(sumOf(own, currency), currency) },
        orders: [...orders].map((orderId) => ({
          orderId,
          pay: amountOf(partOfOrder(orderId, own, stops, currency), currency),
        })),
      };
    });
  });
}

/** What is earned by each driver in these days, in the company's currency; nobody without a line is there. */
export async function payOfDrivers(
  ctx: AppContext,
  driverIds: readonly number[],
  period: Period,
): Promise<Map<number, string>> {
  const { currency } = (await readCompany(ctx.em)).quoting;
  const days = Map.groupBy(await payByDay(ctx, driverIds, period), ({ driverId }) => driverId);
  return new Map(
    [...days].map(([id, own]) => [
      id,
      amountOf(
        own.reduce((sum, { pay }) => sum + unitsOf(pay, currency), 0n),
        currency,
      ),
    ]),
  );
}

/** What an order leaves: its price without tax, less what its drivers get for it. Rejects with 404. */
export async function readMargin(ctx: AppContext, id: number): Promise<OrderMargin> {
  const { netTotal, currency } = await readOrder(ctx, id);
  const company = (await readCompany(ctx.em)).quoting.currency;
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const done = await readDriversOf(ctx, id);
  const days = new Map(
    done.map(({ driverId, at }) => [`${driverId} ${dayAt(at, zone)}`, { driverId, day: dayAt(at, zone) }]),
  );
  let units = 0n;
  for (const { driverId, day } of days.values()) {
    const driver = await findDriver(ctx, driverId);
    const period = { from: day, to: day };
    const approvals = await readApprovals(ctx, driverId, period);
    const range = { ...period, currency: company, hasWay: isByWay(driver) };
    const work = (await readWork(ctx, [driverId], range)).get(driverId) ?? [];
    const lines = [...frozenLines(approvals, period), ...openLines(driver, work, approvals, company)];
    units += partOfOrder(id, lines, work[0]?.stops ?? [], company);
  }
  const pay = amountOf(units, company);
  const isSame = currency === company;
  const margin = netTotal === null || !isSame ? null : amountOf(unitsOf(netTotal, currency) - units, currency);
  return { orderId: id, currency, price: netTotal, pay, margin };
}
