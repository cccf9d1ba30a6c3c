import type { ActivityLine, ActivitySubject } from '@quickfleet/shared/company/history/activity';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';

export const subjectNames: Readonly<Record<ActivitySubject, string>> = {
  company: t('Settings'),
  user: t('People'),
  key: t('API keys'),
  order: t('Orders'),
  quote: t('Quotes'),
  customer: t('Customers'),
  invoice: t('Invoices'),
  bank: t('Bank files'),
  report: t('Reports'),
  recurring: t('Recurring jobs'),
  template: t('E-mail templates'),
  webhook: t('Webhooks'),
  inbound: t('Shops'),
  import: t('Imports'),
  export: t('Exports'),
};

const ones: Readonly<Record<ActivitySubject, string>> = {
  company: t('Settings'),
  user: t('Account'),
  key: t('API key'),
  order: t('Order'),
  quote: t('Quote'),
  customer: t('Customer'),
  invoice: t('Invoice'),
  bank: t('Bank file'),
  report: t('Saved report'),
  recurring: t('Recurring job'),
  template: t('E-mail template'),
  webhook: t('Webhook'),
  inbound: t('Shop'),
  import: t('Import'),
  export: t('Export'),
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
