import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { login as loginSchema } from '@quickfleet/shared/people/auth';
import type { User } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserError, codeOf, messageOf } from '../../../lib/api/error-message.ts';
import { leaveForSignIn, sessionKey, useAuth } from '../../../lib/api/session.tsx';
import { SESSION_ENDED, setSessionEnd, useSessionEnd } from '../../../lib/api/session-end.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { ended } from '../../../lib/words/ended.ts';

const schema = loginSchema.pick({ password: true, code: true });

function SignInAgainForm({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const login = trpc.auth.login.useMutation();
  const { form, onSubmit } = useZodForm(schema, { password: '', code: '' });

  const needsCode = ['SECOND_FACTOR_REQUIRED', 'WRONG_SECOND_FACTOR'].includes(codeOf(login.error) ?? '');
  const [hasAsked, setAsked] = useState(false);
  if (needsCode && !hasAsked) setAsked(true);

  const goOn = (signedIn: User) => {
    queryClient.setQueryData<User | null>(sessionKey, signedIn);
    setSessionEnd('none');
    // Only failed queries are refetched; everything typed stays.
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  const signIn = async ({ password, code }: { password: string; code?: string | undefined }) => {
    passkey.reset();
    try {
      goOn(await login.mutateAsync({ username: user.username, password, ...(code ? { code } : {}) }));
    } catch {
      form.getInputNode('password')?.focus();
    }
  };
  const { client } = trpc.useUtils();
  const passkey = useMutation({
    mutationFn: async () => {
      login.reset();
      const { signByPasskey } = await import('../../../lib/passkeys.ts');
      const signedIn = await signByPasskey(client);
      if (signedIn.id === user.id) return signedIn;
      // What was typed under this name is not sent under another.
      await client.auth.logout.mutate();
      throw new BrowserError(
        t('That passkey belongs to {other}. Use one of {name}, or the password.', {
          other: displayName(signedIn),
          name: displayName(user),
        }),
      );
    },
    onSuccess: goOn,
  });
  const error = login.error ?? passkey.error;
  const leave = () => {
    setSessionEnd('ended');
    queryClient.setQueryData(sessionKey, null);
    leaveForSignIn();
  };

  return (
    <form onSubmit={onSubmit((input) => void signIn(input))} noValidate>
      <Stack>
        <Text>
          {ended(t('What you typed is still here. You were signed in as {name}', { name: displayName(user) }))}
        </Text>
        {error && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {messageOf(error)}
          </Alert>
        )}
        {/* Names the account to password managers. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordInput
          key={form.key('password')}
          label={t('Password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        {hasAsked && (
          <TextInput
            key={form.key('code')}
            label={t('Code')}
            description={t('Of your authenticator app, or a recovery code')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            {...form.getInputProps('code')}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            {t('Leave without saving')}
          </Button>
          <Button
            variant="default"
            disabled={login.isPending}
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            {t('Use a passkey')}
          </Button>
          <Button type="submit" loading={login.isPending} disabled={passkey.isPending}>
            {t('Sign In')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks for the password over a page with unsaved text when the session has ended. */
export function SignInAgain() {
  const { user } = useAuth();
  const isAsking = useSessionEnd() === 'asking';
  return (
    <Modal
      opened={isAsking && user !== null}
      onClose={() => {}}
      title={SESSION_ENDED}
      withCloseButton={false}
      closeOnEscape={false}
      zIndex={350}
      centered
    >
      {user && <SignInAgainForm user={user} />}
    </Modal>
  );
}
