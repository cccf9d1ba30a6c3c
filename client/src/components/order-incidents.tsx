import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { type IncidentKind, incidentKinds, incidentKindWords } from '@quickfleet/shared/incident-words';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../lib/error-message.ts';
import { trpc } from '../lib/trpc.ts';
import { ErrorState } from './error-state.tsx';
import { ImagePicker } from './image-picker.tsx';
import { IncidentCard } from './incident-card.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

const kinds = incidentKinds.map((value) => ({ value, label: incidentKindWords[value] }));

function OpenForm({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [kind, setKind] = useState<IncidentKind>('damaged');
  const [description, setDescription] = useState('');
  const [imageUrls, setImageUrls] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const open = trpc.incidents.create.useMutation({
    onSuccess: onClose,
    onSettled: () => utils.incidents.invalidate(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) open.mutate({ orderId, kind, description, imageUrls });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          label="What is wrong"
          data={kinds}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as IncidentKind)}
        />
        <Textarea
          label="In words"
          autosize
          minRows={2}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={open.isError ? messageOf(open.error) : undefined}
        />
        <ImagePicker value={imageUrls} onChange={setImageUrls} onBusyChange={setBusy} itemName="Claim" />
        <Group>
          <Button type="submit" loading={open.isPending || isBusy}>
            Open claim
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The claims on an order, and the way to open one. */
export function OrderIncidents({ orderId }: { orderId: number }) {
  const [isOpening, setOpening] = useState(false);
  const incidents = trpc.incidents.list.useQuery({ orderId, limit: 50 });
  return (
    <Stack gap="sm">
      {incidents.isPending && <SkeletonRows rows={1} height={40} />}
      {incidents.isError && <ErrorState error={incidents.error} onRetry={() => void incidents.refetch()} />}
      {incidents.data?.total === 0 && !isOpening && <Text c="dimmed">No claims.</Text>}
      {incidents.data && incidents.data.total > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {incidents.data.data.map((incident) => (
            <IncidentCard key={incident.id} incident={incident} />
          ))}
        </Stack>
      )}
      {isOpening ? (
        <OpenForm orderId={orderId} onClose={() => setOpening(false)} />
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconAlertCircle size={18} aria-hidden />}
            onClick={() => setOpening(true)}
          >
            Open a claim
          </Button>
        </Group>
      )}
    </Stack>
  );
}
