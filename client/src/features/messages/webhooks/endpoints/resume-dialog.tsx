import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { Webhook } from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { formatDateTime } from '../../../../lib/words/format.ts';
import { useReplayRange, useUpdateWebhook } from '../webhook-mutations.ts';

/** Switches an endpoint on again, and says what is sent: what waits, and on request what happened during the pause. */
export function ResumeDialog({ of, onClose }: { of: Webhook | undefined; onClose: () => void }) {
  const shown = usePrevious(of);
  const resume = useUpdateWebhook(t('The endpoint is active again'));
  const replay = useReplayRange();
  const [sendsMissed, setSendsMissed] = useState(true);
  const since = shown?.inactiveSince ?? null;
  const send = () => {
    if (!shown) return;
    resume.mutate(
      { id: shown.id, isActive: true, version: shown.version },
      {
        onSuccess: ({ id, updatedAt }) => {
          onClose();
          if (sendsMissed && since !== null) replay.mutate({ id, after: since, before: updatedAt });
        },
      },
    );
  };
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t('Resume this endpoint')} size="md">
      {shown && (
        <Stack>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('{url} gets events again from now on.', { url: shown.url })}{' '}
            {shown.pending > 0 &&
              t('{count, plural, one {# delivery waits} other {# deliveries wait}} and will be sent first.', {
                count: shown.pending,
              })}
          </Text>
          {since !== null && (
            <Checkbox
              label={t('Send what happened in the meantime too')}
              description={t('The events since {dateTime}', { dateTime: formatDateTime(since) })}
              checked={sendsMissed}
              onChange={({ currentTarget }) => setSendsMissed(currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button onClick={send} loading={resume.isPending} data-autofocus>
              {t('Resume endpoint')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
