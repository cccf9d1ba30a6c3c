import { Alert, Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { displayOrderStatus, type OrderStatus } from '@quickfleet/shared/delivery/order-status';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { IconShieldExclamation } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';

/** A move that was refused because proof is missing: each kind in words. */
export interface Refused {
  to: OrderStatus;
  missing: readonly string[];
}

interface OverrideDialogProps {
  number: string;
  refused: Refused | undefined;
  isSaving: boolean;
  onClose: () => void;
  onOverride: (refused: Refused, reason: string) => void;
}

function OverrideForm({ refused, isSaving, onClose, onOverride }: OverrideDialogProps & { refused: Refused }) {
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (reason.trim() !== '') onOverride(refused, reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Alert color="amber" icon={<IconShieldExclamation aria-hidden />} title="Required proof is missing">
          <Text size="sm">Missing:</Text>
          <List size="sm" aria-label="Missing proof">
            {refused.missing.map((kind) => (
              <List.Item key={kind}>{kind}</List.Item>
            ))}
          </List>
        </Alert>
        <Textarea
          label="Reason to accept it without"
          description="The reason stays in the order’s history, with your name, and is part of its evidence."
          withAsterisk
          data-autofocus
          autosize
          minRows={2}
          maxLength={NAME_MAX}
          value={reason}
          error={isAsked && reason.trim() === '' ? 'Enter a reason' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" color="amber" loading={isSaving}>
            Do it anyway
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Lists the missing proof of an order; staff may accept it anyway with a reason. */
export function OverrideDialog(props: OverrideDialogProps) {
  const { refused, number, onClose } = props;
  const shown = usePrevious(refused);
  return (
    <Dialog
      opened={refused !== undefined}
      onClose={onClose}
      title={`${number} cannot be marked as ${shown ? displayOrderStatus(shown.to, true) : ''} yet`}
      size="md"
      closeOnClickOutside={false}
    >
      {shown && <OverrideForm {...props} refused={shown} />}
    </Dialog>
  );
}
