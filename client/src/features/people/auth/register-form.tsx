import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { PASSWORD_MIN } from '@quickfleet/shared/limits';
import { register as registerSchema } from '@quickfleet/shared/people/auth';
import { useAuth } from '../../../lib/api/session.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';

/** Makes an ordinary account; staff and drivers are made by an admin. */
export function RegisterForm() {
  const { register, isSigningIn } = useAuth();
  const { form, onSubmit } = useZodForm(registerSchema, { username: '', password: '', email: '' });
  return (
    <form onSubmit={onSubmit((input) => void register(input))} noValidate>
      <Stack gap="md">
        <TextInput
          key={form.key('username')}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <TextInput
          key={form.key('email')}
          label="Email"
          description="Optional"
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          key={form.key('password')}
          label="Password"
          description={`At least ${PASSWORD_MIN} characters`}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth disabled={isSigningIn}>
          {isSigningIn ? 'Creating account...' : 'Create account'}
        </Button>
      </Stack>
    </form>
  );
}
