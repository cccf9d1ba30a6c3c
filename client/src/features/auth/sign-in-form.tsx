import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { login as loginSchema } from '@quickfleet/shared/auth';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useAuth } from '../../lib/session.tsx';
import { useZodForm } from '../../lib/use-zod-form.ts';

/** Username and password. A failure keeps what was typed and puts the cursor where it is to be mended. */
export function SignInForm({ screen }: { screen: 'customer' | 'admin' }) {
  const { login, isSigningIn } = useAuth();
  const [hasFailed, setFailed] = useState(false);
  const { form, onSubmit } = useZodForm(loginSchema, { username: '', password: '' });

  const signIn = async (input: { username: string; password: string }) => {
    setFailed(false);
    if (await login(input, screen)) return;
    setFailed(true);
    form.getInputNode('password')?.focus();
  };

  return (
    <form onSubmit={onSubmit((input) => void signIn(input))} noValidate>
      <Stack gap="md">
        {hasFailed && screen === 'admin' && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            That did not work. Check the username and the password.
          </Alert>
        )}
        <TextInput key={form.key('username')} label="Username" autoComplete="username" autoCapitalize="none" spellCheck={false} {...form.getInputProps('username')} />
        <PasswordInput key={form.key('password')} label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <Button type="submit" fullWidth disabled={isSigningIn}>
          {isSigningIn ? 'Signing in...' : 'Sign In'}
        </Button>
      </Stack>
    </form>
  );
}
