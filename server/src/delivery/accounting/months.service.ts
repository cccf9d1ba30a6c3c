import { nextMonth } from '@quickfleet/shared/base/time/zoned-time';
import type { Accounts } from '@quickfleet/shared/company/billing/accounting';
import type { AccountingMonth, ByMonth } from '@quickfleet/shared/delivery/accounting/accounting';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { COMPANY_ID, readCompany } from '../../company/settings/company.service.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import { c, exists, readRow, run, select } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { firstOpenMonth, readMonth } from './months.queries.ts';

/** Books are closed in their order: with a month, nothing is dated in those before it any more. */
const isClosed = (ctx: AppContext, day: string): Promise<boolean> =>
  exists(ctx.em, 'select 1 from accounting_months where month >= ?', [day.slice(0, 7)]);

/**
 * Whatever is dated in a month asks this first. The month stays open until the transaction is over: whoever closes it
 * waits.
 *
 * @throws 409 MONTH_CLOSED
 */
export async function requireOpenMonth(ctx: AppContext, day: string): Promise<void> {
  await run(ctx.em, 'select pg_advisory_xact_lock_shared(?)', [LOCKS.accountingMonths]);
  if (await isClosed(ctx, day))
    throw conflict(
      'MONTH_CLOSED',
      t('{month} is closed: nothing in it changes any more. Choose another day', { month: day.slice(0, 7) }),
    );
}

/** The day on which money is booked that came before: its own, or the later one where its month is closed. */
export const bookedOn = async (ctx: AppContext, paidOn: string, later: string): Promise<string> =>
  (await isClosed(ctx, paidOn)) ? later : paidOn;

const frozen = select({ accounts: c.stored<Accounts>('accounts') });
/** To which accounts a month is booked: those of the day on which it was closed, else the present ones. */
export async function readAccounts(ctx: AppContext, month: string): Promise<Accounts> {
  const row = await readRow(ctx.em, frozen, 'select $columns from accounting_months where month = ?', [month]);
  return row?.accounts ?? (await readCompany(ctx.em)).accounting;
}

/**
 * Closes a month for good, once it is over where the company is; one that is closed stays as it is. Months are closed in
 * their order: one before it in which something is booked is closed first.
 *
 * @throws 409 MONTH_NOT_OVER, 409 MONTH_BEFORE_OPEN
 */
export async function closeMonth(ctx: AppContext, { month }: ByMonth): Promise<AccountingMonth> {
  if (month >= todayOf(ctx).slice(0, 7))
    throw conflict(
      'MONTH_NOT_OVER',
      t('{month} is not over yet. Close it from {day} on', { month, day: nextMonth(month) }),
    );
  await run(ctx.em, 'select pg_advisory_xact_lock(?)', [LOCKS.accountingMonths]);
  const before = await firstOpenMonth(ctx, month);
  if (before !== undefined)
    throw conflict('MONTH_BEFORE_OPEN', t('{before} is still open. Close it before {month}', { before, month }));
  const { accounting } = await readCompany(ctx.em);
  const closed = await run(
    ctx.em,
    `insert into accounting_months (month, closed_at, closed_by, accounts) values (?, ?, ?, ?::jsonb)
     on conflict do nothing returning month`,
    [month, now(ctx), actorOf(ctx).name, JSON.stringify(accounting)],
  );
  if (closed > 0)
    record(ctx, { subject: 'company', subjectId: COMPANY_ID, action: 'company.month_closed', detail: month });
  return readMonth(ctx, month);
}
