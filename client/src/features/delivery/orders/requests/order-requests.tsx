import { Anchor, Badge, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { type RequestState, requestKindWords } from '@quickfleet/shared/company/request-kinds';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { DeliveryRequest } from '@quickfleet/shared/delivery/tracking/delivery-requests';
import { REQUEST_TEXT_MAX } from '@quickfleet/shared/limits';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { PlacePhoto } from '../../../../components/photos/place-photo.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../../lib/live/live.tsx';
import { useDecideRequest } from '../change/order-mutations.ts';

const states: Readonly<Record<RequestState, { color: string; text: string }>> = {
  accepted: { color: 'green', text: t('Accepted (request)') },
  waiting: { color: 'amber', text: t('Waiting') },
  refused: { color: 'gray', text: t('Refused (request)') },
};
const readers = { customer: t('Customer'), recipient: t('Recipient') } as const;

interface RequestCardProps {
  orderId: number;
  request: DeliveryRequest;
  /** Which order it is about, in a list of several. */
  about?: ReactNode;
}

/** One request, with its answer or the buttons for it. */
export function RequestCard({ orderId, request, about }: RequestCardProps) {
  const { id, kind, state, text, photoUrl, reason, by, createdAt, decidedBy } = request;
  const [isRefusing, setRefusing] = useState(false);
  const [why, setWhy] = useState('');
  const decide = useDecideRequest();
  const name = requestKindWords[kind];
  const refuse = (event: FormEvent) => {
    event.preventDefault();
    decide.mutate({ id: orderId, requestId: id, state: 'refused', reason: why });
  };
  return (
    <Card component="li" padding="sm">
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        <Badge size="sm" variant="light" color={states[state].color}>
          {states[state].text}
        </Badge>
      </Group>
      {about}
      <Text dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {keepNumbers(text)}
      </Text>
      {photoUrl && <PlacePhoto url={photoUrl} />}
      {reason && (
        <Text size="sm" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {keepNumbers(reason)}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {readers[by]} · <RelativeTime value={createdAt} />
        {state !== 'waiting' &&
          decidedBy &&
          ` · ${state === 'accepted' ? t('accepted by {name}', { name: decidedBy }) : t('refused by {name}', { name: decidedBy })}`}
      </Text>
      {state === 'waiting' && !isRefusing && (
        <Group gap="xs" mt={6}>
          <Button
            size="compact-sm"
            loading={decide.isPending}
            aria-label={t('Accept: {name}', { name })}
            onClick={() => decide.mutate({ id: orderId, requestId: id, state: 'accepted' })}
          >
            {t('Accept')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={decide.isPending}
            aria-label={t('Refuse: {name}', { name })}
            onClick={() => setRefusing(true)}
          >
            {t('Refuse')}
          </Button>
        </Group>
      )}
      {state === 'waiting' && isRefusing && (
        <form onSubmit={refuse} aria-label={t('Refuse: {name}', { name })}>
          <Group gap="xs" mt={6} align="flex-end">
            <TextInput
              label={t('Reason for the customer')}
              placeholder={t('Optional')}
              size="xs"
              flex="1 1 200px"
              maxLength={REQUEST_TEXT_MAX}
              value={why}
              onChange={(event) => setWhy(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" color="red" loading={decide.isPending}>
              {t('Refuse')}
            </Button>
            <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => setRefusing(false)}>
              {t('Back')}
            </Button>
          </Group>
        </form>
      )}
    </Card>
  );
}

const list = { component: 'ul', gap: 'sm', m: 0, p: 0, style: { listStyle: 'none' } } as const;

/** What the customer and the recipient have asked for about an order. */
export function OrderRequests({ orderId, requests }: { orderId: number; requests: readonly DeliveryRequest[] }) {
  return (
    <Stack {...list}>
      {requests.map((request) => (
        <RequestCard key={request.id} orderId={orderId} request={request} />
      ))}
    </Stack>
  );
}

/** More of them would push the orders off the screen. */
const SHOWN = 3;
/** What waits for an answer, over all orders; nothing while nothing waits. */
export function WaitingRequests() {
  const utils = trpc.useUtils();
  const waiting = trpc.requests.waiting.useQuery().data?.data ?? [];
  const [showsAll, setShowsAll] = useState(false);
  useLiveChanges(({ topic }) => {
    if (topic === 'order' || topic === 'resync') void utils.requests.invalidate();
  });
  if (waiting.length === 0) return null;
  const shown = showsAll ? waiting : waiting.slice(0, SHOWN);
  return (
    <Card padding="md" component="section" aria-labelledby="waiting-requests" mb="md">
      <Text id="waiting-requests" fw={650} mb="sm">
        {t('{count, plural, one {# request waits for your answer} other {# requests wait for your answer}}', {
          count: waiting.length,
        })}
      </Text>
      <Stack {...list}>
        {shown.map(({ orderId, trackingNumber, customerName, ...request }) => (
          <RequestCard
            key={request.id}
            orderId={orderId}
            request={request}
            about={
              <Text size="sm">
                <Anchor component={Link} href={`?order=${orderId}`} inherit>
                  {formatTracking(trackingNumber)}
                </Anchor>{' '}
                · <span dir="auto">{keepNumbers(customerName)}</span>
              </Text>
            }
          />
        ))}
      </Stack>
      {shown.length < waiting.length && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => setShowsAll(true)}>
          {t('Show all {count} requests', { count: waiting.length })}
        </Button>
      )}
    </Card>
  );
}
