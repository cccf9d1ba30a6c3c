import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconKey } from '@tabler/icons-react';
import { Link } from 'wouter';
import { DialogOf } from '../../../../components/feedback/dialog/dialog.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { formatDateTime } from '../../../../lib/words/format.ts';

/** The secret of an endpoint that was created or rotated, shown this once. */
export function SecretDialog({ of, onClose }: { of: WebhookWithSecret | undefined; onClose: () => void }) {
  return (
    <DialogOf of={of} onClose={onClose} title={t('Signing secret')} size="lg" closeOnClickOutside={false}>
      {(shown) => (
        <Stack>
          <Alert color="amber" icon={<IconKey aria-hidden />} title={t('Copy the secret now')} role="status">
            {t('We show it only now. If you lose it, rotate it.')}
          </Alert>
          <div>
            <Text size="sm" fw={500} mb={4} style={{ overflowWrap: 'anywhere' }}>
              {t('Secret of {url}', { url: shown.url })}
            </Text>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Code block flex={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {shown.secret}
              </Code>
              <CopyButton value={shown.secret} what={t('secret (to copy)')} />
            </Group>
          </div>
          <Text size="sm" c="dimmed">
            {shown.oldSecretUntil &&
              t('Until {dateTime}, every request is signed with the old secret too. ', {
                dateTime: formatDateTime(shown.oldSecretUntil),
              })}
            <Anchor component={Link} href={paths.adminDevelopersAt('verify')} inherit underline="always">
              {t('Code that checks the signature')}
            </Anchor>
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('Done')}</Button>
          </Group>
        </Stack>
      )}
    </DialogOf>
  );
}
