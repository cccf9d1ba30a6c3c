import type { Customer } from '@quickfleet/shared/people/customers';
import type { Difference } from '../../../components/feedback/conflict-notice.tsx';
import { changedFields, contestedFields } from '../../../lib/forms/text-changes.ts';

export const noValues = { name: '', email: '', phone: '', company: '' };
export type CustomerValues = typeof noValues;
export const valuesOf = ({ name, email, phone, company }: Customer): CustomerValues => ({
  name,
  email,
  phone: phone ?? '',
  company: company ?? '',
});

const fieldNames: Record<keyof CustomerValues, string> = {
  name: 'Name',
  email: 'Email Address',
  phone: 'Phone',
  company: 'Company',
};

/** What goes to the server. */
export const changesOf = (values: CustomerValues, read: CustomerValues): Partial<CustomerValues> =>
  Object.fromEntries(changedFields(values, read).map((field) => [field, values[field]]));

/** What a conflict is about, in words. */
export const differencesOf = (mine: CustomerValues, theirs: CustomerValues, read: CustomerValues): Difference[] =>
  contestedFields(mine, theirs, read).map((field) => ({
    field: fieldNames[field],
    mine: mine[field],
    theirs: theirs[field],
  }));
