import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { newPassword } from '@quickfleet/shared/people/auth';
import { displayName, type User } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { usePrevious } from '../../../lib/forms/use-previous.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { PasswordField } from './password-field.tsx';
import { useUpdateUser } from './team-mutations.ts';

const schema = z.object({ password: newPassword, currentPassword: z.string() });

function PasswordForm({ user, isSelf, onDone }: { user: User; isSelf: boolean; onDone: () => void }) {
  const update = useUpdateUser((name) => t('{name} has a new password', { name }));
  const { form, onSubmit, showErrors } = useZodForm(
    schema,
    { password: '', currentPassword: '' },
    { mode: 'controlled' },
  );

  const save = async ({ password, currentPassword }: z.output<typeof schema>) => {
    try {
      await update.mutateAsync({ id: user.id, password, ...(isSelf ? { currentPassword } : {}) });
      onDone();
    } catch (error) {
      showErrors(issuesOf(error));
    }
  };
  return (
    <form onSubmit={onSubmit((typed) => void save(typed))} noValidate>
      <Stack>
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={update.isPending}>
            {t('Reset password')}
          </Button>
        </Group>
      </Stack>
    </form>
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
  const shown = usePrevious(user);
  return (
    <Dialog
      opened={user !== undefined}
      onClose={onClose}
      title={shown && t('Reset the password of {name}', { name: displayName(shown) })}
      size="md"
      closeOnClickOutside={false}
    >
      {shown && <PasswordForm key={shown.id} user={shown} isSelf={shown.id === selfId} onDone={onClose} />}
    </Dialog>
  );
}
