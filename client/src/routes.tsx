// The route table and its guards. Every page is its own chunk.
import { type Frame, frameOf, paths } from '@quickfleet/shared/paths';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { ErrorBoundary } from './components/feedback/error-boundary.tsx';
import { SpinnerPage } from './components/feedback/spinner-page.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import { isAdminArea, useAuth } from './lib/api/session.tsx';
import { lazyNamed } from './lib/lazy-named.ts';

const TrackingPage = lazyNamed(() => import('./pages/tracking.tsx').then((m) => m.TrackingPage));
const QuotePage = lazyNamed(() => import('./pages/quote.tsx').then((m) => m.QuotePage));
const HomePage = lazyNamed(() => import('./pages/home.tsx').then((m) => m.HomePage));
const NotFoundPage = lazyNamed(() => import('./pages/not-found.tsx').then((m) => m.NotFoundPage));
const SignInPage = lazyNamed(() => import('./pages/sign-in.tsx').then((m) => m.SignInPage));
const DriverPage = lazyNamed(() => import('./pages/driver.tsx').then((m) => m.DriverPage));
const PrivacyPage = lazyNamed(() => import('./pages/privacy.tsx').then((m) => m.PrivacyPage));
const TermsPage = lazyNamed(() => import('./pages/terms.tsx').then((m) => m.TermsPage));
const VerifyPage = lazyNamed(() => import('./pages/verify.tsx').then((m) => m.VerifyPage));
const EmbedPage = lazyNamed(() => import('./pages/embed.tsx').then((m) => m.EmbedPage));
const AdminArea = lazyNamed(() => import('./pages/admin/admin-area.tsx').then((m) => m.AdminArea));

const framed: Record<Frame, { preload: () => Promise<unknown> }> = {
  home: HomePage,
  track: TrackingPage,
  order: TrackingPage,
  quote: QuotePage,
  auth: SignInPage,
  adminAuth: SignInPage,
  driver: DriverPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  verify: VerifyPage,
  missing: NotFoundPage,
};
/** Loads the page of a path ahead if it is server-rendered; rejects if it cannot be loaded. */
export async function preloadPage(path: string): Promise<void> {
  const frame = frameOf(path);
  if (frame) await framed[frame].preload();
}

interface Screen {
  path: string;
  page: ComponentType;
}

const publicScreens: readonly Screen[] = [
  { path: paths.home, page: HomePage },
  { path: `${paths.track}/:trackingNumber?`, page: TrackingPage },
  { path: '/q/:token', page: QuotePage },
  { path: paths.privacy, page: PrivacyPage },
  { path: paths.terms, page: TermsPage },
  { path: paths.verify, page: VerifyPage },
];

const adminScreens: readonly Screen[] = [
  {
    path: paths.admin,
    page: lazyNamed(() => import('./pages/admin/admin-dashboard.tsx').then((m) => m.AdminDashboardPage)),
  },
  {
    path: paths.adminQuotes,
    page: lazyNamed(() => import('./pages/admin/admin-quotes.tsx').then((m) => m.AdminQuotesPage)),
  },
  {
    path: paths.adminOrders,
    page: lazyNamed(() => import('./pages/admin/admin-orders.tsx').then((m) => m.AdminOrdersPage)),
  },
  {
    path: paths.adminBoard,
    page: lazyNamed(() => import('./pages/admin/admin-board.tsx').then((m) => m.AdminBoardPage)),
  },
  {
    path: paths.adminOrderNew,
    page: lazyNamed(() => import('./pages/admin/admin-order-new.tsx').then((m) => m.AdminOrderNewPage)),
  },
  {
    path: paths.adminTemplates,
    page: lazyNamed(() => import('./pages/admin/admin-email-templates.tsx').then((m) => m.AdminEmailTemplatesPage)),
  },
  {
    path: paths.adminRecurring,
    page: lazyNamed(() => import('./pages/admin/admin-recurring.tsx').then((m) => m.AdminRecurringPage)),
  },
  {
    path: paths.adminIncidents,
    page: lazyNamed(() => import('./pages/admin/admin-incidents.tsx').then((m) => m.AdminIncidentsPage)),
  },
  {
    path: paths.adminCustomers,
    page: lazyNamed(() => import('./pages/admin/admin-customers.tsx').then((m) => m.AdminCustomersPage)),
  },
  {
    path: `${paths.adminCustomers}/:id`,
    page: lazyNamed(() => import('./pages/admin/admin-customer.tsx').then((m) => m.AdminCustomerPage)),
  },
  {
    path: paths.adminMailbox,
    page: lazyNamed(() => import('./pages/admin/admin-mailbox.tsx').then((m) => m.AdminMailboxPage)),
  },
  {
    path: paths.adminImports,
    page: lazyNamed(() => import('./pages/admin/admin-imports.tsx').then((m) => m.AdminImportsPage)),
  },
  { path: paths.adminTeam, page: lazyNamed(() => import('./pages/admin/admin-team.tsx').then((m) => m.AdminTeamPage)) },
  {
    path: `${paths.adminDevelopers}/:section?`,
    page: lazyNamed(() => import('./pages/admin/admin-developers.tsx').then((m) => m.AdminDevelopersPage)),
  },
  {
    path: paths.adminSettings,
    page: lazyNamed(() => import('./pages/admin/admin-settings.tsx').then((m) => m.AdminSettingsPage)),
  },
];

/** A page's own boundary and spinner; moving on to another path recovers from a failure. */
function Safe({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ErrorBoundary key={name}>
      <Suspense fallback={<SpinnerPage />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Screens({ screens }: { screens: readonly Screen[] }) {
  return (
    <Switch>
      {screens.map(({ path, page: Page }) => (
        <Route key={path} path={path}>
          <Safe name={path}>
            <Page />
          </Safe>
        </Route>
      ))}
      <Route>
        <Safe name="not-found">
          <NotFoundPage />
        </Safe>
      </Route>
    </Switch>
  );
}

/** A protected page: under /admin a user or stored admin data, anywhere else a user; a spinner until that is known. */
export function Guard({ children }: { children: ReactNode }) {
  const { user, storedAdmin, isLoading } = useAuth();
  const [path] = useLocation();
  const isAdmin = isAdminArea(path);
  if (user || (isAdmin && storedAdmin)) return children;
  if (isLoading) return <SpinnerPage />;
  return (
    <Redirect
      to={isAdmin ? paths.adminSignIn : paths.signIn}
      replace
      state={{ from: location.pathname + location.search }}
    />
  );
}

/** A new page starts at its top; Back and Forward keep the browser's own place. */
function useScrollToTop(): void {
  useEffect(() => {
    let shown = location.pathname;
    const moved = () => {
      if (location.pathname !== shown && !location.hash) window.scrollTo({ top: 0, behavior: 'instant' });
      shown = location.pathname;
    };
    const returned = () => {
      shown = location.pathname;
    };
    window.addEventListener('pushState', moved);
    window.addEventListener('popstate', returned);
    return () => {
      window.removeEventListener('pushState', moved);
      window.removeEventListener('popstate', returned);
    };
  }, []);
}

export function Routes() {
  useScrollToTop();
  return (
    <Switch>
      <Route path={paths.signIn}>
        <Safe name="sign-in">
          <SignInPage screen="customer" />
        </Safe>
      </Route>
      <Route path={paths.adminSignIn}>
        <Safe name="admin-sign-in">
          <SignInPage screen="admin" />
        </Safe>
      </Route>
      <Route path={paths.driver}>
        <Safe name="driver">
          <DriverPage />
        </Safe>
      </Route>
      <Route path="/embed/:what">
        <Safe name="embed">
          <EmbedPage />
        </Safe>
      </Route>
      <Route path={`${paths.admin}/*?`}>
        <Guard>
          <Safe name="admin">
            <AdminArea>
              <Screens screens={adminScreens} />
            </AdminArea>
          </Safe>
        </Guard>
      </Route>
      <Route>
        <PublicLayout>
          <Screens screens={publicScreens} />
        </PublicLayout>
      </Route>
    </Switch>
  );
}
