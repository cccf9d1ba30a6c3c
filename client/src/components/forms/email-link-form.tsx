import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconMailCheck } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { messageOf } from '../../lib/api/error-message.ts';
import { useUncontrolledForm } from '../../lib/forms/use-uncontrolled-form.ts';
import { useReturnedForm } from '../../lib/page.ts';
import { preloadToasts, showError } from '../../lib/toast.ts';

const loadRules = () => import('@quickfleet/shared/people/account').then(({ forgot }) => forgot);
const prepare = () => {
  void loadRules().catch(() => {});
  preloadToasts();
};

interface EmailLinkFormProps {
  send: (input: { email: string }) => Promise<unknown>;
  isSending: boolean;
  action: string;
  email?: string;
  /** Where the form is sent before its scripts are there, if the server takes it. */
  path?: string;
  /** What is said once it was asked for: the same for every address. */
  sent: (email: string, reset: () => void) => ReactNode;
}

/**
 * Asks for a link by e-mail. The answer says nothing about who is known. With a `path` it is sent as a plain form before
 * hydration.
 */
export function EmailLinkForm({ send, isSending, action, email = '', path, sent }: EmailLinkFormProps) {
  const returned = useReturnedForm();
  const [sentTo, setSentTo] = useState(returned?.which === 'sent' ? returned.typed : undefined);
  const [problem, setProblem] = useState(returned?.problem);
  const root = useRef<HTMLFormElement>(null);
  const ask = async (input: { email: string }) => {
    if (isSending) return;
    try {
      await send(input);
      setSentTo(input.email);
    } catch (error) {
      showError(t('Link not sent'), messageOf(error));
    }
  };
  const { form, submit } = useUncontrolledForm(
    loadRules,
    root,
    { email: returned?.typed ?? email },
    {
      onChange: () => setProblem(undefined),
      onChecked: (input) => void ask(input),
      // The server checks again.
      onUnchecked: (_error, values) => void ask(values),
    },
  );
  const { error = problem, ...field } = form.getInputProps('email');
  if (sentTo)
    return (
      <Alert color="teal" role="status" icon={<IconMailCheck aria-hidden />} title={t('Check your inbox')}>
        {sent(sentTo, () => setSentTo(undefined))}
      </Alert>
    );
  return (
    <form ref={root} {...(path ? { method: 'post', action: path } : {})} onSubmit={submit} onFocus={prepare} noValidate>
      <Stack gap="md">
        <TextInput
          key={form.key('email')}
          name="email"
          label={t('Email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          error={error}
          {...field}
        />
        <Button type="submit" fullWidth loading={isSending}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
