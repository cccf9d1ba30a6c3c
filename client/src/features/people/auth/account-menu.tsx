import { t } from '@quickfleet/shared/words/t';
import '@mantine/core/styles/Menu.layer.css';
import { Menu, UnstyledButton } from '@mantine/core';
import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { paths } from '@quickfleet/shared/paths';
import { accountPaths } from '@quickfleet/shared/people/account-paths';
import type { User } from '@quickfleet/shared/people/users';
import { isStaff, type Role } from '@quickfleet/shared/roles';
import {
  IconChevronDown,
  IconKey,
  IconLayoutDashboard,
  IconLogout,
  IconPackages,
  IconShieldLock,
  IconSteeringWheel,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { useAuth } from '../../../lib/api/session.tsx';
import { lazyExtra } from '../../../lib/loading/lazy-named.ts';
import { showSuccess } from '../../../lib/toast.ts';
import { roleWords } from '../../../lib/words/role-words.ts';
import styles from './account-menu.module.css';

const ChangePasswordDialog = lazyExtra(() =>
  import('./change-password-dialog.tsx').then((m) => m.ChangePasswordDialog),
);

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');

/** The place of a role. */
function workOf(role: Role) {
  if (role === 'customer')
    return { text: t('My deliveries'), href: paths.my, icon: <IconPackages size={18} aria-hidden /> };
  if (isStaff(role))
    return { text: t('Go to the dashboard'), href: paths.admin, icon: <IconLayoutDashboard size={18} aria-hidden /> };
  if (role === 'driver')
    return {
      text: t('Go to the driver portal'),
      href: paths.driver,
      icon: <IconSteeringWheel size={18} aria-hidden />,
    };
  return undefined;
}

interface FrameProps {
  user: User;
  className: string;
  /** What is shown in the header. */
  face: ReactNode;
  /** Entries before and after t('Change password'). */
  before?: ReactNode;
  after?: ReactNode;
}

function AccountMenuFrame({ user, className, face, before, after }: FrameProps) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Mounted by the first use only: the form brings the rules for passwords along.
  const [isWanted, setWanted] = useState(false);
  const close = () => {
    flushSync(() => setOpen(false));
    target.current?.focus();
  };
  const changePassword = () => {
    setWanted(true);
    setOpen(true);
  };

  return (
    <>
      <Menu
        position="bottom-end"
        width={240}
        shadow="md"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        returnFocus
      >
        <Menu.Target>
          <UnstyledButton ref={target} className={className}>
            {face}
            <IconChevronDown className={styles.chevron} size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <span className={styles.person}>{displayName(user)}</span>
            {user.username !== displayName(user) && `${user.username} · `}
            {roleWords[user.role].text}
          </Menu.Label>
          {before}
          <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={changePassword}>
            {t('Change password')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            href={accountPaths.account}
            leftSection={<IconShieldLock size={18} aria-hidden />}
          >
            {t('Account and security')}
          </Menu.Item>
          {after}
        </Menu.Dropdown>
      </Menu>
      {isWanted && (
        <Suspense>
          <ChangePasswordDialog user={user} opened={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** The signed-in user in the public header: name, workplace, password and sign-out. */
export function AccountMenu({ user }: { user: User }) {
  const { logout } = useAuth();
  const name = displayName(user);
  const work = workOf(user.role);
  const leave = async () => {
    if (!(await logout())) return;
    showSuccess(t('Signed out'));
    // The menu is gone with the person; the focus would fall to the page's body.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <AccountMenuFrame
      user={user}
      className={styles.account ?? ''}
      face={
        <>
          <span className={styles.initials} aria-hidden>
            {initialsOf(name)}
          </span>
          <span className="visually-hidden">{t('Account:')} </span>
          <span className={styles.name}>{name}</span>
        </>
      }
      before={
        work && (
          <Menu.Item component={Link} href={work.href} leftSection={work.icon}>
            {work.text}
          </Menu.Item>
        )
      }
      after={
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void leave()}>
          {t('Sign out')}
        </Menu.Item>
      }
    />
  );
}

/** The staff header's greeting, which opens the menu; the logout button is next to it. */
export function StaffAccountMenu({ user, children }: { user: User; children: ReactNode }) {
  return (
    <AccountMenuFrame
      user={user}
      className={styles.greeting ?? ''}
      face={<span className={styles.welcome}>{t('Welcome, {name}', { name: displayName(user) })}</span>}
      after={children}
    />
  );
}
