import { paths } from '@quickfleet/shared/paths';
import { type Action, can } from '@quickfleet/shared/permissions';
import { isStaff, type Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import {
  type Icon,
  IconAlertCircle,
  IconChartBar,
  IconCode,
  IconFileInvoice,
  IconFilePlus,
  IconHistory,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconMail,
  IconPackage,
  IconReceipt2,
  IconRepeat,
  IconSettings,
  IconTableImport,
  IconTruckDelivery,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';

interface Creation {
  text: string;
  icon: Icon;
  needs: Action;
  /** The form is at another address. */
  at?: string;
}

export interface AdminScreen {
  text: string;
  href: string;
  icon: Icon;
  /** The key that leads here, after g. */
  key: string;
  isFor: (role: Role) => boolean;
  hasSearch?: boolean;
  /** A list with rows marked for `j` and `k` (row-focus.ts). */
  hasRows?: boolean;
  /** Cards with their own keys. */
  hasCards?: boolean;
  /** What can be made here; the screen's `create=1` opens the form, `n` that of the first. */
  create?: Creation | readonly Creation[];
}

const staffOnly = (role: Role) => isStaff(role);
const adminOnly = (role: Role) => role === 'admin';

/** The four that the sidebar begins with, in this order (L06). */
export const specifiedScreens: readonly AdminScreen[] = [
  { text: t('Dashboard'), href: paths.admin, icon: IconLayoutDashboard, key: 'd', isFor: staffOnly },
  {
    text: t('Quotes'),
    href: paths.adminQuotes,
    icon: IconFileInvoice,
    key: 'q',
    isFor: staffOnly,
    hasSearch: true,
    hasRows: true,
    create: { text: t('Create Quote'), icon: IconFilePlus, needs: 'quotes.createAsStaff' },
  },
  // A driver has the same page with their own orders.
  {
    text: t('Orders'),
    href: paths.adminOrders,
    icon: IconTruckDelivery,
    key: 'o',
    isFor: (role) => isStaff(role) || role === 'driver',
    hasSearch: true,
    hasRows: true,
    create: { text: t('New order'), icon: IconPackage, needs: 'orders.create', at: paths.adminOrderNew },
  },
  { text: t('Email Templates'), href: paths.adminTemplates, icon: IconMail, key: 'e', isFor: staffOnly, hasRows: true },
];
export const furtherScreens: readonly AdminScreen[] = [
  {
    text: t('Day Board'),
    href: paths.adminBoard,
    icon: IconLayoutKanban,
    key: 'b',
    isFor: staffOnly,
    hasSearch: true,
    hasCards: true,
  },
  {
    text: t('Customers'),
    href: paths.adminCustomers,
    icon: IconUsers,
    key: 'c',
    isFor: staffOnly,
    hasSearch: true,
    hasRows: true,
    create: { text: t('Create Customer'), icon: IconUserPlus, needs: 'customers.create' },
  },
  {
    text: t('Recurring'),
    href: paths.adminRecurring,
    icon: IconRepeat,
    key: 'r',
    isFor: staffOnly,
    create: { text: t('New recurring job'), icon: IconRepeat, needs: 'recurring.create' },
  },
  { text: t('Claims'), href: paths.adminIncidents, icon: IconAlertCircle, key: 'i', isFor: staffOnly },
  {
    text: t('Invoices'),
    href: paths.adminInvoices,
    icon: IconReceipt2,
    key: 'v',
    isFor: staffOnly,
    hasSearch: true,
    create: { text: t('Invoice deliveries'), icon: IconReceipt2, needs: 'invoices.run' },
  },
  {
    text: t('Mailbox'),
    href: paths.adminMailbox,
    icon: IconInbox,
    key: 'm',
    isFor: staffOnly,
    hasSearch: true,
    hasRows: true,
  },
  { text: t('Imports'), href: paths.adminImports, icon: IconTableImport, key: 'f', isFor: staffOnly },
  { text: t('Reports'), href: paths.adminReports, icon: IconChartBar, key: 'p', isFor: staffOnly },
  {
    text: t('Team'),
    href: paths.adminTeam,
    icon: IconUsersGroup,
    key: 't',
    isFor: adminOnly,
    hasSearch: true,
    hasRows: true,
    create: { text: t('Add person'), icon: IconUserPlus, needs: 'users.create' },
  },
  {
    text: t('Developers'),
    href: paths.adminDevelopers,
    icon: IconCode,
    key: 'a',
    isFor: adminOnly,
    hasRows: true,
    create: [
      { text: t('New endpoint'), icon: IconWebhook, needs: 'webhooks.create' },
      {
        text: t('New API key'),
        icon: IconKey,
        needs: 'apiKeys.create',
        at: `${paths.adminDevelopersAt('keys')}?create=1`,
      },
    ],
  },
  { text: t('Activity'), href: paths.adminActivity, icon: IconHistory, key: 'h', isFor: adminOnly },
  {
    text: t('Settings'),
    href: paths.adminSettings,
    icon: IconSettings,
    key: 's',
    isFor: adminOnly,
  },
];
const screens = [...specifiedScreens, ...furtherScreens];

export const screensFor = (role: Role): AdminScreen[] => screens.filter((screen) => screen.isFor(role));

/** A screen is the one that is open if the path equals its href or, except for /admin, starts with it (L08). */
export const isAt = ({ href }: AdminScreen, path: string): boolean =>
  path === href || (href !== paths.admin && path.startsWith(href));
export const screenAt = (path: string): AdminScreen | undefined => screens.find((screen) => isAt(screen, path));

/** What this role can make, and the addresses that open the forms. */
export const creationsOf = (
  { href, create = [] }: AdminScreen,
  role: Role,
): { text: string; icon: Icon; href: string }[] =>
  [create]
    .flat()
    .filter(({ needs }) => can(role, needs))
    .map(({ text, icon, at = `${href}?create=1` }) => ({ text, icon, href: at }));

/** Whether this role's sidebar leads to the page; the server decides again for every call on it. */
export const mayOpen = (role: Role, path: string): boolean => screenAt(path)?.isFor(role) ?? isStaff(role);
