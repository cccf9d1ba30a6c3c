// The route table and its guards. Every page is its own chunk.
import { type Frame, frameOf, paths } from '@quickfleet/shared/paths';
import type { ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { SpinnerPage } from './components/feedback/spinner-page.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import { Safe, type Screen, Screens } from './layouts/screens.tsx';
import { useScrollToTop } from './lib/addresses/use-scroll-to-top.ts';
import { isAdminArea, useAuth } from './lib/api/session.tsx';
import { lazyNamed } from './lib/loading/lazy-named.ts';

const TrackingPage = lazyNamed(() => import('./pages/tracking.tsx').then((m) => m.TrackingPage));
const QuotePage = lazyNamed(() => import('./pages/quote.tsx').then((m) => m.QuotePage));
const DeliveryPage = lazyNamed(() => import('./pages/delivery.tsx').then((m) => m.DeliveryPage));
const HomePage = lazyNamed(() => import('./pages/home.tsx').then((m) => m.HomePage));
const NotFoundPage = lazyNamed(() => import('./pages/not-found.tsx').then((m) => m.NotFoundPage));
const SignInPage = lazyNamed(() => import('./pages/sign-in.tsx').then((m) => m.SignInPage));
const DriverPage = lazyNamed(() => import('./pages/driver.tsx').then((m) => m.DriverPage));
const PrivacyPage = lazyNamed(() => import('./pages/legal/privacy.tsx').then((m) => m.PrivacyPage));
const ImprintPage = lazyNamed(() => import('./pages/legal/imprint.tsx').then((m) => m.ImprintPage));
const TermsPage = lazyNamed(() => import('./pages/legal/terms.tsx').then((m) => m.TermsPage));
const VerifyPage = lazyNamed(() => import('./pages/verify.tsx').then((m) => m.VerifyPage));
const MyPage = lazyNamed(() => import('./pages/my.tsx').then((m) => m.MyPage));
const EmbedTrackingPage = lazyNamed(() => import('./pages/embed-tracking.tsx').then((m) => m.EmbedTrackingPage));
const EmbedQuotePage = lazyNamed(() => import('./pages/embed-quote.tsx').then((m) => m.EmbedQuotePage));
// The staff's screens with their own table, so that no public page loads it.
const AdminRoutes = lazyNamed(() => import('./admin-routes.tsx').then((m) => m.AdminRoutes));

const framed: Record<Frame, { preload: () => Promise<unknown> }> = {
  home: HomePage,
  track: TrackingPage,
  order: TrackingPage,
  quote: QuotePage,
  delivery: DeliveryPage,
  auth: SignInPage,
  adminAuth: SignInPage,
  driver: DriverPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  imprint: ImprintPage,
  verify: VerifyPage,
  embedTracking: EmbedTrackingPage,
  embedQuote: {
    preload: () =>
      Promise.all([EmbedQuotePage.preload(), import('./pages/embed-quote.tsx').then((m) => m.QuoteForm.preload())]),
  },
  my: MyPage,
  missing: NotFoundPage,
};
/** Loads the page of a path ahead if it is server-rendered; rejects if it cannot be loaded. */
export async function preloadPage(path: string): Promise<void> {
  const frame = frameOf(path);
  if (frame) await framed[frame].preload();
}

const publicScreens: readonly Screen[] = [
  { path: paths.home, page: HomePage },
  { path: `${paths.track}/:trackingNumber?`, page: TrackingPage },
  { path: '/q/:token', page: QuotePage },
  { path: '/t/:token', page: DeliveryPage },
  { path: paths.privacy, page: PrivacyPage },
  { path: paths.terms, page: TermsPage },
  { path: paths.imprint, page: ImprintPage },
  { path: paths.verify, page: VerifyPage },
  { path: paths.my, page: MyPage },
  { path: '/my/quotes/:reference', page: MyPage },
];

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

export function Routes() {
  useScrollToTop();
  return (
    <Switch>
      <Route path={/^\/(auth|join)(\/|$)/}>
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
      <Route path={paths.embedTracking}>
        <Safe name="embed-tracking">
          <EmbedTrackingPage />
        </Safe>
      </Route>
      <Route path={paths.embedQuote}>
        <Safe name="embed-quote">
          <EmbedQuotePage />
        </Safe>
      </Route>
      <Route path={`${paths.admin}/*?`}>
        <Guard>
          <Safe name="admin">
            <AdminRoutes missing={NotFoundPage} />
          </Safe>
        </Guard>
      </Route>
      <Route>
        <PublicLayout>
          <Screens screens={publicScreens} missing={NotFoundPage} />
        </PublicLayout>
      </Route>
    </Switch>
  );
}
