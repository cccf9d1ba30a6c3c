import { Alert, Anchor, Button, Card, Stack, Text, TextInput, Title } from '@mantine/core';
import { SIGN_IN_LINK_MINUTES } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { askForLink } from '@quickfleet/shared/people/account';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { showError } from '../../../lib/toast.ts';

/**
 * Asks for a link by mail. The answer says nothing about who has ordered. `account` is the address of a signed-in user,
 * which nobody has proved yet.
 */
export function AskForLink({ account }: { account: string | undefined }) {
  const send = trpc.signInLinks.send.useMutation();
  const [sentTo, setSentTo] = useState<string>();
  const { form, onSubmit } = useZodForm(askForLink, { email: account ?? '' });
  const ask = async (input: { email: string }) => {
    try {
      await send.mutateAsync(input);
      setSentTo(input.email);
    } catch (error) {
      showError('Link not sent', messageOf(error));
    }
  };
  return (
    <Stack maw={480} mx="auto" gap="lg">
      <div>
        <Title order={1}>My deliveries</Title>
        <Text c="dimmed" mt={4}>
          {account === undefined
            ? 'See your quotes and orders with their receipts and proofs. You need no password: enter the e-mail address that you ordered with.'
            : 'Confirm that the e-mail address of your account is yours. Open the link in this browser.'}
        </Text>
      </div>
      <Card padding="lg">
        {sentTo ? (
          <Alert color="teal" role="status" icon={<IconMailCheck aria-hidden />} title="Check your inbox">
            If something was ordered with {sentTo}, the link is on its way. It works for {SIGN_IN_LINK_MINUTES} minutes.
            If nothing arrives, check the spam folder or try another address.
            <Button variant="default" size="xs" mt="sm" onClick={() => setSentTo(undefined)}>
              Try another address
            </Button>
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
                Send me a link
              </Button>
            </Stack>
          </form>
        )}
      </Card>
      {account === undefined && (
        <Text size="sm">
          You have an account?{' '}
          <Anchor component={Link} href={paths.signIn} inherit underline="always">
            Sign in with your password
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
