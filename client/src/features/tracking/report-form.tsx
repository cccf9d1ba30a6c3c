import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type IncidentKind, incidentKinds, incidentKindWords } from '@quickfleet/shared/incident-words';
import type { TrackedOrder } from '@quickfleet/shared/tracking';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ImagePicker } from '../../components/image-picker.tsx';
import { messageOf } from '../../lib/error-message.ts';
import { trpc } from '../../lib/trpc.ts';

const kinds = incidentKinds.map((value) => ({ value, label: incidentKindWords[value] }));

/** What is wrong with a delivery, as its customer says it. */
export function ReportForm({
  order,
  token,
  onClose,
}: {
  order: TrackedOrder;
  token: string | null;
  onClose: () => void;
}) {
  const { trackingNumber, items } = order;
  const [kind, setKind] = useState<IncidentKind>('damaged');
  const [chosen, setChosen] = useState<number[]>([]);
  const [description, setDescription] = useState('');
  const [email, setEmail] = useState('');
  const [imageUrls, setImageUrls] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const report = trpc.incidents.report.useMutation();
  if (report.isSuccess)
    return (
      <Alert color="green" variant="light" icon={<IconCircleCheck aria-hidden />} title="We have it" role="status">
        Thank you for telling us. We look into it and write to you.
      </Alert>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || report.isPending) return;
    report.mutate({
      trackingNumber,
      kind,
      description,
      items: chosen,
      imageUrls,
      ...(email ? { email } : {}),
      ...(token ? { token } : {}),
    });
  };
  return (
    <form onSubmit={submit} aria-label="Something is wrong">
      <Stack gap="sm">
        <NativeSelect
          label="What is wrong"
          data={kinds}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as IncidentKind)}
        />
        {items.length > 1 && (
          <Checkbox.Group
            label="Which items"
            value={chosen.map(String)}
            onChange={(values) => setChosen(values.map(Number))}
          >
            <Stack gap={6} mt={6}>
              {items.map((item, at) => (
                <Checkbox key={`${at} ${item.name}`} value={String(at + 1)} label={`${item.quantity} × ${item.name}`} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Textarea
          label="In your words"
          autosize
          minRows={3}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <ImagePicker value={imageUrls} onChange={setImageUrls} onBusyChange={setBusy} itemName="Claim" />
        {!token && (
          <TextInput
            type="email"
            required
            label="Your e-mail address"
            description="The one that the order was placed with: so we know that it is you."
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        {report.isError && (
          <Alert color="red" variant="light" role="alert">
            {messageOf(report.error)}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={report.isPending || isBusy}>
            Send
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
