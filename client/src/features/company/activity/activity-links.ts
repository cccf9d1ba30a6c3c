import type { ActivityLine, ActivitySubject } from '@quickfleet/shared/company/activity';
import { paths } from '@quickfleet/shared/paths';

export const subjectNames: Readonly<Record<ActivitySubject, string>> = {
  company: 'Settings',
  user: 'People',
  key: 'API keys',
  order: 'Orders',
  quote: 'Quotes',
  customer: 'Customers',
  recurring: 'Recurring jobs',
  template: 'E-mail templates',
  webhook: 'Webhooks',
  import: 'Imports',
  export: 'Exports',
};

const ones: Readonly<Record<ActivitySubject, string>> = {
  company: 'Settings',
  user: 'Account',
  key: 'API key',
  order: 'Order',
  quote: 'Quote',
  customer: 'Customer',
  recurring: 'Recurring job',
  template: 'E-mail template',
  webhook: 'Webhook',
  import: 'Import',
  export: 'Export',
};
const isSubject = (subject: string): subject is ActivitySubject => Object.hasOwn(ones, subject);

/** 'Order QF001234567890', 'Account maria', 'Quote #12' */
export function subjectWords({ subject, subjectId, subjectName }: ActivityLine): string {
  const kind = isSubject(subject) ? ones[subject] : subject;
  if (subject === 'company') return kind;
  if (subjectName) return `${kind} ${subjectName}`;
  return subjectId > 0 ? `${kind} #${subjectId}` : kind;
}

/** Where the thing is looked at; undefined where it has no page, or is gone. */
export function subjectHref({ subject, subjectId, subjectName, field }: ActivityLine): string | undefined {
  if (subject === 'company') return `${paths.adminSettings}${field ? `?section=${field.split('.')[0]}` : ''}`;
  if (subjectName === null) return undefined;
  if (subject === 'order') return `${paths.adminOrders}?order=${subjectId}`;
  if (subject === 'quote') return `${paths.adminQuotes}?quote=${subjectId}`;
  if (subject === 'customer') return paths.adminCustomer(subjectId);
  if (subject === 'user') return `${paths.adminTeam}?q=${encodeURIComponent(subjectName)}`;
  if (subject === 'key') return paths.adminDevelopersAt('keys');
  if (subject === 'template') return paths.adminTemplates;
  return undefined;
}
