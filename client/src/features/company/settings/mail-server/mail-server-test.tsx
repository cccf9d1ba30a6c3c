import { Alert, Group, Stack, TextInput } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconCircleCheck, IconMailExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';

interface MailServerTestProps {
  to: string;
  /** What is typed and not saved yet. */
  draft: { smtpUrl?: string; from?: string | null };
}

/** Sends a mail through the mail server, saved or not, while one looks, and says what the server made of it. */
export function MailServerTest({ to: usual, draft }: MailServerTestProps) {
  const [to, setTo] = useState(usual);
  const test = trpc.mailbox.testServer.useMutation();
  const { data, error } = test;
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t('Send a test to')}
          type="email"
          autoComplete="off"
          value={to}
          error={error && issuesOf(error)['to']}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <PendingButton variant="default" isPending={test.isPending} onClick={() => test.mutate({ to, ...draft })}>
          {test.isPending ? t('Sending...') : t('Send a test')}
        </PendingButton>
      </Group>
      <div role="status">
        {data?.isSent && (
          <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t('The mail server took the test')}>
            {t('Look into the inbox of {to}, and into its spam folder.', { to })}
          </Alert>
        )}
        {data && !data.isSent && (
          <Alert color="red" icon={<IconMailExclamation aria-hidden />} title={data.problem}>
            {data.answer && t('The server said: {answer}', { answer: data.answer })}
          </Alert>
        )}
        {error && !issuesOf(error)['to'] && (
          <Alert color="red" icon={<IconMailExclamation aria-hidden />} title={t('The test could not be sent')}>
            {issuesOf(error)['smtpUrl'] ?? issuesOf(error)['from'] ?? messageOf(error)}
          </Alert>
        )}
      </div>
    </Stack>
  );
}
