import { Button, Card, Group, Text, Title } from '@mantine/core';
import type { Webhook, WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import { urlNumber } from '../../../../lib/addresses/url-number.ts';
import { useView } from '../../../../lib/addresses/use-view.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useLiveWebhooks } from '../use-live-webhooks.ts';
import { useDeleteWebhook, useTestWebhook, useUpdateWebhook } from '../webhook-mutations.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Its dialogs live in the URL. */
const endpointsView = z.object({
  create: z.literal('1').optional(),
  edit: urlNumber.optional(),
  rotate: urlNumber.optional(),
  resume: urlNumber.optional(),
});

const waiting = ({ pending }: Webhook): string =>
  pending === 0
    ? t('Nothing is sent until you resume it.')
    : t('{count, plural, one {# delivery waits} other {# deliveries wait}} and will be sent when you resume it.', {
        count: pending,
      });

/** The addresses that get our events. */
export function Endpoints() {
  const webhooks = trpc.webhooks.list.useQuery(undefined, { refetchOnMount: 'always' });
  useLiveWebhooks();
  const [, goTo] = useLocation();
  const { view, open, ...dialogs } = useView(endpointsView);
  const { create, edit, rotate, resume } = view;
  const [made, setMade] = useState<WebhookWithSecret>();
  const { confirm, confirmDialog } = useConfirm();
  const pause = useUpdateWebhook(t('The endpoint is paused'));
  const remove = useDeleteWebhook();
  const test = useTestWebhook();
  const rows = webhooks.data?.data ?? [];
  const webhookOf = (id: number | undefined) => rows.find((webhook) => webhook.id === id);
  const close = () => dialogs.close('create', 'edit', 'rotate', 'resume');

  const askToPause = async (webhook: Webhook) => {
    const yes = await confirm({
      title: t('Pause this endpoint?'),
      text: t('{waiting} Events that happen during the pause are not queued; you can send them afterwards.', {
        waiting: waiting(webhook),
      }),
      action: t('Pause endpoint'),
      isDanger: false,
    });
    if (yes) pause.mutate({ id: webhook.id, isActive: false, version: webhook.version });
  };
  const askToDelete = async ({ id, url }: Webhook) => {
    const yes = await confirm({
      title: t('Delete this endpoint?'),
      text: t('{url} gets no more events, and the list of its deliveries is deleted. This cannot be undone.', { url }),
      action: t('Delete endpoint'),
    });
    if (yes) remove.mutate({ id });
  };
  const sendTest = ({ id }: Webhook) =>
    test.mutate(
      { id },
      { onSuccess: (sent) => goTo(`${paths.adminDevelopersAt('deliveries')}?endpoint=${id}&delivery=${sent.id}`) },
    );

  return (
    <Card component="section" aria-labelledby="endpoints">
      <Group justify="space-between" align="flex-start" mb="sm">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Title order={2} id="endpoints">
            {t('Endpoints')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('Addresses that get a signed request for each event, in the order in which things happened.')}
          </Text>
        </div>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('create')}>
          {t('New endpoint')}
        </Button>
      </Group>
      <QueryState query={webhooks} title={t('The endpoints could not be loaded')} height={84} rows={3} />
      {webhooks.data && rows.length === 0 && (
        <EmptyState
          title={t('No endpoints yet')}
          text={t('Enter the address of your shop or your accounting, and choose the events that it needs.')}
        />
      )}
      {rows.length > 0 && (
        <EndpointList
          webhooks={rows}
          onTest={sendTest}
          onEdit={({ id }) => open('edit', id)}
          onRotate={({ id }) => open('rotate', id)}
          onPause={(webhook) => void askToPause(webhook)}
          onResume={({ id }) => open('resume', id)}
          onDelete={(webhook) => void askToDelete(webhook)}
        />
      )}
      <EndpointDialog
        isOpen={create !== undefined || webhookOf(edit) !== undefined}
        present={webhookOf(edit)}
        onMade={setMade}
        onClose={close}
      />
      <RotateDialog of={webhookOf(rotate)} onRotated={setMade} onClose={close} />
      <ResumeDialog of={webhookOf(resume)} onClose={close} />
      <SecretDialog of={made} onClose={() => setMade(undefined)} />
      {confirmDialog}
    </Card>
  );
}
