import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { forgot } from '@quickfleet/shared/people/account';
import { t } from '@quickfleet/shared/words/t';
import { IconMailCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api/error-message.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { showError } from '../../lib/toast.ts';

interface EmailLinkFormProps {
  send: (input: { email: string }) => Promise<unknown>;
  isSending: boolean;
  action: string;
  email?: string;
  /** What is said once it was asked for: the same for every address. */
  sent: (email: string, reset: () => void) => ReactNode;
}

/** Asks for a link by e-mail. The answer says nothing about who is known. */
export function EmailLinkForm({ send, isSending, action, email = '', sent }: EmailLinkFormProps) {
  const [sentTo, setSentTo] = useState<string>();
  const { form, onSubmit } = useZodForm(forgot, { email });
  const ask = async (input: { email: string }) => {
    try {
      await send(input);
      setSentTo(input.email);
    } catch (error) {
      showError(t('Link not sent'), messageOf(error));
    }
  };
  if (sentTo)
    return (
      <Alert color="teal" role="status" icon={<IconMailCheck aria-hidden />} title={t('Check your inbox')}>
        {sent(sentTo, () => setSentTo(undefined))}
      </Alert>
    );
  return (
    <form onSubmit={onSubmit((input) => void ask(input))} noValidate>
      <Stack gap="md">
        <TextInput
          key={form.key('email')}
          label={t('Email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <Button type="submit" fullWidth loading={isSending}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
