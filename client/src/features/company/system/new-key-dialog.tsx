import { Alert, Button, Checkbox, Code, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
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
import { curlLine, scopeWords } from './scope-words.ts';
import { useCreateKey } from './settings-mutations.ts';

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
