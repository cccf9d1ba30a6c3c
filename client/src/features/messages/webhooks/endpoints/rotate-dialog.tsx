import { NativeSelect, Text } from '@mantine/core';
import { SECRET_OVERLAP_HOURS } from '@quickfleet/shared/limits';
import type { Webhook, WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { DialogOf } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { useRotateSecret } from '../webhook-mutations.ts';

const overlaps = [
  { value: '0', label: t('Stops signing immediately') },
  { value: '1', label: t('Signs too for 1 hour') },
  { value: '24', label: t('Signs too for 24 hours') },
  { value: '168', label: t('Signs too for 7 days') },
];

interface RotateDialogProps {
  of: Webhook | undefined;
  onRotated: (webhook: WebhookWithSecret) => void;
  onClose: () => void;
}

function RotateForm({ of: { id, url }, onRotated, onClose }: RotateDialogProps & { of: Webhook }) {
  const rotate = useRotateSecret();
  const [hours, setHours] = useState(String(SECRET_OVERLAP_HOURS));
  const onSuccess = (made: WebhookWithSecret) => {
    onClose();
    onRotated(made);
  };
  return (
    <DialogForm
      onSubmit={() => rotate.mutate({ id, overlapHours: Number(hours) }, { onSuccess })}
      onCancel={onClose}
      send={t('Rotate secret')}
      isPending={rotate.isPending}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t(
          '{url} gets a new signing secret. While both secrets sign, either signature is valid, so you can replace the secret in your program without losing an event.',
          { url },
        )}
      </Text>
      <NativeSelect
        label={t('The present secret')}
        data={overlaps}
        value={hours}
        onChange={({ currentTarget }) => setHours(currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  );
}

/** A new secret, and how long the old one signs too. */
export function RotateDialog(props: RotateDialogProps) {
  return (
    <DialogOf of={props.of} onClose={props.onClose} title={t('Rotate the secret')} size="md">
      {(of) => <RotateForm {...props} of={of} />}
    </DialogOf>
  );
}
