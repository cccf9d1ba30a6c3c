import { PasswordInput, Text } from '@mantine/core';
import { PASSWORD_MIN } from '@quickfleet/shared/limits';
import { changePassword } from '@quickfleet/shared/people/auth';
import type { User } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { issuesOf, messageOf } from '../../../lib/api/error-message.ts';
import { sessionKey } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';

function ChangePasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const queryClient = useQueryClient();
  const update = trpc.users.update.useMutation();
  const { form, onSubmit, showErrors } = useZodForm(changePassword, { currentPassword: '', password: '' });

  const save = async (passwords: z.output<typeof changePassword>) => {
    try {
      queryClient.setQueryData<User | null>(sessionKey, await update.mutateAsync({ id: user.id, ...passwords }));
      showSuccess(t('Password changed'), t('You stay signed in here and are signed out everywhere else.'));
      onDone();
    } catch (error) {
      const issues = issuesOf(error);
      if (Object.keys(issues).length > 0) showErrors(issues);
      else showError(t('Password not changed'), messageOf(error));
    }
  };

  return (
    <DialogForm
      onSubmit={onSubmit((passwords) => void save(passwords))}
      onCancel={onDone}
      send={t('Change password')}
      isPending={update.isPending}
    >
      <Text>
        {t('You stay signed in here; every other browser that is signed in with this account is signed out.')}
      </Text>
      {/* Names the account to password managers. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordInput
        key={form.key('currentPassword')}
        label={t('Current password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        key={form.key('password')}
        label={t('New password')}
        description={t('At least {min} characters', { min: PASSWORD_MIN })}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </DialogForm>
  );
}

interface ChangePasswordDialogProps {
  user: User;
  opened: boolean;
  onClose: () => void;
}

/** Changes the user's own password. The opener restores the focus, because its menu entry is gone by then. */
export function ChangePasswordDialog({ user, opened, onClose }: ChangePasswordDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} returnFocus={false} title={t('Change password')} size="md">
      <ChangePasswordForm user={user} onDone={onClose} />
    </Dialog>
  );
}
