import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core';
import { SIGN_IN_LINK_MINUTES } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
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
        <Title order={1}>{t('My deliveries')}</Title>
        <Text c="dimmed" mt={4}>
          {account === undefined
            ? t(
                'See your quotes and orders with their receipts and proofs, also quotes that you have lost the link of. You need no password: enter the e-mail address that you ordered with.',
              )
            : t('Confirm that the e-mail address of your account is yours. Open the link in this browser.')}
        </Text>
      </div>
      <Card padding="lg">
        <EmailLinkForm
          send={send.mutateAsync}
          isSending={send.isPending}
          action={t('Send me a link')}
          email={account ?? ''}
          path={paths.my}
          sent={(email, reset) => (
            <>
              {t(
                'If something was ordered with {email}, the link is on its way. It works for {minutes} minutes. If nothing arrives, check the spam folder or try another address.',
                { email, minutes: SIGN_IN_LINK_MINUTES },
              )}
              <Button variant="default" size="xs" mt="sm" onClick={reset}>
                {t('Try another address')}
              </Button>
            </>
          )}
        />
      </Card>
      {account === undefined && (
        <Text size="sm">
          {t('You have an account?')}{' '}
          <Anchor component={Link} href={paths.signIn} inherit underline="always">
            {t('Sign in with your password')}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
