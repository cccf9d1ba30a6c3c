import { Checkbox, Text } from '@mantine/core';
import type { Webhook } from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { DialogOf } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { formatDateTime } from '../../../../lib/words/format.ts';
import { useReplayRange, useUpdateWebhook } from '../webhook-mutations.ts';

interface ResumeDialogProps {
  of: Webhook | undefined;
  onClose: () => void;
}
function ResumeForm({ of, onClose }: ResumeDialogProps & { of: Webhook }) {
  const resume = useUpdateWebhook(t('The endpoint is active again'));
  const replay = useReplayRange();
  const [sendsMissed, setSendsMissed] = useState(true);
  const since = of.inactiveSince;
  const onSuccess = ({ id, updatedAt }: Webhook) => {
    onClose();
    if (sendsMissed && since !== null) replay.mutate({ id, after: since, before: updatedAt });
  };
  return (
    <DialogForm
      onSubmit={() => resume.mutate({ id: of.id, isActive: true, version: of.version }, { onSuccess })}
      onCancel={onClose}
      send={t('Resume endpoint')}
      isPending={resume.isPending}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('{url} gets events again from now on.', { url: of.url })}{' '}
        {of.pending > 0 &&
          t('{count, plural, one {# delivery waits} other {# deliveries wait}} and will be sent first.', {
            count: of.pending,
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
    </DialogForm>
  );
}

/** Switches an endpoint on again, and says what is sent: what waits, and on request what happened during the pause. */
export function ResumeDialog({ of, onClose }: ResumeDialogProps) {
  return (
    <DialogOf of={of} onClose={onClose} title={t('Resume this endpoint')} size="md">
      {(shown) => <ResumeForm of={shown} onClose={onClose} />}
    </DialogOf>
  );
}
