import { ActionIcon, Anchor, Badge, Group, Menu, Text } from '@mantine/core';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { displayName, type WholeUser } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import {
  IconCalendar,
  IconCoins,
  IconDots,
  IconKey,
  IconPencil,
  IconRoute,
  IconShieldOff,
  IconTrash,
  IconTruck,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import list from '../../../components/lists/list.module.css';
import { Hint } from '../../../components/text/hint.tsx';
import { PhoneLink } from '../../../components/text/phone-link.tsx';
import { inNewTab, runSheetHref } from '../../../lib/addresses/paper-links.ts';
import { roleWords } from '../../../lib/words/role-words.ts';
import styles from './team.module.css';

export interface UserActions {
  onEdit: (user: WholeUser) => void;
  onWork: (user: WholeUser) => void;
  onCalendar: (user: WholeUser) => void;
  onPay: (user: WholeUser) => void;
  onPassword: (user: WholeUser) => void;
  onFactor: (user: WholeUser) => void;
  onActivity: (user: WholeUser) => void;
  onDelete: (user: WholeUser) => void;
}

/** Who works here: role, how to reach them, whether they may sign in. */
export function UserList({
  users,
  selfId,
  onEdit,
  onWork,
  onCalendar,
  onPay,
  onPassword,
  onFactor,
  onActivity,
  onDelete,
}: UserActions & { users: readonly WholeUser[]; selfId: number | undefined }) {
  return (
    <ul>
      {users.map((user) => {
        const name = displayName(user);
        const { text, color } = roleWords[user.role];
        const isSelf = user.id === selfId;
        return (
          <li key={user.id} className={`${list.row} ${styles.person}`}>
            <div className={styles.name}>
              <Text fw={600} truncate c={user.isActive ? undefined : 'dimmed'}>
                {isSelf ? t('{name} (you)', { name }) : name}
              </Text>
              <Text size="sm" c="dimmed" truncate>
                {user.username}
              </Text>
            </div>
            <Group gap={6}>
              <Badge variant="light" color={color}>
                {text}
              </Badge>
              {!user.isActive && (
                <Badge variant="outline" color="gray">
                  {t('Deactivated')}
                </Badge>
              )}
            </Group>
            <div className={styles.contact}>
              {user.email && (
                <Anchor href={mailtoOf(user.email)} size="sm" truncate display="block">
                  {user.email}
                </Anchor>
              )}
              {user.phone && <PhoneLink phone={user.phone} size="sm" display="block" />}
            </div>
            <Group gap={2} wrap="nowrap" className={styles.actions}>
              <Hint label={t('Edit')}>
                <ActionIcon
                  size="lg"
                  aria-label={t('Edit {name}', { name })}
                  onClick={() => onEdit(user)}
                  data-row-open
                >
                  <IconPencil size={18} aria-hidden />
                </ActionIcon>
              </Hint>
              <Menu position="bottom-end" portalProps={{ target: '#main' }} withInitialFocusPlaceholder={false}>
                <Menu.Target>
                  <ActionIcon size="lg" aria-label={t('More for {name}', { name })} title={t('More')}>
                    <IconDots size={18} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {user.role === 'driver' && (
                    <Menu.Item
                      {...inNewTab}
                      href={runSheetHref(user.id)}
                      leftSection={<IconRoute size={18} aria-hidden />}
                    >
                      {t('Run sheet of today')}
                    </Menu.Item>
                  )}
                  {user.role === 'driver' && (
                    <Menu.Item leftSection={<IconTruck size={18} aria-hidden />} onClick={() => onWork(user)}>
                      {t('Vehicle and hours')}
                    </Menu.Item>
                  )}
                  {user.role === 'driver' && user.isActive && (
                    <Menu.Item leftSection={<IconCalendar size={18} aria-hidden />} onClick={() => onCalendar(user)}>
                      {t('Calendar')}
                    </Menu.Item>
                  )}
                  {user.role === 'driver' && (
                    <Menu.Item leftSection={<IconCoins size={18} aria-hidden />} onClick={() => onPay(user)}>
                      {t('Driver pay')}
                    </Menu.Item>
                  )}
                  <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={() => onPassword(user)}>
                    {t('Reset password')}
                  </Menu.Item>
                  {user.hasSecondFactor && !isSelf && (
                    <Menu.Item leftSection={<IconShieldOff size={18} aria-hidden />} onClick={() => onFactor(user)}>
                      {t('Reset second factor')}
                    </Menu.Item>
                  )}
                  <Menu.Item
                    leftSection={
                      user.isActive ? <IconUserOff size={18} aria-hidden /> : <IconUserCheck size={18} aria-hidden />
                    }
                    disabled={isSelf}
                    title={isSelf ? t('You cannot deactivate yourself') : undefined}
                    onClick={() => onActivity(user)}
                  >
                    {user.isActive ? t('Deactivate') : t('Activate')}
                  </Menu.Item>
                  <Menu.Item
                    style={{ color: 'var(--mantine-color-red-light-color)' }}
                    leftSection={<IconTrash size={18} aria-hidden />}
                    disabled={isSelf}
                    title={isSelf ? t('You cannot delete yourself') : undefined}
                    onClick={() => onDelete(user)}
                  >
                    {t('Delete')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Group>
          </li>
        );
      })}
    </ul>
  );
}
