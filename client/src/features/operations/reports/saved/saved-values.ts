import type { ReportName } from '@quickfleet/shared/operations/reports/report-names';
import type { SavedQuery, SavedReport } from '@quickfleet/shared/operations/reports/saved-reports';
import { paths } from '@quickfleet/shared/paths';
import { askedOf, type ReportView } from '../report-view.ts';

/** Whom a report is mailed to, as its form has them. */
export interface Recipients {
  users: string[];
  customers: { id: number; name: string }[];
  /** With commas between them. */
  emails: string;
}

/** What a view is saved as: a period in words stays one. */
export function queryOf(name: ReportName, view: ReportView): SavedQuery {
  const { name: _, from, to, ...asked } = askedOf(name, view);
  return {
    ...asked,
    ...(view.period === 'own' ? { from, to } : { period: view.period }),
    ...(view.compare === 'none' ? {} : { compare: view.compare }),
  };
}
/** Where a saved report is looked at. */
export function hrefOf({ report, query }: SavedReport): string {
  const { period, from, compare = 'none', ...others } = query;
  const given = { ...others, compare, from, period: period ?? (from ? 'own' : 'last30') };
  const search = Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return `${paths.adminReport(report)}?${new URLSearchParams(search)}`;
}

export const noRecipients: Recipients = { users: [], customers: [], emails: '' };
/** The recipients of a saved report as its form has them. */
export const recipientsOf = ({ recipients }: SavedReport): Recipients => ({
  users: recipients.flatMap(({ userId }) => (userId === undefined ? [] : [String(userId)])),
  customers: recipients.flatMap(({ customerId: id, name }) => (id === undefined ? [] : [{ id, name }])),
  emails: recipients.flatMap(({ email }) => email ?? []).join(', '),
});
/** The recipients of a form as a call has them. */
export const listed = ({ users, customers, emails }: Recipients) => [
  ...users.map((id) => ({ userId: Number(id) })),
  ...customers.map(({ id }) => ({ customerId: id })),
  ...emails
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((email) => ({ email })),
];

export type RecipientErrors = Partial<Record<keyof Recipients, string>>;
/** The sentences about recipients, each under the field where they were chosen; by paths as 'recipients.2'. */
export function recipientErrors(
  { users, customers }: Recipients,
  issues: Readonly<Record<string, string>>,
): RecipientErrors {
  const of = Object.entries(issues).flatMap(([path, message]) => {
    const at = Number(/^recipients\.(\d+)/.exec(path)?.[1] ?? Number.NaN);
    if (!path.startsWith('recipients')) return [];
    const field = at < users.length ? 'users' : at < users.length + customers.length ? 'customers' : 'emails';
    return [{ field, message }] as const;
  });
  const words = (field: keyof Recipients) => of.flatMap((one) => (one.field === field ? one.message : [])).join(' ');
  return { users: words('users'), customers: words('customers'), emails: words('emails') };
}
