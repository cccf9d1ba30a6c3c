import { paths } from '@quickfleet/shared/paths';
import { accountPaths } from '@quickfleet/shared/people/account-paths';
import { Redirect, Route, Switch } from 'wouter';
import { SpinnerPage } from '../components/feedback/spinner-page.tsx';
import { AccountScreen } from '../features/people/auth/account/account-screen.tsx';
import { ForgotPage } from '../features/people/auth/account/forgot-page.tsx';
import { JoinPage } from '../features/people/auth/account/join-page.tsx';
import { LinkPage } from '../features/people/auth/account/link-page.tsx';
import { ResetPage } from '../features/people/auth/account/reset-page.tsx';
import { useAuth } from '../lib/api/session.tsx';
import { NotFoundPage } from './not-found.tsx';

function OwnAccount() {
  const { user, isKnown } = useAuth();
  if (user) return <AccountScreen user={user} />;
  return isKnown ? <Redirect to={paths.signIn} replace /> : <SpinnerPage />;
}

/** The pages of a person's account: a new password, an invitation, and one's own sessions. */
export function AccountPages() {
  return (
    <Switch>
      <Route path={accountPaths.forgot}>
        <ForgotPage />
      </Route>
      <Route path="/auth/reset/:token">{({ token }) => <ResetPage token={token} />}</Route>
      <Route path="/auth/link/:token">{({ token }) => <LinkPage token={token} />}</Route>
      <Route path="/join/:token">{({ token }) => <JoinPage token={token} />}</Route>
      <Route path={accountPaths.account}>
        <OwnAccount />
      </Route>
      <Route>
        <main id="main">
          <NotFoundPage />
        </main>
      </Route>
    </Switch>
  );
}
