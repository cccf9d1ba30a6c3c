import type { User } from '@quickfleet/shared/people/users';
import { type Role, role as roleSchema } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import type { Difference } from '../../../components/feedback/conflict-notice.tsx';
import { changedFields, contestedFields } from '../../../lib/forms/text-changes.ts';
import { roleWords } from '../../../lib/words/role-words.ts';

export const noValues = { firstName: '', lastName: '', username: '', role: 'driver', email: '', phone: '' };
export type UserValues = typeof noValues;
export const valuesOf = ({ firstName, lastName, username, role, email, phone }: User): UserValues => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  username,
  role,
  email: email ?? '',
  phone: phone ?? '',
});

export const fieldNames: Record<keyof UserValues, string> = {
  firstName: t('First name'),
  lastName: t('Last name'),
  username: t('Username'),
  role: t('Role'),
  email: t('Email'),
  phone: t('Phone'),
};

/** As the server knows the role: a field of a form holds any text. */
export const roleOf = (text: string): Role => roleSchema.parse(text);

/** What goes to the server. */
export function changesOf(values: UserValues, read: UserValues): Partial<Omit<UserValues, 'role'>> & { role?: Role } {
  const { role, ...texts }: Partial<UserValues> = Object.fromEntries(
    changedFields(values, read).map((field) => [field, values[field]]),
  );
  return { ...texts, ...(role === undefined ? {} : { role: roleOf(role) }) };
}

const shown = (field: keyof UserValues, text: string): string =>
  field === 'role' ? roleWords[roleOf(text)].text : text;
/** What a conflict is about, in words. */
export const differencesOf = (mine: UserValues, theirs: UserValues, read: UserValues): Difference[] =>
  contestedFields(mine, theirs, read).map((field) => ({
    field: fieldNames[field],
    mine: shown(field, mine[field]),
    theirs: shown(field, theirs[field]),
  }));
