import { ActionIcon, Anchor, Badge, Group, Menu, Text } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import type { ApiKey } from '@quickfleet/shared/people/api-keys';
import { t } from '@quickfleet/shared/words/t';
import { IconBan, IconDotsVertical, IconListDetails, IconPencil, IconRefresh } from '@tabler/icons-react';
import { Link } from 'wouter';
import list from '../../../components/lists/list.module.css';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { formatDate, formatDateTime } from '../../../lib/words/format.ts';
import { rich } from '../../../lib/words/rich.tsx';
import styles from './api-keys.module.css';

const stateOf = (key: ApiKey): { text: string; color: string } => {
  if (key.revokedAt) return { text: t('Revoked (key)'), color: 'gray' };
  if (key.expiresAt && Date.parse(key.expiresAt) <= Date.now()) return { text: t('Expired (key)'), color: 'amber' };
  if (key.isRefused) return { text: t('Paused'), color: 'amber' };
  return { text: t('Active (key)'), color: 'green' };
};
// The moment after the last day: a little earlier is the day people chose.
const lastDay = (expiresAt: string) => formatDate(new Date(Date.parse(expiresAt) - 1));
const isOverlapping = ({ previousUntil }: ApiKey) => previousUntil !== null && Date.parse(previousUntil) > Date.now();

interface KeyActions {
  onRevoke: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
  onEdit: (key: ApiKey) => void;
  onCalls: (key: ApiKey) => void;
}

function KeyMenu({ of: key, onRevoke, onRotate, onEdit, onCalls }: KeyActions & { of: ApiKey }) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {name}', { name: key.name })}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconListDetails size={16} aria-hidden />} onClick={() => onCalls(key)}>
          {t('Show calls')}
        </Menu.Item>
        {!key.revokedAt && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(key)}>
              {t('Edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => onRotate(key)}>
              {t('Rotate key')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconBan size={16} aria-hidden />} onClick={() => onRevoke(key)}>
              {t('Revoke')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Facts({ of: key }: { of: ApiKey }) {
  return (
    <Text size="sm" c="dimmed" component="div">
      <div>
        {key.lastUsedAt ? rich('Last used {when}', { when: <RelativeTime value={key.lastUsedAt} /> }) : t('Never used')}
      </div>
      {!key.isMakerActive && !key.isRefused && !key.revokedAt && (
        <div>
          {t('Made by {name}, who was deactivated. Change or rotate it to take it over, or revoke it.', {
            name: key.createdBy ?? '?',
          })}
        </div>
      )}
      {key.isRefused && !key.revokedAt && (
        <div>
          {key.createdBy
            ? t('Refused while {name} is not an active admin', { name: key.createdBy })
            : t('Refused while its maker is not an active admin')}
        </div>
      )}
      {key.allowedAddresses.length > 0 && (
        <div>{t('Only from {networks}', { networks: key.allowedAddresses.join(', ') })}</div>
      )}
      {isOverlapping(key) && (
        <div>{t('The key before it works until {when}', { when: formatDateTime(key.previousUntil ?? '') })}</div>
      )}
      <div>{key.expiresAt ? t('Until {day}', { day: lastDay(key.expiresAt) }) : t('Does not expire')}</div>
    </Text>
  );
}

/** One line a key: what it is called, what it may do, and when it was used. */
export function KeyList({ keys, ...actions }: KeyActions & { keys: readonly ApiKey[] }) {
  return (
    <ul>
      {keys.map((key) => {
        const { text, color } = stateOf(key);
        return (
          <li key={key.id} className={`${list.row} ${styles.key}`}>
            <div>
              <Group gap="xs">
                <Text fw={600}>{key.name}</Text>
                <Badge variant="light" color={color}>
                  {text}
                </Badge>
              </Group>
              <Text size="xs" c="dimmed" className="mono">
                {key.prefix}…
              </Text>
              {key.customer && (
                <Text size="sm">
                  {rich('Only for {customer}', {
                    customer: (
                      <Anchor component={Link} href={paths.adminCustomer(key.customer.id)}>
                        {key.customer.name}
                      </Anchor>
                    ),
                  })}
                </Text>
              )}
            </div>
            <Group gap={4}>
              {key.scopes.map((scope) => (
                <Badge key={scope} size="sm" variant="outline" color="gray" className="mono" fw={500}>
                  {scope}
                </Badge>
              ))}
            </Group>
            <Facts of={key} />
            <KeyMenu of={key} {...actions} />
          </li>
        );
      })}
    </ul>
  );
}
