import { accountPaths } from '@quickfleet/shared/people/account-paths';
import { isStaff } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useEffect } from 'react';
import { Redirect } from 'wouter';
import { News } from '../../features/operations/news/news.tsx';
import { LiveQuotesProvider } from '../../features/quoting/quotes/list/live-quotes.tsx';
import { AdminLayout } from '../../layouts/admin-layout.tsx';
import { useAuth } from '../../lib/api/session.tsx';
import { SESSION_ENDED, useSessionEnd } from '../../lib/api/session-end.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { guardSecondPresses } from '../../lib/forms/second-press.ts';
import { useLater } from '../../lib/hooks/use-later.ts';
import { LiveProvider } from '../../lib/live/live.tsx';
import { showError } from '../../lib/toast.ts';

const loadSignIn = () => import('../../features/people/auth/sign-in-again.tsx').then((m) => m.SignInAgain);
/** Loaded when the screen is at rest, so that it is there when the session ends. */
function LateSignInAgain() {
  const isWanted = useSessionEnd() === 'asking';
  const SignInAgain = useLater(loadSignIn, isWanted, () => showError(t('Signed out'), SESSION_ENDED));
  return SignInAgain && <SignInAgain />;
}

/** The staff frame with its live stream and badge, around every admin page. */
export function AdminArea({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  useEffect(guardSecondPresses, []);
  const isWaiting = user?.mustSetUpFactor ?? false;
  const stats = trpc.dashboard.stats.useQuery(undefined, { enabled: isStaff(user?.role) && !isWaiting });
  if (isWaiting) return <Redirect to={accountPaths.account} replace />;
  return (
    <LiveProvider>
      <LiveQuotesProvider>
        <AdminLayout draftCount={stats.data?.draftQuotes ?? 0}>{children}</AdminLayout>
        <LateSignInAgain />
        {user && isStaff(user.role) && <News userId={user.id} />}
      </LiveQuotesProvider>
    </LiveProvider>
  );
}
