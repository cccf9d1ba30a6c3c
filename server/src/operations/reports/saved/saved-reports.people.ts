// Whom a saved report goes to, in which language, and what each of them may read.
import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { byWords, type ReportName } from '@quickfleet/shared/operations/reports/report-names';
import { customerReports } from '@quickfleet/shared/operations/reports/reports';
import type { SavedQuery } from '@quickfleet/shared/operations/reports/saved-reports';
import { roles } from '@quickfleet/shared/roles';
import { type Language, languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { c, type Row, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import { DomainError, forbidden } from '../../../http/errors.ts';
import { customerReader, mayCustomer, officeReader, type Reader, userReader } from '../report-readers.ts';
import { requireBy } from '../reports.service.ts';

const columns = select({
  reportId: c.int('r.report_id'),
  userId: c.int('r.user_id').nullable(),
  customerId: c.int('r.customer_id').nullable(),
  email: c.text('coalesce(u.email, k.email, r.email)').nullable(),
  role: c.oneOf(roles, 'u.role').nullable(),
  isActive: c.bool('coalesce(u.is_active, true)'),
  username: c.text('u.username').nullable(),
  firstName: c.text('u.first_name').nullable(),
  lastName: c.text('u.last_name').nullable(),
  company: c.text('coalesce(k.company, k.name)').nullable(),
  language: c
    .oneOf(
      languages,
      `coalesce(u.language, (select o.language from orders o where o.customer_id = k.id and o.language is not null order by o.created_at desc limit 1))`,
    )
    .nullable(),
});
type Stored = Row<typeof columns>;

/** The recipients of these reports, in the order in which they were named. */
export async function readRecipients(ctx: AppContext, ids: readonly number[]): Promise<Map<number, Stored[]>> {
  const rows = await readRows(
    ctx.em,
    columns,
    `select $columns from report_recipients r left join users u on u.id = r.user_id left join customers k on k.id = r.customer_id
      where r.report_id = any(?) order by r.id`,
    [ids],
  );
  return Map.groupBy(rows, ({ reportId }) => reportId);
}

interface Report {
  report: ReportName;
  query: SavedQuery;
  readsMoney: boolean;
}
const ofCustomers: readonly ReportName[] = customerReports;
/** @throws 403 with a sentence for who saves it: why this customer gets nothing of it */
function requireOfCustomer(customerId: number, { report, query: { by, customerId: of, driverId } }: Report): void {
  if (!ofCustomers.includes(report))
    throw forbidden(t('Customers get deliveries, punctuality and failed attempts, each their own'));
  if (of !== undefined && of !== customerId) throw forbidden(t('This is the report of another customer'));
  if (driverId !== undefined) throw forbidden(t('This is the report of one driver, which customers do not get'));
  if (by && !mayCustomer(by)) throw forbidden(t('Customers get no rows by: {by}', { by: byWords[by] }));
}

function readerFor({ userId, customerId, role }: Stored, saved: Report): Reader {
  const { report, query, readsMoney } = saved;
  if (customerId !== null) requireOfCustomer(customerId, saved);
  const reader =
    customerId !== null
      ? customerReader(customerId, report, query)
      : userId !== null && role !== null
        ? userReader({ id: userId, role }, report, query)
        : officeReader(readsMoney, report, query);
  requireBy(report, query.by, reader.mayBy);
  return reader;
}

export interface Person {
  /** Where it goes; null where nothing may go. */
  email: string | null;
  name: string;
  language: Language | null;
  reader: Reader | null;
  /** Why nothing is sent to them. */
  problem: string | null;
}
/** A recipient with what they may read now. */
export function personOf(stored: Stored, report: Report): Person {
  const { userId, email, username, firstName, lastName, company, language, isActive } = stored;
  const name =
    userId === null ? (company ?? email ?? '') : displayName({ username: username ?? '', firstName, lastName });
  const person = { email, name, language };
  if (!isActive) return { ...person, reader: null, problem: t('This account is switched off') };
  if (email === null) return { ...person, reader: null, problem: t('There is no e-mail address') };
  try {
    return { ...person, reader: readerFor(stored, report), problem: null };
  } catch (error) {
    // Their role may read less by now.
    if (!(error instanceof DomainError)) throw error;
    return { ...person, reader: null, problem: error.message };
  }
}
