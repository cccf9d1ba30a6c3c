import { LockMode } from '@mikro-orm/postgresql';
import { formatAmount, isNothing, unitsOf } from '@quickfleet/shared/base/money/money';
import type { CountCash, DriverCash } from '@quickfleet/shared/delivery/collect/collect';
import { actorOf, record } from '../../company/history/history.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { amountWords, keepAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { User } from '../../people/users/user.entity.ts';
import { inHistory } from '../../words/speak.ts';
import { readCashOfDay } from './collect.queries.ts';
import { CashCount } from './collection.entity.ts';

/** What the difference is, in words: '€5.00 too little'. */
function differenceInWords(difference: string, currency: string): string {
  if (isNothing(difference)) return 'no difference';
  const money = formatAmount(difference.replace('-', ''), currency);
  return difference.startsWith('-') ? `${money} too little` : `${money} too much`;
}

/** Keeps what the desk counted of a driver's day, beside what the driver should have had; null takes it back. */
export async function countCash(ctx: AppContext, { counted, version, ...asked }: CountCash): Promise<DriverCash> {
  const driver = await ctx.em.findOne(User, asked.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const present = await readCashOfDay(ctx, asked);
  const { currency, day, expected } = present;
  const known = await ctx.em.findOne(CashCount, { driver: asked.id, day, currency });
  if (known) requireVersion(ctx, 'cash', known, version);
  const amount = counted === null ? null : keepAmount(counted, currency, 'counted', amountWords(currency));
  const isSame =
    amount === null
      ? !known
      : present.counted !== null && unitsOf(present.counted, currency) === unitsOf(amount, currency);
  if (isSame || !driver) return present;
  if (amount === null) {
    if (known) ctx.em.remove(known);
    const detail = inHistory(() => `${day}: ${formatAmount(present.counted ?? '0', currency)}`);
    record(ctx, { subject: 'user', subjectId: asked.id, action: 'user.cash_uncounted', detail });
  } else {
    const fields = { counted: amount, expected, countedBy: actorOf(ctx).name, countedAt: now(ctx) };
    if (known) Object.assign(known, fields);
    else ctx.em.create(CashCount, { driver, day, currency, ...fields });
    await ctx.em.flush();
    const after = await readCashOfDay(ctx, asked);
    record(ctx, {
      subject: 'user',
      subjectId: asked.id,
      action: 'user.cash_counted',
      detail: inHistory(
        () =>
          `${day}: ${formatAmount(amount, currency)} of ${formatAmount(expected, currency)}, ${differenceInWords(after.difference ?? '0', currency)}`,
      ),
    });
    return after;
  }
  await ctx.em.flush();
  return readCashOfDay(ctx, asked);
}
