import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { createUser, displayName, type User, updateUser } from '@quickfleet/shared/people/users';
import { type Role, roles } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { ConflictNotice } from '../../../components/feedback/conflict-notice.tsx';
import { DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { haveClashed } from '../../../lib/forms/text-changes.ts';
import { useConflicts } from '../../../lib/forms/use-conflicts.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { roleWords } from '../../../lib/words/role-words.ts';
import { PasswordField } from './password-field.tsx';
import { compareFailed, useCreateUser, useUpdateUser } from './team-mutations.ts';
import {
  changesOf,
  differencesOf,
  fieldNames,
  noValues,
  roleOf,
  type UserValues,
  valuesOf,
} from './user-form-values.ts';

/** The dialog's subject: a new person, or one that is there. */
export type Edited = { user: User | undefined };

const changes = updateUser.pick({
  username: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  role: true,
});
const roleData = roles.map((value) => ({ value, label: `${roleWords[value].text}: ${roleWords[value].may}` }));

/** The fields that both forms have; `inputProps` are the form's own. */
function PersonFields({
  inputProps,
  isSelf = false,
}: {
  inputProps: (name: keyof UserValues) => object;
  isSelf?: boolean;
}) {
  const field = (name: keyof UserValues) => ({ label: fieldNames[name], ...inputProps(name) });
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput data-autofocus autoComplete="off" {...field('firstName')} />
        <TextInput autoComplete="off" {...field('lastName')} />
      </SimpleGrid>
      <TextInput withAsterisk autoComplete="off" autoCapitalize="none" spellCheck={false} {...field('username')} />
      <NativeSelect
        data={roleData}
        disabled={isSelf}
        description={isSelf ? t('Another admin changes your role.') : undefined}
        {...field('role')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="email" inputMode="email" autoComplete="off" {...field('email')} />
        <TextInput
          type="tel"
          description={t('Customers see a driver’s number while a delivery is on its way')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...field('phone')}
        />
      </SimpleGrid>
    </>
  );
}

/** `firstRole`: what it begins with. Without `onCancel` it is part of a page. */
export function NewPersonForm({
  firstRole,
  send = t('Add person'),
  onDone,
  onCancel,
}: {
  firstRole?: Role;
  send?: string;
  onDone: () => void;
  onCancel?: () => void;
}) {
  const create = useCreateUser();
  const { form, onSend } = useZodForm(
    createUser,
    { ...noValues, ...(firstRole ? { role: firstRole } : {}), password: '' },
    { mode: 'controlled' },
  );
  const save = async ({ role, password, ...texts }: UserValues & { password: string }) => {
    await create.mutateAsync({ ...texts, role: roleOf(role), password });
    onDone();
  };
  return (
    <DialogForm
      onSubmit={onSend((_, typed) => save(typed))}
      onCancel={onCancel}
      send={send}
      isPending={create.isPending}
    >
      <PersonFields inputProps={form.getInputProps} />
      <PasswordField
        label={t('Password')}
        value={form.values.password}
        onChange={(password) => form.setFieldValue('password', password)}
        error={form.errors['password']}
      />
    </DialogForm>
  );
}

function EditForm({ user, isSelf, onDone }: { user: User; isSelf: boolean; onDone: () => void }) {
  const { client } = trpc.useUtils();
  const update = useUpdateUser((name) => t('{name} was saved', { name }));
  const { form, onSubmit, showErrors } = useZodForm(changes, valuesOf(user), { mode: 'controlled' });
  const { read, theirs, save, keepMine, takeTheirs } = useConflicts<User, UserValues>(user, {
    send: (typed, from, version) => update.mutateAsync({ id: user.id, version, ...changesOf(typed, valuesOf(from)) }),
    readPresent: () => client.users.get.query({ id: user.id }),
    haveClashed: (typed, present, from) => haveClashed(typed, valuesOf(present), valuesOf(from)),
    onSaved: onDone,
    onRefused: (error) => showErrors(issuesOf(error)),
    onUnread: compareFailed,
  });

  return (
    <DialogForm
      onSubmit={onSubmit((_, typed) => void save(typed))}
      onCancel={onDone}
      send={t('Save Changes')}
      isPending={update.isPending}
      isDisabled={theirs !== undefined}
    >
      {theirs && (
        <ConflictNotice
          what={t('user')}
          differences={differencesOf(form.values, valuesOf(theirs), valuesOf(read))}
          onKeepMine={() => keepMine(form.getValues())}
          onUseTheirs={() => takeTheirs((present) => form.setValues(valuesOf(present)))}
          isSaving={update.isPending}
        />
      )}
      <PersonFields inputProps={form.getInputProps} isSelf={isSelf} />
    </DialogForm>
  );
}

export function UserDialog({
  edited,
  selfId,
  onClose,
}: {
  edited: Edited | undefined;
  selfId: number | undefined;
  onClose: () => void;
}) {
  return (
    <DialogOf
      of={edited}
      onClose={onClose}
      title={({ user }) => (user ? t('Edit {name}', { name: displayName(user) }) : t('Add a person'))}
      size="lg"
    >
      {({ user }) =>
        user ? (
          <EditForm key={user.id} user={user} isSelf={user.id === selfId} onDone={onClose} />
        ) : (
          <NewPersonForm onDone={onClose} onCancel={onClose} />
        )
      }
    </DialogOf>
  );
}
