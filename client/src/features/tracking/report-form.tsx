import { Alert, Button, Card, Group, Stack, TextInput, Title } from '@mantine/core';
import type { TrackedOrder } from '@quickfleet/shared/tracking';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ClaimFields, useClaimDraft } from '../../components/claim-fields.tsx';
import { messageOf } from '../../lib/error-message.ts';
import { trpc } from '../../lib/trpc.ts';

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
  const claim = useClaimDraft();
  const { draft, isBusy } = claim;
  const [email, setEmail] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The button that led here is gone, and the focus with it.
  useEffect(() => form.current?.focus(), []);
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
      ...draft,
      items: draft.items.map(Number),
      ...(email ? { email } : {}),
      ...(token ? { token } : {}),
    });
  };
  return (
    <Card component="form" padding="lg" ref={form} tabIndex={-1} onSubmit={submit} aria-label="Something is wrong">
      <Stack gap="sm">
        <Title order={2} size="h4">
          What went wrong?
        </Title>
        <ClaimFields
          claim={claim}
          items={items.map(({ name, quantity }, at) => ({ key: String(at + 1), name, quantity }))}
          wordsLabel="In your words"
        />
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
    </Card>
  );
}
