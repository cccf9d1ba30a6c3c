import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { SECRET_OVERLAP_HOURS } from '@quickfleet/shared/limits';
import type { Webhook, WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
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

/** A new secret, and how long the old one signs too. */
export function RotateDialog({ of, onRotated, onClose }: RotateDialogProps) {
  const shown = usePrevious(of);
  const rotate = useRotateSecret();
  const [hours, setHours] = useState(String(SECRET_OVERLAP_HOURS));
  const send = () => {
    if (!shown) return;
    rotate.mutate(
      { id: shown.id, overlapHours: Number(hours) },
      {
        onSuccess: (made) => {
          onClose();
          onRotated(made);
        },
      },
    );
  };
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t('Rotate the secret')} size="md">
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t(
            '{url} gets a new signing secret. While both secrets sign, either signature is valid, so you can replace the secret in your program without losing an event.',
            { url: shown?.url ?? '' },
          )}
        </Text>
        <NativeSelect
          label={t('The present secret')}
          data={overlaps}
          value={hours}
          onChange={({ currentTarget }) => setHours(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button onClick={send} loading={rotate.isPending}>
            {t('Rotate secret')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
