import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { paths } from '@quickfleet/shared/paths';
import { IconKey } from '@tabler/icons-react';
import { Link } from 'wouter';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { CopyButton } from '../../../../components/text/copy-button.tsx';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { formatDateTime } from '../../../../lib/words/format.ts';

/** The secret of an endpoint that was created or rotated, shown this once. */
export function SecretDialog({ of, onClose }: { of: WebhookWithSecret | undefined; onClose: () => void }) {
  const shown = usePrevious(of);
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title="Signing secret" size="lg" closeOnClickOutside={false}>
      {shown && (
        <Stack>
          <Alert color="amber" icon={<IconKey aria-hidden />} title="Copy the secret now" role="status">
            We show it only now. If you lose it, rotate it.
          </Alert>
          <div>
            <Text size="sm" fw={500} mb={4} style={{ overflowWrap: 'anywhere' }}>
              Secret of {shown.url}
            </Text>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Code block flex={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {shown.secret}
              </Code>
              <CopyButton value={shown.secret} what="secret" />
            </Group>
          </div>
          <Text size="sm" c="dimmed">
            {shown.oldSecretUntil &&
              `Until ${formatDateTime(shown.oldSecretUntil)}, every request is signed with the old secret too. `}
            <Anchor component={Link} href={paths.adminDevelopersAt('verify')} inherit underline="always">
              Code that checks the signature
            </Anchor>
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
