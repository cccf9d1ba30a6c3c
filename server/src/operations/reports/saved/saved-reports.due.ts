import { LockMode } from '@mikro-orm/postgresql';
import { addDays, minutesAt } from '@quickfleet/shared/base/time/zoned-time';
import { REPORTS_LEAVE_AT } from '@quickfleet/shared/limits';
import { onlyId, readRows, run } from '../../../db/rows.ts';
import { runInTransaction } from '../../../db/transaction.ts';
import { type Services, systemContext, todayOf } from '../../../http/context.ts';
import { isConnectionError, toDomainError } from '../../../http/errors.ts';
import { SavedReport } from './saved-report.entity.ts';
import { mailReport } from './saved-reports.mail.ts';
import { nextDayFrom } from './saved-reports.service.ts';

/**
 * Mails the saved reports whose day has come. Each in a separate transaction, with its next day: any number of these may
 * run together and stop anywhere. A day that passed while nothing ran is made up for once.
 */
export async function sendDueReports(services: Services): Promise<number> {
  const ctx = systemContext(services);
  const today = todayOf(ctx);
  const isTime = minutesAt(services.clock(), services.config.BUSINESS_TIMEZONE) >= REPORTS_LEAVE_AT;
  const day = isTime ? today : addDays(today, -1);
  const due = await readRows(
    services.orm.em.fork(),
    onlyId,
    'select $columns from saved_reports where is_on and next_on <= ?::date order by id',
    [day],
  );
  let sent = 0;
  for (const { id } of due) {
    try {
      const isSent = await runInTransaction(ctx, 'savedReports.due', { id, day }, async (em) => {
        const saved = await em.findOne(SavedReport, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
        // Another process has sent it.
        if (!saved?.isOn || !saved.nextOn || saved.nextOn > day) return false;
        await mailReport({ ...ctx, em, grant: 'yes' }, saved);
        saved.nextOn = nextDayFrom(ctx, saved, addDays(day, 1));
        await em.flush();
        return true;
      });
      if (isSent) sent++;
    } catch (error) {
      if (isConnectionError(error)) throw error;
      // It shows why, and is tried again; it delays no other.
      const { message } = toDomainError(error);
      services.log.warn({ report: id, reason: message }, 'a saved report could not be mailed');
      await run(services.orm.em.fork(), 'update saved_reports set problem = ? where id = ? returning id', [
        message,
        id,
      ]);
    }
  }
  return sent;
}
