import { Alert, Button, Checkbox, Code, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { API_BASE } from '@quickfleet/shared/paths';
import { createApiKey } from '@quickfleet/shared/people/api-keys';
import { type Scope, scopes } from '@quickfleet/shared/permissions';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { CopyButton } from '../../../components/text/copy-button.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { brand } from '../../../lib/words/brand.ts';
import { todayInZone } from '../../../lib/words/format.ts';
import { useCreateKey } from './settings-mutations.ts';

/** What each scope lets a program do, and a call to try it with. */
const scopeWords: Record<Scope, string> = {
  'customers:read': 'Read customers',
  'customers:write': 'Create and change customers',
  'quotes:read': 'Read quotes',
  'quotes:write': 'Create, price and change quotes',
  'quotes:manage': 'Mark quotes paid, send and convert them',
  'orders:read': 'Read orders (never an access code or internal notes)',
  'orders:write': 'Create and correct orders',
  'orders:manage': 'Assign drivers and move orders',
  'orders:codes': 'Read access codes, which open an order as its driver',
  'drivers:read': 'Read drivers: names and phone numbers',
  'evidence:read': 'Read proof and evidence: signatures, packs, late evidence',
  'stats:read': 'Read statistics, including revenue',
  'uploads:write': 'Upload photos',
  'events:read': 'Read events of what its other scopes let it read',
  'webhooks:read': 'Read webhooks and their deliveries',
  'webhooks:write': 'Create, change and delete webhooks',
  'imports:write': 'Import files, with the scope to create what is in them',
};
const reads: readonly [scope: Scope, path: string][] = [
  ['orders:read', '/orders?limit=5'],
  ['quotes:read', '/quotes?limit=5'],
  ['customers:read', '/customers?limit=5'],
  ['stats:read', '/stats'],
  ['drivers:read', '/drivers?limit=5'],
  ['evidence:read', '/orders/1/proof.pdf'],
  ['events:read', '/events?limit=5'],
  ['webhooks:read', '/webhooks'],
];
const delivery = {
  pickupAddress: '1 Pickup Street',
  deliveryAddress: '2 Delivery Road',
  items: [{ name: 'Box of books', quantity: 2 }],
};
const writes: readonly [scope: Scope, path: string, body: object][] = [
  ['quotes:write', '/quotes', { customer: { name: 'Ada Sender', email: 'ada@example.com' }, ...delivery }],
  ['orders:write', '/orders', { customerName: 'Ada Sender', customerEmail: 'ada@example.com', ...delivery }],
  ['customers:write', '/customers', { name: 'Grace Customer', email: 'grace@example.com' }],
];

/**
 * A line for a terminal to try this key with: one that changes nothing where the key may read. What may only move
 * things along needs an id of theirs.
 */
function curlLine(origin: string, key: string, scopes: readonly Scope[]): string {
  const line = (path: string, more = '') =>
    `curl -H 'Authorization: Bearer ${key}' ${more}'${origin}${API_BASE}${path}'`;
  const [, read] = reads.find(([scope]) => scopes.includes(scope)) ?? [];
  if (read) return line(read);
  const [, write, body] = writes.find(([scope]) => scopes.includes(scope)) ?? [];
  if (write) return line(write, `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}' `);
  if (scopes.includes('uploads:write')) return line('/upload', "-F 'file=@photo.jpg' ");
  if (scopes.includes('orders:manage'))
    return line('/orders/1/status', `-X PUT -H 'Content-Type: application/json' -d '{"status":"in_transit"}' `);
  return line('/quotes/1/send-email', '-X POST ');
}

/** An empty day means none. */
const keyForm = createApiKey.extend({
  expiresOn: z.union([z.literal('').transform(() => null), createApiKey.shape.expiresOn]),
});

interface Made {
  name: string;
  key: string;
  scopes: readonly Scope[];
}

function Line({ text, what }: { text: string; what: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <CopyButton value={text} what={what} />
    </Group>
  );
}

function CreatedKey({ made, onDone }: { made: Made; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="amber" icon={<IconKey aria-hidden />} title="Copy the key now" role="status">
        It is shown this once and kept only as a hash. If it gets lost, revoke it and make another.
      </Alert>
      <div>
        <Text size="sm" fw={500} mb={4}>
          Key
        </Text>
        <Line text={made.key} what="API key" />
      </div>
      <div>
        <Text size="sm" fw={500} mb={4}>
          Try it in a terminal
        </Text>
        <Line text={curlLine(brand.publicUrl || location.origin, made.key, made.scopes)} what="curl line" />
      </div>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}

function KeyForm({ onMade, onDone }: { onMade: (made: Made) => void; onDone: () => void }) {
  const create = useCreateKey();
  const initial: { name: string; scopes: string[]; expiresOn: string } = {
    name: '',
    scopes: ['quotes:read', 'orders:read'],
    expiresOn: '',
  };
  const { form, onSubmit, showErrors } = useZodForm(keyForm, initial, { mode: 'controlled' });

  return (
    <form
      onSubmit={onSubmit(async (input) => {
        try {
          onMade(await create.mutateAsync(input));
        } catch (error) {
          showErrors(issuesOf(error));
        }
      })}
      noValidate
    >
      <Stack>
        <TextInput
          label="Name"
          description="Who or what uses it: 'Web shop', 'Warehouse scanner'"
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label="What it may do" withAsterisk {...form.getInputProps('scopes')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
            {scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={scopeWords[scope]} description={scope} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <TextInput
          label="Last day it works"
          description="Empty: until you revoke it"
          type="date"
          min={todayInZone()}
          maw={240}
          {...form.getInputProps('expiresOn')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Makes an API key and shows it, this once, with a line to try it. */
export function NewKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title={made ? `API key ${made.name}` : 'Create an API key'}
      size="lg"
      closeOnClickOutside={false}
    >
      {made ? <CreatedKey made={made} onDone={close} /> : <KeyForm onMade={setMade} onDone={close} />}
    </Dialog>
  );
}
