import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core';
import type { Webhook } from '@quickfleet/shared/messages/webhooks';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import {
  IconDotsVertical,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import list from '../../../../components/lists/list.module.css';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { formatDateTime } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { EndpointBadge } from '../endpoint-state.tsx';
import styles from '../webhooks.module.css';

/** Types that a row names before it counts. */
const NAMED = 4;

export interface EndpointActions {
  onTest: (webhook: Webhook) => void;
  onEdit: (webhook: Webhook) => void;
  onRotate: (webhook: Webhook) => void;
  onPause: (webhook: Webhook) => void;
  onResume: (webhook: Webhook) => void;
  onDelete: (webhook: Webhook) => void;
}

function EndpointMenu({
  of,
  onTest,
  onEdit,
  onRotate,
  onPause,
  onResume,
  onDelete,
}: EndpointActions & { of: Webhook }) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {url}', { url: of.url })}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {of.isActive && (
          <Menu.Item leftSection={<IconSend size={16} aria-hidden />} onClick={() => onTest(of)}>
            {t('Send test')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(of)}>
          {t('Edit')}
        </Menu.Item>
        {of.isActive ? (
          <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => onPause(of)}>
            {t('Pause')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => onResume(of)}>
            {t('Resume')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => onRotate(of)}>
          {t('Rotate secret')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onDelete(of)}>
          {t('Delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Types({ events }: Pick<Webhook, 'events'>) {
  const isAll = events.includes('*');
  const named = isAll ? [t('All events')] : events.slice(0, NAMED);
  const more = isAll ? 0 : events.length - named.length;
  return (
    <Group gap={4} mt={6}>
      {named.map((type) => (
        <Badge key={type} size="sm" variant="outline" color="gray" {...(isAll ? {} : { className: 'mono' })} fw={500}>
          {type}
        </Badge>
      ))}
      {more > 0 && (
        <Text size="xs" c="dimmed" title={events.slice(NAMED).join(', ')}>
          {t('and {more} more', { more })}
        </Text>
      )}
    </Group>
  );
}

/** What somebody should know about it now. */
function Notes({ of }: { of: Webhook }) {
  const { disabledReason, failingSince, inactiveSince, isActive, oldSecretUntil, pending } = of;
  return (
    <Text size="sm" c="dimmed" component="div" mt={4}>
      {disabledReason !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {disabledReason}
        </Text>
      )}
      {inactiveSince !== null && (
        <div>
          <RelativeTime value={inactiveSince} prefix={disabledReason === null ? t('Paused ') : t('Switched off ')} />
        </div>
      )}
      {isActive && failingSince !== null && (
        <div>
          {rich('{time}; nothing has arrived since', {
            time: <RelativeTime value={failingSince} prefix={t('Began to fail ')} />,
          })}
        </div>
      )}
      {pending > 0 && (
        <div>
          {isActive
            ? t('{count, plural, one {# delivery waits} other {# deliveries wait}}', { count: pending })
            : t(
                '{count, plural, one {# delivery waits} other {# deliveries wait}} and will be sent when you resume it',
                { count: pending },
              )}
        </div>
      )}
      {oldSecretUntil !== null && (
        <div>{t('The old secret signs too until {dateTime}', { dateTime: formatDateTime(oldSecretUntil) })}</div>
      )}
    </Text>
  );
}

/** One row an endpoint; its address opens its deliveries. */
export function EndpointList({ webhooks, ...actions }: EndpointActions & { webhooks: readonly Webhook[] }) {
  return (
    <ul>
      {webhooks.map((webhook) => (
        <li key={webhook.id} className={`${list.row} ${styles.endpoint}`}>
          <div>
            <Group gap="xs">
              <Link
                href={`${paths.adminDevelopersAt('deliveries')}?endpoint=${webhook.id}`}
                className={`${list.open} ${styles.url}`}
                data-row-open
              >
                {webhook.url}
              </Link>
              <EndpointBadge of={webhook} />
            </Group>
            {webhook.description && <Text size="sm">{webhook.description}</Text>}
            {webhook.key && (
              <Text size="sm" c="dimmed">
                {webhook.customerId === null
                  ? t('Made by the API key {name}', { name: webhook.key.name })
                  : t('Made by the API key {name}, for events of its customer alone', { name: webhook.key.name })}
              </Text>
            )}
            <Notes of={webhook} />
            <Types events={webhook.events} />
          </div>
          <div className={styles.actions}>
            <EndpointMenu of={webhook} {...actions} />
          </div>
        </li>
      ))}
    </ul>
  );
}
