import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Delivery } from '@quickfleet/shared/messages/webhooks';
import { labelWithin } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import { IconRefresh } from '@tabler/icons-react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import list from '../../../../components/lists/list.module.css';
import { CodeBlock } from '../../../../components/text/code/code-block.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { FactList } from '../../../../components/text/fact-list.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { formatDateTime, formatNumber } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { useReplayDelivery } from '../webhook-mutations.ts';
import styles from '../webhooks.module.css';
import { DeliveryBadge } from './delivery-state.tsx';

function Block({ title, text, isWrapped = false }: { title: string; text: string; isWrapped?: boolean }) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h4">
          {title}
        </Title>
        <CopyButton value={text} what={labelWithin(title)} />
      </Group>
      <CodeBlock text={text} label={title} isWrapped={isWrapped} />
    </div>
  );
}

const headersOf = ({ request: { headers } }: Delivery): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function Attempts({ of: { attempts } }: { of: Delivery }) {
  if (attempts.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h4">
        {t('Tries')}
      </Title>
      <ul>
        {attempts.toReversed().map(({ at, status, time, error }) => (
          <li key={at} className={`${list.row} ${styles.attempt}`}>
            <Badge variant="light" color={error === null ? 'green' : 'red'} className="tabular">
              {status ?? t('None (answer)')}
            </Badge>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {error ?? t('Delivered (call)')}
            </Text>
            <Text size="sm" c="dimmed" className="tabular" ta="end">
              {rich('{time} ms · {ago}', { time: formatNumber(time), ago: <RelativeTime value={at} /> })}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** When it is sent, if it waits. */
function nextWords(nextTryAt: string, isActive: boolean): string {
  if (!isActive) return t('When the endpoint is resumed');
  return Date.parse(nextTryAt) <= Date.now() ? t('As soon as its turn comes') : formatDateTime(nextTryAt);
}

function Facts({ of: delivery, isActive }: { of: Delivery; isActive: boolean }) {
  const { response, error, nextTryAt, state } = delivery;
  return (
    <FactList>
      <dt>{t('State')}</dt>
      <dd>
        <DeliveryBadge of={delivery} />
      </dd>
      <dt>{t('Address')}</dt>
      <dd>{delivery.request.url}</dd>
      <dt>{t('Event')}</dt>
      <dd>
        <Group gap={4} wrap="nowrap">
          <span className="mono">{delivery.eventId}</span>
          <CopyButton value={delivery.eventId} what={t('event id')} />
        </Group>
      </dd>
      <dt>{t('About (a subject)')}</dt>
      <dd>
        {t('{type} {id}, event {sequence}{isReplay, select, yes { (replay)} other {}}', {
          type: delivery.object.type,
          id: delivery.object.id,
          sequence: delivery.sequence,
          isReplay: delivery.isReplay ? 'yes' : 'no',
        })}
      </dd>
      <dt>{t('Created')}</dt>
      <dd>{formatDateTime(delivery.createdAt)}</dd>
      {response && (
        <>
          <dt>{t('Answer')}</dt>
          <dd className="tabular">
            {t('{status} in {time} ms', { status: response.status, time: formatNumber(response.time) })}
          </dd>
        </>
      )}
      {error !== null && state !== 'delivered' && (
        <>
          <dt>{t('Reason')}</dt>
          <Text component="dd" c="var(--mantine-color-error)">
            {error}
          </Text>
        </>
      )}
      {nextTryAt !== null && (
        <>
          <dt>{t('Next try')}</dt>
          <dd>{nextWords(nextTryAt, isActive)}</dd>
        </>
      )}
    </FactList>
  );
}

interface DeliveryDialogProps {
  webhookId: number;
  id: number | undefined;
  /** Whether it gets anything now. */
  isActive: boolean;
  onReplayed: (id: number) => void;
  onClose: () => void;
}

/** One delivery: what was sent, what came back, every try and the next one. */
export function DeliveryDialog({ webhookId, id, isActive, onReplayed, onClose }: DeliveryDialogProps) {
  const shown = usePrevious(id);
  const delivery = trpc.webhooks.delivery.useQuery(
    { id: webhookId, deliveryId: shown ?? 0 },
    { enabled: id !== undefined, staleTime: 0 },
  );
  const replay = useReplayDelivery();
  const { data } = delivery;
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={data ? <span className="mono">{data.type}</span> : t('Delivery')}
      size="xl"
      centered={false}
      yOffset="5dvh"
    >
      {delivery.isPending && <Skeleton h={480} aria-busy />}
      <QueryError query={delivery} title={t('The delivery could not be loaded')} />
      {data && (
        <Stack>
          <Group justify="space-between" align="flex-start" gap="md">
            <div style={{ flex: '1 1 320px', minWidth: 0 }}>
              <Facts of={data} isActive={isActive} />
            </div>
            <div>
              <Button
                variant="default"
                leftSection={<IconRefresh size={18} aria-hidden />}
                aria-disabled={!isActive || undefined}
                data-disabled={!isActive || undefined}
                aria-describedby={isActive ? undefined : 'replay-note'}
                loading={replay.isPending}
                onClick={() =>
                  isActive &&
                  replay.mutate({ id: webhookId, deliveryId: data.id }, { onSuccess: (made) => onReplayed(made.id) })
                }
              >
                {t('Send again')}
              </Button>
              {!isActive && (
                <Text size="xs" c="dimmed" mt={4} id="replay-note">
                  {t('Resume the endpoint first')}
                </Text>
              )}
            </div>
          </Group>
          <Block title={t('Request headers')} text={headersOf(data)} isWrapped />
          <Block title={t('Request body')} text={JSON.stringify(data.request.body, null, 2)} />
          {data.response && <Block title={t('Answer body')} text={data.response.body || '(empty)'} isWrapped />}
          <Attempts of={data} />
        </Stack>
      )}
    </Dialog>
  );
}
