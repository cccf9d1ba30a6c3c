import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/error-message.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useUncontrolledForm } from '../../../lib/forms/use-uncontrolled-form.ts';
import { useReturnedForm } from '../../../lib/page.ts';
import { preloadToasts } from '../../../lib/toast.ts';

const loadRules = () => import('@quickfleet/shared/people/auth').then(({ login }) => login);
/** What signing in needs is loaded at the first focus; a failure here shows again when the form is submitted. */
const prepare = () => {
  void loadRules().catch(() => {});
  preloadToasts();
};

/**
 * Username and password. A failure keeps what was typed and puts the cursor where it is to be mended. Before hydration
 * it is sent as a plain form, and a failure comes back with the page.
 */
export function SignInForm({ screen }: { screen: 'customer' | 'admin' }) {
  const { login, isSigningIn } = useAuth();
  const returned = useReturnedForm();
  const [problem, setProblem] = useState(returned?.problem);
  const root = useRef<HTMLFormElement>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);

  const signIn = async (input: { username: string; password: string }) => {
    setProblem(undefined);
    const code = codeField.current?.value.trim();
    const outcome = await login({ ...input, ...(code ? { code } : {}) }, screen);
    if (outcome === 'code') setNeedsCode(true);
    if (outcome) return;
    if (screen === 'admin')
      setProblem(
        needsCode
          ? t('That did not work. Check the username and the password, and the code.')
          : t('That did not work. Check the username and the password.'),
      );
    (codeField.current ?? form.getInputNode('password'))?.focus();
  };
  const { client } = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const enterByPasskey = async () => {
    setProblem(undefined);
    setAsking(true);
    let failure: unknown;
    const passkey = async () => {
      try {
        const { signByPasskey } = await import('../../../lib/passkeys.ts');
        return await signByPasskey(client);
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    if (!(await login({ passkey }, screen)) && screen === 'admin') setProblem(messageOf(failure));
    setAsking(false);
  };
  const { form, submit } = useUncontrolledForm(
    loadRules,
    root,
    { username: returned?.typed ?? '', password: '' },
    {
      onChecked: (input) => void signIn(input),
      // The server checks again; whatever stops the rules from loading stops the sign-in too, which shows the error.
      onUnchecked: (_error, values) => void signIn(values),
    },
  );

  return (
    <form
      ref={root}
      // To the address of the page, which says where it goes on from here.
      method="post"
      onSubmit={submit}
      onFocus={prepare}
      noValidate
    >
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {problem}
          </Alert>
        )}
        <TextInput
          key={form.key('username')}
          name="username"
          label={t('Username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          key={form.key('password')}
          name="password"
          label={t('Password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {needsCode && (
          <TextInput
            ref={codeField}
            autoFocus
            label={t('Code')}
            description={t('Of your authenticator app, or a recovery code')}
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <Button type="submit" fullWidth disabled={isSigningIn}>
          {isSigningIn ? t('Signing in...') : t('Sign In')}
        </Button>
        <Button
          variant="default"
          fullWidth
          className="needs-script"
          disabled={isSigningIn || isAsking}
          onClick={() => void enterByPasskey()}
        >
          {t('Use a passkey')}
        </Button>
      </Stack>
    </form>
  );
}
