import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { SECRET_OVERLAP_HOURS } from '@quickfleet/shared/limits';
import type { Webhook, WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { useRotateSecret } from '../webhook-mutations.ts';

const overlaps = [
  { value: '0', label: 'Stops signing immediately' },
  { value: '1', label: 'Signs too for 1 hour' },
  { value: '24', label: 'Signs too for 24 hours' },
  { value: '168', label: 'Signs too for 7 days' },
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
    <Dialog opened={of !== undefined} onClose={onClose} title="Rotate the secret" size="md">
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {shown?.url} gets a new signing secret. While both secrets sign, either signature is valid, so you can replace
          the secret in your program without losing an event.
        </Text>
        <NativeSelect
          label="The present secret"
          data={overlaps}
          value={hours}
          onChange={({ currentTarget }) => setHours(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={send} loading={rotate.isPending}>
            Rotate secret
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
