import { Alert, Button, Checkbox, Code, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { API_BASE } from '@quickfleet/shared/paths';
import { type ApiKey, createApiKey } from '@quickfleet/shared/people/api-keys';
import { merchantScopes, type Scope, scopes } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { CustomerSelect } from '../../../components/customer-choice/customer-select.tsx';
import { Dialog, DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { brand } from '../../../lib/words/brand.ts';
import { todayInZone } from '../../../lib/words/format.ts';
import { useCreateKey, useUpdateKey } from './key-mutations.ts';

/** What each scope lets a program do, and a call to try it with. */
const scopeWords: Record<Scope, string> = {
  'customers:read': t('Read customers'),
  'customers:write': t('Create and change customers, without their e-mail address'),
  'customers:members': t('Say who sees a customer’s deliveries: members, and the e-mail address'),
  'quotes:read': t('Read quotes'),
  'quotes:write': t('Create, price and change quotes'),
  'quotes:manage': t('Mark quotes paid, send and convert them'),
  'orders:read': t('Read orders (never an access code or internal notes)'),
  'orders:write': t('Create and correct orders'),
  'orders:manage': t('Assign drivers and move orders'),
  'orders:codes': t('Read access codes, which open an order as its driver'),
  'places:read': t('Find addresses in the company’s address file'),
  'plans:write': t('Have days planned and apply the plans'),
  'drivers:read': t('Read drivers, with their phone numbers'),
  'evidence:read': t('Read proof and evidence: signatures, packs, late evidence'),
  'invoices:read': t('Read invoices with their papers'),
  'invoices:write': t('Make, issue, send and credit invoices, and note payments'),
  'stats:read': t('Read statistics, including revenue'),
  'reports:read': t('Read reports, including revenue'),
  'reports:write': t('Save reports and mail them'),
  'uploads:write': t('Upload photos'),
  'events:read': t('Read events of what its other scopes let it read'),
  'webhooks:read': t('Read webhooks and their deliveries'),
  'webhooks:write': t('Create, change and delete webhooks'),
  'imports:write': t('Import files, with the scope to create what is in them'),
  'exports:write': t('Export everything that the company has, whatever its other scopes are'),
  'sandbox:reset': t('Delete everything in a sandbox and start again'),
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
    return line('/orders/1/status', '-X PUT -H \'Content-Type: application/json\' -d \'{"status":"in_transit"}\' ');
  return line('/quotes/1/send-email', '-X POST ');
}

/** Each part of a field of text that holds several networks. */
const partsOf = (lines: string): string[] => lines.split(/[\s,]+/).filter(Boolean);
const networks = createApiKey.shape.allowedAddresses.unwrap();
/** An empty day means none; networks are on lines, and the one that is wrong is named. */
const keyForm = createApiKey.extend({
  expiresOn: z.union([z.literal('').transform(() => null), createApiKey.shape.expiresOn]),
  allowedAddresses: z.string().transform((lines, { addIssue }) => {
    const parts = partsOf(lines);
    const parsed = networks.safeParse(parts);
    if (parsed.success) return parsed.data;
    const [
      {
        path: [place],
        message,
      } = { path: [], message: '' },
    ] = parsed.error.issues;
    addIssue(typeof place === 'number' ? `${parts[place]}: ${message}` : message);
    return z.NEVER;
  }),
});
/** The server names one of several networks, `allowedAddresses.0`; the form has one field for them. */
const inFields = (issues: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(issues).map(([path, message]) => [path.replace(/\.\d+$/, ''), message]));
export interface Made {
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

export function CreatedKey({ made, onDone }: { made: Made; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="amber" icon={<IconKey aria-hidden />} title={t('Copy the key now')} role="status">
        {t('We show it only now and keep no copy. If you lose it, rotate or revoke the key.')}
      </Alert>
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('Key')}
        </Text>
        <Line text={made.key} what={t('API key')} />
      </div>
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('Try it in a terminal')}
        </Text>
        <Line text={curlLine(brand.publicUrl || location.origin, made.key, made.scopes)} what={t('curl line')} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('Done')}</Button>
      </Group>
    </Stack>
  );
}

interface KeyFormProps {
  /** What is changed; a new one without. */
  present?: ApiKey;
  onMade: (made: Made) => void;
  onDone: () => void;
}

function KeyForm({ present, onMade, onDone }: KeyFormProps) {
  const create = useCreateKey();
  const update = useUpdateKey();
  const initial: {
    name: string;
    scopes: string[];
    expiresOn: string;
    customerId: string | null;
    allowedAddresses: string;
  } = {
    name: present?.name ?? '',
    scopes: present?.scopes ?? ['quotes:read', 'orders:read'],
    // The moment after the last day: a little earlier is the day people chose.
    expiresOn: present?.expiresAt ? todayInZone(new Date(Date.parse(present.expiresAt) - 1)) : '',
    customerId: present?.customerId ? String(present.customerId) : null,
    allowedAddresses: present?.allowedAddresses.join('\n') ?? '',
  };
  const { form, onSend } = useZodForm(keyForm, initial, { mode: 'controlled' });

  return (
    <DialogForm
      onSubmit={onSend(
        async (input) => {
          if (!present) return onMade(await create.mutateAsync(input));
          const { customerId: _, ...changes } = input;
          await update.mutateAsync({ ...changes, id: present.id, version: present.version });
          onDone();
        },
        (error) => inFields(issuesOf(error)),
      )}
      onCancel={onDone}
      send={present ? t('Save changes') : t('Create key')}
      isPending={create.isPending || update.isPending}
    >
      <TextInput
        label={t('Name')}
        description={t("Who or what uses it: 'Web shop', 'Warehouse scanner'")}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      {!present && (
        <CustomerSelect
          label={t('For one customer')}
          description={t('The key then knows the quotes and orders of this customer alone')}
          placeholder={t('All customers')}
          value={form.values.customerId}
          onChange={(id) => {
            form.setFieldValue('customerId', id);
            const kept = form.values.scopes.filter((scope) => merchantScopes.some((one) => one === scope));
            if (id) form.setFieldValue('scopes', kept);
          }}
        />
      )}
      <Checkbox.Group label={t('What it may do')} withAsterisk {...form.getInputProps('scopes')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {(form.values.customerId ? merchantScopes : scopes).map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeWords[scope]} description={scope} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <TextInput
        label={t('Last day it works')}
        description={t('Empty: until you revoke it')}
        type="date"
        min={todayInZone()}
        maw={240}
        {...form.getInputProps('expiresOn')}
      />
      <Textarea
        label={t('Networks it may call from')}
        description={t('One address or network on each line, like 203.0.113.0/24. Empty: from anywhere')}
        autosize
        minRows={2}
        {...form.getInputProps('allowedAddresses')}
      />
    </DialogForm>
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
      title={made ? t('API key {name}', { name: made.name }) : t('Create an API key')}
      size="lg"
      closeOnClickOutside={false}
    >
      {made ? <CreatedKey made={made} onDone={close} /> : <KeyForm onMade={setMade} onDone={close} />}
    </Dialog>
  );
}

/** Changes name, scopes, last day and networks of a key. */
export function EditKeyDialog({ present, onClose }: { present: ApiKey | undefined; onClose: () => void }) {
  return (
    <DialogOf
      of={present}
      onClose={onClose}
      title={(shown) => (shown ? t('Edit {name}', { name: shown.name }) : t('Edit key'))}
      size="lg"
      closeOnClickOutside={false}
    >
      {(shown) => <KeyForm key={shown.id} present={shown} onMade={onClose} onDone={onClose} />}
    </DialogOf>
  );
}
