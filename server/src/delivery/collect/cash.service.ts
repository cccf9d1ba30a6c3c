import { LockMode } from '@mikro-orm/postgresql';
import { unitsOf } from '@quickfleet/shared/base/money/money';
import type { CountCash, DriverCash } from '@quickfleet/shared/delivery/collect/collect';
import { actorOf, record } from '../../company/history/history.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { amountWords, keepAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { User } from '../../people/users/user.entity.ts';
import { readCashOfDay } from './collect.queries.ts';
import { CashCount } from './collection.entity.ts';

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
    const money = { is: 'money' as const, amount: present.counted ?? '0', currency };
    const says = [{ by: ': ', of: [{ is: 'day' as const, day }, money] }];
    record(ctx, { subject: 'user', subjectId: asked.id, action: 'user.cash_uncounted', says });
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
      says: [
        {
          is: 'cash_counted',
          day: { is: 'day', day },
          ...{ counted: amount, expected, difference: after.difference ?? '0', currency },
        },
      ],
    });
    return after;
  }
  await ctx.em.flush();
  return readCashOfDay(ctx, asked);
}
