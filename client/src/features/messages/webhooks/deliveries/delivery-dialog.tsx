import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Delivery } from '@quickfleet/shared/messages/webhooks';
import { IconRefresh } from '@tabler/icons-react';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import list from '../../../../components/lists/list.module.css';
import { CodeBlock } from '../../../../components/text/code-block.tsx';
import { CopyButton } from '../../../../components/text/copy-button.tsx';
import { FactList } from '../../../../components/text/fact-list.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { formatDateTime } from '../../../../lib/words/format.ts';
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
        <CopyButton value={text} what={title.toLowerCase()} />
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
        Tries
      </Title>
      <ul>
        {attempts.toReversed().map(({ at, status, time, error }) => (
          <li key={at} className={`${list.row} ${styles.attempt}`}>
            <Badge variant="light" color={error === null ? 'green' : 'red'} className="tabular">
              {status ?? 'None'}
            </Badge>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {error ?? 'Delivered'}
            </Text>
            <Text size="sm" c="dimmed" className="tabular" ta="end">
              {time.toLocaleString('en-US')} ms · <RelativeTime value={at} />
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** When it is sent, if it waits. */
function nextWords(nextTryAt: string, isActive: boolean): string {
  if (!isActive) return 'When the endpoint is resumed';
  return Date.parse(nextTryAt) <= Date.now() ? 'As soon as its turn comes' : formatDateTime(nextTryAt);
}

function Facts({ of: delivery, isActive }: { of: Delivery; isActive: boolean }) {
  const { response, error, nextTryAt, state } = delivery;
  return (
    <FactList>
      <dt>State</dt>
      <dd>
        <DeliveryBadge of={delivery} />
      </dd>
      <dt>Address</dt>
      <dd>{delivery.request.url}</dd>
      <dt>Event</dt>
      <dd>
        <Group gap={4} wrap="nowrap">
          <span className="mono">{delivery.eventId}</span>
          <CopyButton value={delivery.eventId} what="event id" />
        </Group>
      </dd>
      <dt>About</dt>
      <dd>
        {delivery.object.type} {delivery.object.id}, event {delivery.sequence}
        {delivery.isReplay && ' (replay)'}
      </dd>
      <dt>Created</dt>
      <dd>{formatDateTime(delivery.createdAt)}</dd>
      {response && (
        <>
          <dt>Answer</dt>
          <dd className="tabular">
            {response.status} in {response.time.toLocaleString('en-US')} ms
          </dd>
        </>
      )}
      {error !== null && state !== 'delivered' && (
        <>
          <dt>Reason</dt>
          <Text component="dd" c="var(--mantine-color-error)">
            {error}
          </Text>
        </>
      )}
      {nextTryAt !== null && (
        <>
          <dt>Next try</dt>
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
      title={data ? <span className="mono">{data.type}</span> : 'Delivery'}
      size="xl"
      centered={false}
      yOffset="5dvh"
    >
      {delivery.isPending && <Skeleton h={480} aria-busy />}
      <QueryError query={delivery} title="The delivery could not be loaded" />
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
                Send again
              </Button>
              {!isActive && (
                <Text size="xs" c="dimmed" mt={4} id="replay-note">
                  Resume the endpoint first
                </Text>
              )}
            </div>
          </Group>
          <Block title="Request headers" text={headersOf(data)} isWrapped />
          <Block title="Request body" text={JSON.stringify(data.request.body, null, 2)} />
          {data.response && <Block title="Answer body" text={data.response.body || '(empty)'} isWrapped />}
          <Attempts of={data} />
        </Stack>
      )}
    </Dialog>
  );
}
