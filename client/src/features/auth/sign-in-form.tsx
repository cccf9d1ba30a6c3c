import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useAuth } from '../../lib/session.tsx';
import { preloadToasts } from '../../lib/toast.ts';
import { useLateForm } from '../../lib/use-late-form.ts';

const loadRules = () => import('@quickfleet/shared/auth').then(({ login }) => login);
/** What signing in needs is loaded at the first focus; a failure here shows again when the form is submitted. */
const prepare = () => {
  void loadRules().catch(() => {});
  preloadToasts();
};

/** Username and password. A failure keeps what was typed and puts the cursor where it is to be mended. */
export function SignInForm({ screen }: { screen: 'customer' | 'admin' }) {
  const { login, isSigningIn } = useAuth();
  const [hasFailed, setFailed] = useState(false);
  const root = useRef<HTMLFormElement>(null);

  const signIn = async (input: { username: string; password: string }) => {
    setFailed(false);
    if (await login(input, screen)) return;
    setFailed(true);
    form.getInputNode('password')?.focus();
  };
  const { form, submit } = useLateForm(
    loadRules,
    root,
    { username: '', password: '' },
    {
      onChecked: (input) => void signIn(input),
      // The server checks again; whatever stops the rules from loading stops the sign-in too, which shows the error.
      onUnchecked: (_error, values) => void signIn(values),
    },
  );

  return (
    <form ref={root} onSubmit={submit} onFocus={prepare} noValidate>
      <Stack gap="md">
        {hasFailed && screen === 'admin' && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            That did not work. Check the username and the password.
          </Alert>
        )}
        <TextInput
          key={form.key('username')}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          key={form.key('password')}
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth disabled={isSigningIn}>
          {isSigningIn ? 'Signing in...' : 'Sign In'}
        </Button>
      </Stack>
    </form>
  );
}
