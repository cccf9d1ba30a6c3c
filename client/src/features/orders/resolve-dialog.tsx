import { Button, Group, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ResolutionKind } from '@quickfleet/shared/failure-words';
import { isBeforePickup } from '@quickfleet/shared/order-status';
import type { Order } from '@quickfleet/shared/orders';
import { displayName } from '@quickfleet/shared/users';
import { useState } from 'react';
import { noDraft, type WindowDraft, windowOfDraft, withTimes } from '../../components/delivery-form/window-draft.ts';
import { Dialog } from '../../components/dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useResolveOrder } from './order-mutations.ts';

const KEEP = 'keep';

function WindowInputs({ draft, onChange }: { draft: WindowDraft; onChange: (draft: WindowDraft) => void }) {
  return (
    <Group grow align="flex-start">
      <TextInput
        type="date"
        label="Day"
        value={draft.day}
        onChange={(event) => onChange(withTimes({ ...draft, day: event.currentTarget.value }, {}))}
      />
      <TextInput
        type="time"
        label="From"
        value={draft.from}
        onChange={(event) => onChange(withTimes({ ...draft, from: event.currentTarget.value }, {}))}
      />
      <TextInput
        type="time"
        label="To"
        value={draft.to}
        onChange={(event) => onChange(withTimes({ ...draft, to: event.currentTarget.value }, {}))}
      />
    </Group>
  );
}

function ResolveForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const [kind, setKind] = useState<ResolutionKind>('retry');
  const [draft, setDraft] = useState<WindowDraft>(noDraft);
  const [driver, setDriver] = useState(KEEP);
  const [note, setNote] = useState('');
  const users = trpc.users.list.useQuery({ role: 'driver', limit: 100 });
  const resolve = useResolveOrder(onClose);
  const isBefore = isBeforePickup(order.status);
  const isPartial = order.outcome === 'partial';
  const send = () => {
    const window = windowOfDraft(draft);
    const named = isBefore ? 'pickupWindow' : 'deliveryWindow';
    resolve.mutate({
      id: order.id,
      kind,
      ...(window && kind !== 'cancel' ? { [named]: window } : {}),
      ...(kind === 'retry' && driver !== KEEP ? { driverId: driver === '' ? null : Number(driver) } : {}),
      ...(note.trim() ? { note: note.trim() } : {}),
    });
  };
  return (
    <Stack>
      <Radio.Group label="What follows?" value={kind} onChange={setKind}>
        <Stack gap="xs" mt="xs">
          <Radio value="retry" label="Try again" description="A new attempt, in a new window" />
          {!isBefore && (
            <Radio value="return" label="Return to sender" description="It goes back to the pickup address" />
          )}
          <Radio
            value="cancel"
            label={isPartial ? 'Leave it at that' : 'Cancel the order'}
            description={isPartial ? 'What was handed over stays delivered' : 'The customer is told'}
          />
        </Stack>
      </Radio.Group>
      {kind !== 'cancel' && <WindowInputs draft={draft} onChange={setDraft} />}
      {kind === 'retry' && (
        <Select
          label="Driver"
          allowDeselect={false}
          value={driver}
          onChange={(value) => setDriver(value ?? KEEP)}
          data={[
            { value: KEEP, label: 'As it is' },
            ...(isBefore && order.driver ? [{ value: '', label: 'Nobody for now' }] : []),
            ...(users.data?.data ?? []).map((user) => ({ value: String(user.id), label: displayName(user) })),
          ]}
        />
      )}
      <Textarea
        label="Note for the customer"
        autosize
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        The customer reads it on their page and in an e-mail.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button onClick={send} loading={resolve.isPending}>
          Decide
        </Button>
      </Group>
    </Stack>
  );
}

/** What is to happen with an order whose attempt did not work out. */
export function ResolveDialog({ order, opened, onClose }: { order: Order; opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Decide what follows" size="md">
      <ResolveForm order={order} onClose={onClose} />
    </Dialog>
  );
}
