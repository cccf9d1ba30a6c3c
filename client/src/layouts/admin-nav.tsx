import { Badge, Divider, Stack } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { isStaff, type Role } from '@quickfleet/shared/roles';
import { type Icon, IconFileInvoice, IconInbox, IconLayoutDashboard, IconMail, IconSettings, IconTruckDelivery, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import styles from './admin-layout.module.css';

interface Entry {
  text: string;
  href: string;
  icon: Icon;
  isFor: (role: Role) => boolean;
}

const staffOnly = (role: Role) => isStaff(role);
const adminOnly = (role: Role) => role === 'admin';
const specified: readonly Entry[] = [
  { text: 'Dashboard', href: paths.admin, icon: IconLayoutDashboard, isFor: staffOnly },
  { text: 'Quotes', href: paths.adminQuotes, icon: IconFileInvoice, isFor: staffOnly },
  // A driver has the same page with their own orders.
  { text: 'Orders', href: paths.adminOrders, icon: IconTruckDelivery, isFor: (role) => isStaff(role) || role === 'driver' },
  { text: 'Email Templates', href: paths.adminTemplates, icon: IconMail, isFor: staffOnly },
];
const further: readonly Entry[] = [
  { text: 'Customers', href: paths.adminCustomers, icon: IconUsers, isFor: staffOnly },
  { text: 'Mailbox', href: paths.adminMailbox, icon: IconInbox, isFor: staffOnly },
  { text: 'Team', href: paths.adminTeam, icon: IconUsersGroup, isFor: adminOnly },
  { text: 'Settings', href: paths.adminSettings, icon: IconSettings, isFor: adminOnly },
];

/** Whether this role's sidebar leads to the page; the server decides again for every call on it. */
export const mayOpen = (role: Role, path: string): boolean => {
  const entry = [...specified, ...further].find(({ href }) => (href === paths.admin ? path === href : path.startsWith(href)));
  return entry ? entry.isFor(role) : isStaff(role);
};

// Specification section 2: highlighted if the path equals its href or, except for /admin, starts with it.
const isActive = (href: string, path: string) => path === href || (href !== paths.admin && path.startsWith(href));

function NavEntry({ entry: { text, href, icon: EntryIcon }, count, onChosen }: { entry: Entry; count: number; onChosen: () => void }) {
  const [path] = useLocation();
  const active = isActive(href, path);
  return (
    <Link href={href} className={styles.link} data-active={active || undefined} aria-current={active ? 'page' : undefined} onClick={onChosen}>
      <EntryIcon size={20} stroke={1.7} aria-hidden />
      <span style={{ flex: 1 }}>{text}</span>
      {count > 0 && (
        <Badge color="red" variant="filled" size="sm" radius="xl" className="tabular">
          {count}
          <span className="visually-hidden"> drafts</span>
        </Badge>
      )}
    </Link>
  );
}

export function AdminNav({ role, draftCount, onChosen }: { role: Role; draftCount: number; onChosen: () => void }) {
  const own = further.filter((entry) => entry.isFor(role));
  return (
    <Stack gap={4}>
      {specified
        .filter((entry) => entry.isFor(role))
        .map((entry) => (
          <NavEntry key={entry.href} entry={entry} count={entry.href === paths.adminQuotes ? draftCount : 0} onChosen={onChosen} />
        ))}
      {own.length > 0 && <Divider my="xs" />}
      {own.map((entry) => (
        <NavEntry key={entry.href} entry={entry} count={0} onChosen={onChosen} />
      ))}
    </Stack>
  );
}
