import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { PASSWORD_MIN } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { accountPaths } from '@quickfleet/shared/people/account-paths';
import { newPassword } from '@quickfleet/shared/people/auth';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { IconCheck, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { z } from 'zod';
import { codeOf, issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { showError } from '../../../../lib/toast.ts';
import { AccountFrame } from './account-frame.tsx';

const schema = z.object({ password: newPassword });
const isEnded = (error: unknown) => ['LINK_ENDED', 'VALIDATION_FAILED'].includes(codeOf(error) ?? '');

/** Chooses a new password by a mailed link. */
export function ResetPage({ token }: { token: string }) {
  const reset = trpc.account.reset.useMutation();
  const [done, setDone] = useState<{ username: string; role: Role }>();
  const [isOver, setOver] = useState(false);
  const { form, onSubmit, showErrors } = useZodForm(schema, { password: '' });
  const save = async ({ password }: { password: string }) => {
    try {
      setDone(await reset.mutateAsync({ token, password }));
    } catch (error) {
      const issues = issuesOf(error);
      if (issues['password']) showErrors(issues);
      else if (isEnded(error)) setOver(true);
      else showError(t('Password not changed'), messageOf(error));
    }
  };
  if (done)
    return (
      <AccountFrame
        title={t('Password changed')}
        lead={t('The new password of {username} works from now on.', { username: done.username })}
      >
        <Stack>
          <Alert color="teal" role="status" icon={<IconCheck aria-hidden />}>
            {t('You are signed out everywhere. Sign in with the new password.')}
          </Alert>
          <Button component={Link} href={done.role === 'customer' ? paths.signIn : paths.adminSignIn} fullWidth>
            {t('Sign In')}
          </Button>
        </Stack>
      </AccountFrame>
    );
  if (isOver)
    return (
      <AccountFrame title={t('This link no longer works')} lead={t('It was used, replaced, or its time is over.')}>
        <Stack>
          <Alert color="amber" role="alert" icon={<IconLinkOff aria-hidden />}>
            {t('Your password is unchanged. Ask for a new link and open it within half an hour.')}
          </Alert>
          <Button component={Link} href={accountPaths.forgot} fullWidth>
            {t('Ask for a new link')}
          </Button>
        </Stack>
      </AccountFrame>
    );
  return (
    <AccountFrame title={t('Choose a new password')} lead={t('You are signed out everywhere when you save it.')}>
      <form onSubmit={onSubmit((input) => void save(input))} noValidate>
        <Stack gap="md">
          <PasswordInput
            key={form.key('password')}
            label={t('New password')}
            description={t('At least {min} characters', { min: PASSWORD_MIN })}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={reset.isPending}>
            {t('Save the password')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('The link works once.')}
          </Text>
        </Stack>
      </form>
    </AccountFrame>
  );
}
