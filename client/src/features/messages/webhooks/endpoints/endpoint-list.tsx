import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core';
import type { Webhook } from '@quickfleet/shared/messages/webhooks';
import { paths } from '@quickfleet/shared/paths';
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
import { formatCount, formatDateTime } from '../../../../lib/words/format.ts';
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
        <ActionIcon aria-label={`Actions for ${of.url}`}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {of.isActive && (
          <Menu.Item leftSection={<IconSend size={16} aria-hidden />} onClick={() => onTest(of)}>
            Send test
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(of)}>
          Edit
        </Menu.Item>
        {of.isActive ? (
          <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => onPause(of)}>
            Pause
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => onResume(of)}>
            Resume
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => onRotate(of)}>
          Rotate secret
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onDelete(of)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Types({ events }: Pick<Webhook, 'events'>) {
  const isAll = events.includes('*');
  const named = isAll ? ['All events'] : events.slice(0, NAMED);
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
          and {more} more
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
          <RelativeTime value={inactiveSince} prefix={disabledReason === null ? 'Paused ' : 'Switched off '} />
        </div>
      )}
      {isActive && failingSince !== null && (
        <div>
          <RelativeTime value={failingSince} prefix="Began to fail " />; nothing has arrived since
        </div>
      )}
      {pending > 0 && (
        <div>
          {formatCount(pending, 'delivery waits', 'deliveries wait')}
          {!isActive && ' and will be sent when you resume it'}
        </div>
      )}
      {oldSecretUntil !== null && <div>The old secret signs too until {formatDateTime(oldSecretUntil)}</div>}
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
