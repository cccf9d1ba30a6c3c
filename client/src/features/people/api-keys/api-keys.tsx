import { Button, Card, Group, Text, Title } from '@mantine/core';
import { API_BASE } from '@quickfleet/shared/paths';
import type { ApiKey } from '@quickfleet/shared/people/api-keys';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { KeyCallsDialog } from './key-calls.tsx';
import { CreatedKey, EditKeyDialog, type Made, NewKeyDialog } from './key-dialogs.tsx';
import { KeyList } from './key-list.tsx';
import { useRevokeKey, useRotateKey } from './key-mutations.ts';

/** Its dialogs live in the URL. */
const keysView = z.object({
  create: z.literal('1').optional(),
  edit: urlNumber.optional(),
  calls: urlNumber.optional(),
});

/** The keys that programs call the API with. */
export function ApiKeys() {
  const keys = trpc.apiKeys.list.useQuery(undefined, { refetchOnMount: 'always' });
  const revoke = useRevokeKey();
  const rotate = useRotateKey();
  const { confirm, confirmDialog } = useConfirm();
  const { view, open, close } = useView(keysView);
  const [rotated, setRotated] = useState<Made>();
  const keyOf = (id: number | undefined) => keys.data?.data.find((key) => key.id === id);

  const askToRotate = async (key: ApiKey) => {
    const yes = await confirm({
      title: t('Rotate {name}?', { name: key.name }),
      text: t(
        'You get a new key. The present one, {prefix}…, works for another 24 hours, so that you can replace it where it is used.',
        { prefix: key.prefix },
      ),
      action: t('Rotate key'),
      isDanger: false,
    });
    // A refusal is shown as a toast by the mutation.
    if (yes) rotate.mutate({ id: key.id }, { onSuccess: setRotated });
  };
  const askToRevoke = async (key: ApiKey) => {
    const yes = await confirm({
      title: t('Revoke {name}?', { name: key.name }),
      text: [
        t('The key {prefix}… stops working with its next call. This cannot be undone.', { prefix: key.prefix }),
        ...(key.endpoints > 0
          ? [
              t(
                '{count, plural, one {# endpoint that it made is} other {# endpoints that it made are}} switched off.',
                { count: key.endpoints },
              ),
            ]
          : []),
      ].join(' '),
      action: t('Revoke key'),
    });
    if (yes) revoke.mutate({ id: key.id });
  };

  return (
    <Card component="section" aria-labelledby="api-keys">
      <Group justify="space-between" align="flex-start" mb="sm">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Title order={2} id="api-keys">
            {t('API keys')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('For programs that call {address}. A key can belong to one customer and be limited to your networks.', {
              address: API_BASE,
            })}
          </Text>
        </div>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('create')}>
          {t('Create key')}
        </Button>
      </Group>
      <QueryState query={keys} title={t('The API keys could not be loaded')} height={72} />
      {keys.data?.data.length === 0 && (
        <EmptyState
          title={t('No API keys yet')}
          text={t('Create one for a web shop, a scanner or another program of yours.')}
        />
      )}
      {keys.data && keys.data.data.length > 0 && (
        <KeyList
          keys={keys.data.data}
          onRevoke={(key) => void askToRevoke(key)}
          onRotate={(key) => void askToRotate(key)}
          onEdit={({ id }) => open('edit', id)}
          onCalls={({ id }) => open('calls', id)}
        />
      )}
      <NewKeyDialog isOpen={view.create !== undefined} onClose={() => close('create')} />
      <EditKeyDialog present={keyOf(view.edit)} onClose={() => close('edit')} />
      <KeyCallsDialog of={keyOf(view.calls)} onClose={() => close('calls')} />
      <Dialog
        opened={rotated !== undefined}
        onClose={() => setRotated(undefined)}
        title={t('API key {name}', { name: rotated?.name ?? '' })}
        size="lg"
      >
        {rotated && <CreatedKey made={rotated} onDone={() => setRotated(undefined)} />}
      </Dialog>
      {confirmDialog}
    </Card>
  );
}
