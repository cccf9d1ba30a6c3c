import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { RESET_MINUTES } from '@quickfleet/shared/limits';
import { forgot } from '@quickfleet/shared/people/account';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { showError } from '../../../../lib/toast.ts';
import { AccountFrame } from './account-frame.tsx';

/** Asks for a link to a new password. The answer says nothing about who has an account. */
export function ForgotPage() {
  const send = trpc.account.forgot.useMutation();
  const [sentTo, setSentTo] = useState<string>();
  const { form, onSubmit } = useZodForm(forgot, { email: '' });
  const ask = async (input: { email: string }) => {
    try {
      await send.mutateAsync(input);
      setSentTo(input.email);
    } catch (error) {
      showError('Link not sent', messageOf(error));
    }
  };
  return (
    <AccountFrame
      title="Forgot your password?"
      lead="Enter the e-mail address of your account. We'll send you a link to choose a new password."
    >
      {sentTo ? (
        <Alert color="teal" role="status" icon={<IconMailCheck aria-hidden />} title="Check your inbox">
          If there is an account with {sentTo}, the link is on its way. It works for {RESET_MINUTES} minutes. If nothing
          arrives, check the spam folder or ask an admin of your team.
        </Alert>
      ) : (
        <form onSubmit={onSubmit((input) => void ask(input))} noValidate>
          <Stack gap="md">
            <TextInput
              key={form.key('email')}
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="email"
              {...form.getInputProps('email')}
            />
            <Button type="submit" fullWidth loading={send.isPending}>
              Send the link
            </Button>
          </Stack>
        </form>
      )}
    </AccountFrame>
  );
}
