import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core';
import { SIGN_IN_LINK_MINUTES } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { Link } from 'wouter';
import { EmailLinkForm } from '../../../components/forms/email-link-form.tsx';
import { trpc } from '../../../lib/api/trpc.ts';

/**
 * Asks for a link by mail. The answer says nothing about who has ordered. `account` is the address of a signed-in user,
 * which nobody has proved yet.
 */
export function AskForLink({ account }: { account: string | undefined }) {
  const send = trpc.signInLinks.send.useMutation();
  return (
    <Stack maw={480} mx="auto" gap="lg">
      <div>
        <Title order={1}>My deliveries</Title>
        <Text c="dimmed" mt={4}>
          {account === undefined
            ? 'See your quotes and orders with their receipts and proofs, also quotes that you have lost the link of. You need no password: enter the e-mail address that you ordered with.'
            : 'Confirm that the e-mail address of your account is yours. Open the link in this browser.'}
        </Text>
      </div>
      <Card padding="lg">
        <EmailLinkForm
          send={send.mutateAsync}
          isSending={send.isPending}
          action="Send me a link"
          email={account ?? ''}
          sent={(email, reset) => (
            <>
              If something was ordered with {email}, the link is on its way. It works for {SIGN_IN_LINK_MINUTES}{' '}
              minutes. If nothing arrives, check the spam folder or try another address.
              <Button variant="default" size="xs" mt="sm" onClick={reset}>
                Try another address
              </Button>
            </>
          )}
        />
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
