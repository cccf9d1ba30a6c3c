import { Button, Card, Group, NativeSelect, Switch, Text, Title } from '@mantine/core';
import { EVENT_DAYS, EVENTS_DEFAULT, EVENTS_MAX } from '@quickfleet/shared/limits';
import { type Event, eventTypes } from '@quickfleet/shared/messages/events';
import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { NewRowsButton } from '../../../components/lists/new-rows-button.tsx';
import { CodeBlock } from '../../../components/text/code/code-block.tsx';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useUrlState } from '../../../lib/addresses/url-state.ts';
import styles from './events.module.css';
import { useFollowedEvents } from './use-followed-events.ts';

const view = z.object({ type: z.enum(eventTypes).optional() });
const types = [{ value: '', label: t('All types') }, ...eventTypes.map((value) => ({ value, label: value }))];

function EventRow({ event }: { event: Event }) {
  const [isOpen, setOpen] = useState(false);
  const { id, type, object, sequence, timestamp } = event;
  return (
    <li className={styles.event}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.summary}>
          <IconChevronRight size={16} className={styles.chevron} aria-hidden />
          <Text span size="sm" fw={600} className="mono" style={{ overflowWrap: 'anywhere' }}>
            {type}
          </Text>
          <Text span size="sm" c="dimmed">
            {t('{type} {id} · event {sequence}', { type: object.type, id: object.id, sequence })}
          </Text>
          <Text span size="sm" c="dimmed" ta="end">
            <RelativeTime value={timestamp} />
          </Text>
        </summary>
        {isOpen && (
          <div className={styles.body}>
            <Group gap={4} wrap="nowrap" mb={4}>
              <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
                {id}
              </Text>
              <CopyButton value={id} what={t('event id')} />
              <CopyButton value={JSON.stringify(event, null, 2)} what={t('event as JSON')} />
            </Group>
            <CodeBlock text={JSON.stringify(event, null, 2)} label={`${type} ${object.id}`} />
          </div>
        )}
      </details>
    </li>
  );
}

/** What happens, as it happens: the newest events, of all types or of one. */
export function EventFeed() {
  const [{ type }, setView] = useUrlState(view);
  const [limit, setLimit] = useState(EVENTS_DEFAULT);
  const [isFollowing, setFollowing] = useState(true);
  const { events, waiting, readAgain } = useFollowedEvents(type, limit, isFollowing);
  const rows = events.data?.data ?? [];
  const choose = (isOn: boolean) => {
    setFollowing(isOn);
    if (isOn) readAgain();
  };
  return (
    <Card component="section" aria-labelledby="events">
      <Group gap="sm" mb="sm">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Group gap="sm">
            <Title order={2} id="events">
              {t('Events')}
            </Title>
            <NewRowsButton
              count={waiting}
              words={t('{count, plural, one {# new event} other {# new events}}', { count: waiting })}
              onShow={readAgain}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {t('The last {days} days, newest first. Programs read them with GET {base}/events.', {
              days: EVENT_DAYS,
              base: API_BASE,
            })}
          </Text>
        </div>
        <Switch
          label={t('Follow')}
          checked={isFollowing}
          onChange={({ currentTarget }) => choose(currentTarget.checked)}
        />
        <NativeSelect
          aria-label={t('Type')}
          data={types}
          value={type ?? ''}
          onChange={({ currentTarget: { value } }) => setView({ type: eventTypes.find((one) => one === value) })}
        />
      </Group>
      <QueryState query={events} title={t('The events could not be loaded')} />
      {events.data && rows.length === 0 && (
        <EmptyState
          title={type ? t('No {type} events', { type }) : t('No events yet')}
          text={t('An event is written with each change of a quote, an order, a customer, a claim or a payment.')}
        />
      )}
      {rows.length > 0 && (
        <ul>
          {rows.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {events.data?.hasMore && limit < EVENTS_MAX && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            onClick={() => setLimit((present) => Math.min(present * 2, EVENTS_MAX))}
            loading={events.isPlaceholderData}
          >
            {t('Show more')}
          </Button>
        </Group>
      )}
    </Card>
  );
}
