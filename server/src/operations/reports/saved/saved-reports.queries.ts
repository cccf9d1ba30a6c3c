import { reportNames } from '@quickfleet/shared/operations/reports/report-names';
import {
  type ListSavedReports,
  reportFormats,
  type SavedQuery,
  type SavedReportPage,
  type SavedReport as View,
} from '@quickfleet/shared/operations/reports/saved-reports';
import { t } from '@quickfleet/shared/words/t';
import { readPage } from '../../../db/paginate.ts';
import { c, type Row, readRow, select } from '../../../db/rows.ts';
import { Where } from '../../../db/sql.ts';
import { wordsOfRule } from '../../../delivery/recurring/rule.ts';
import type { AppContext } from '../../../http/context.ts';
import { notFound } from '../../../http/errors.ts';
import { readsMoney } from '../report-readers.ts';
import { personOf, readRecipients } from './saved-reports.people.ts';

const columns = select({
  id: c.int('r.id'),
  name: c.text('r.name'),
  report: c.oneOf(reportNames, 'r.report'),
  query: c.stored<SavedQuery>('r.query'),
  rule: c.text('r.rule'),
  startsOn: c.day('r.starts_on'),
  format: c.oneOf(reportFormats, 'r.format'),
  isOn: c.bool('r.is_on'),
  readsMoney: c.bool('r.reads_money'),
  nextOn: c.day('r.next_on').nullable(),
  lastSentAt: c.time('r.last_sent_at').nullable(),
  problem: c.text('r.problem').nullable(),
  createdAt: c.time('r.created_at'),
  updatedAt: c.time('r.updated_at'),
  version: c.int('r.version'),
});
type Stored = Row<typeof columns>;

/** Dispatchers know nothing of reports that they may not read. */
function seenBy(ctx: AppContext): Where {
  const where = new Where();
  if (!readsMoney(ctx)) where.and(`r.report <> 'revenue'`);
  return where;
}

async function viewsOf(ctx: AppContext, rows: readonly Stored[]): Promise<View[]> {
  const people = await readRecipients(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { startsOn, readsMoney: _, ...view } = row;
    const recipients = (people.get(row.id) ?? []).map((stored) => {
      const { name, problem } = personOf(stored, row);
      const { userId, customerId, email } = stored;
      const who = userId !== null ? { userId } : customerId !== null ? { customerId } : { email: email ?? '' };
      return { ...who, name, problem };
    });
    const isForNobody = row.isOn && recipients.every(({ problem }) => problem !== null);
    return {
      ...view,
      ruleInWords: wordsOfRule({ rule: row.rule, startsOn }),
      nextOn: row.isOn && !isForNobody ? row.nextOn : null,
      problem: row.problem ?? (isForNobody ? t('Nobody is named whom this report can be mailed to') : null),
      recipients,
    };
  });
}

/** Saved reports, by name. */
export async function findSavedReports(ctx: AppContext, input: ListSavedReports): Promise<SavedReportPage> {
  const listing = {
    ...{ table: 'saved_reports', alias: 'r', joins: '', columns, where: seenBy(ctx) },
    ...{ order: 'lower(r.name), r.id', isSearch: false },
  };
  const page = await readPage(ctx.em, listing, input);
  return { ...page, data: await viewsOf(ctx, page.data) };
}

/** Rejects with 404, also for a report that this caller may not read. */
export async function readSavedReport(ctx: AppContext, id: number): Promise<View> {
  const row = await readRow(ctx.em, columns, 'select $columns from saved_reports r where r.id = ?', [id]);
  const [view] = row && (readsMoney(ctx) || row.report !== 'revenue') ? await viewsOf(ctx, [row]) : [];
  if (!view) throw notFound('Saved report');
  return view;
}
