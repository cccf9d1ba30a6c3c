// The staff's screens. Every page is its own chunk.
import { paths } from '@quickfleet/shared/paths';
import type { ComponentType } from 'react';
import { type Screen, Screens } from './layouts/screens.tsx';
import { lazyNamed } from './lib/loading/lazy-named.ts';
import { AdminArea } from './pages/admin/admin-area.tsx';

const adminScreens: readonly Screen[] = [
  {
    path: paths.admin,
    page: lazyNamed(() => import('./pages/admin/operations/admin-dashboard.tsx').then((m) => m.AdminDashboardPage)),
  },
  {
    path: paths.adminWelcome,
    page: lazyNamed(() => import('./pages/admin/company/admin-welcome.tsx').then((m) => m.AdminWelcomePage)),
  },
  {
    path: paths.adminQuotes,
    page: lazyNamed(() => import('./pages/admin/admin-quotes.tsx').then((m) => m.AdminQuotesPage)),
  },
  {
    path: paths.adminOrders,
    page: lazyNamed(() => import('./pages/admin/delivery/admin-orders.tsx').then((m) => m.AdminOrdersPage)),
  },
  {
    path: paths.adminBoard,
    page: lazyNamed(() => import('./pages/admin/delivery/admin-board.tsx').then((m) => m.AdminBoardPage)),
  },
  {
    path: paths.adminOrderNew,
    page: lazyNamed(() => import('./pages/admin/delivery/admin-order-new.tsx').then((m) => m.AdminOrderNewPage)),
  },
  {
    path: paths.adminTemplates,
    page: lazyNamed(() =>
      import('./pages/admin/messages/admin-email-templates.tsx').then((m) => m.AdminEmailTemplatesPage),
    ),
  },
  {
    path: paths.adminRecurring,
    page: lazyNamed(() => import('./pages/admin/delivery/admin-recurring.tsx').then((m) => m.AdminRecurringPage)),
  },
  {
    path: paths.adminIncidents,
    page: lazyNamed(() => import('./pages/admin/delivery/admin-incidents.tsx').then((m) => m.AdminIncidentsPage)),
  },
  {
    path: paths.adminInvoices,
    page: lazyNamed(() => import('./pages/admin/delivery/admin-invoices.tsx').then((m) => m.AdminInvoicesPage)),
  },
  {
    path: paths.adminCustomers,
    page: lazyNamed(() => import('./pages/admin/people/admin-customers.tsx').then((m) => m.AdminCustomersPage)),
  },
  {
    path: `${paths.adminCustomers}/:id`,
    page: lazyNamed(() => import('./pages/admin/people/admin-customer.tsx').then((m) => m.AdminCustomerPage)),
  },
  {
    path: paths.adminMailbox,
    page: lazyNamed(() => import('./pages/admin/messages/admin-mailbox.tsx').then((m) => m.AdminMailboxPage)),
  },
  {
    path: paths.adminActivity,
    page: lazyNamed(() => import('./pages/admin/company/admin-activity.tsx').then((m) => m.AdminActivityPage)),
  },
  {
    path: paths.adminImports,
    page: lazyNamed(() => import('./pages/admin/operations/admin-imports.tsx').then((m) => m.AdminImportsPage)),
  },
  {
    path: paths.adminRoad,
    page: lazyNamed(() => import('./pages/admin/delivery/admin-road.tsx').then((m) => m.AdminRoadPage)),
  },
  {
    path: paths.adminReports,
    page: lazyNamed(() => import('./pages/admin/operations/admin-reports.tsx').then((m) => m.AdminReportsPage)),
  },
  {
    path: paths.adminEta,
    page: lazyNamed(() => import('./pages/admin/delivery/admin-eta.tsx').then((m) => m.AdminEtaPage)),
  },
  {
    path: paths.adminRatings,
    page: lazyNamed(() => import('./pages/admin/delivery/admin-ratings.tsx').then((m) => m.AdminRatingsPage)),
  },
  {
    path: `${paths.adminReports}/:name`,
    page: lazyNamed(() => import('./pages/admin/operations/admin-report.tsx').then((m) => m.AdminReportPage)),
  },
  {
    path: paths.adminTeam,
    page: lazyNamed(() => import('./pages/admin/people/admin-team.tsx').then((m) => m.AdminTeamPage)),
  },
  {
    path: `${paths.adminDevelopers}/:section?`,
    page: lazyNamed(() => import('./pages/admin/operations/admin-developers.tsx').then((m) => m.AdminDevelopersPage)),
  },
  {
    path: paths.adminSettings,
    page: lazyNamed(() => import('./pages/admin/company/admin-settings.tsx').then((m) => m.AdminSettingsPage)),
  },
];

/** `missing`: what an unknown path below /admin shows. */
export function AdminRoutes({ missing }: { missing: ComponentType }) {
  return (
    <AdminArea>
      <Screens screens={adminScreens} missing={missing} />
    </AdminArea>
  );
}
