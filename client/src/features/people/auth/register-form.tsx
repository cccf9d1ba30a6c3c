import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { PASSWORD_MIN } from '@quickfleet/shared/limits';
import { register as registerSchema } from '@quickfleet/shared/people/auth';
import { t } from '@quickfleet/shared/words/t';
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
          label={t('Username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <TextInput
          key={form.key('email')}
          label={t('Email')}
          description={t('Optional')}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          key={form.key('password')}
          label={t('Password')}
          description={t('At least {min} characters', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth disabled={isSigningIn}>
          {isSigningIn ? t('Creating account...') : t('Create account')}
        </Button>
      </Stack>
    </form>
  );
}
