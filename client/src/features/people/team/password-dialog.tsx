import { PasswordInput, Text } from '@mantine/core';
import { newPassword } from '@quickfleet/shared/people/auth';
import { displayName, type User } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { PasswordField } from './password-field.tsx';
import { useUpdateUser } from './team-mutations.ts';

const schema = z.object({ password: newPassword, currentPassword: z.string() });

function PasswordForm({ user, isSelf, onDone }: { user: User; isSelf: boolean; onDone: () => void }) {
  const update = useUpdateUser((name) => t('{name} has a new password', { name }));
  const { form, onSend } = useZodForm(schema, { password: '', currentPassword: '' }, { mode: 'controlled' });

  const save = async ({ password, currentPassword }: z.output<typeof schema>) => {
    await update.mutateAsync({ id: user.id, password, ...(isSelf ? { currentPassword } : {}) });
    onDone();
  };
  return (
    <DialogForm onSubmit={onSend(save)} onCancel={onDone} send={t('Reset password')} isPending={update.isPending}>
      <Text>
        {isSelf
          ? t('You stay signed in here and are signed out everywhere else.')
          : t('{name} is signed out everywhere and signs in with the new password.', { name: displayName(user) })}
      </Text>
      {isSelf && (
        <PasswordInput
          label={t('Current password')}
          withAsterisk
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      )}
      <PasswordField
        label={t('New password')}
        value={form.values.password}
        onChange={(password) => form.setFieldValue('password', password)}
        error={form.errors['password']}
      />
    </DialogForm>
  );
}

/** An admin gives somebody a new password; one's own needs the present one. */
export function PasswordDialog({
  user,
  selfId,
  onClose,
}: {
  user: User | undefined;
  selfId: number | undefined;
  onClose: () => void;
}) {
  return (
    <DialogOf
      of={user}
      onClose={onClose}
      title={(shown) => t('Reset the password of {name}', { name: displayName(shown) })}
      size="md"
    >
      {(shown) => <PasswordForm key={shown.id} user={shown} isSelf={shown.id === selfId} onDone={onClose} />}
    </DialogOf>
  );
}
