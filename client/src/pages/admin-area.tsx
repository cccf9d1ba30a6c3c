import { isStaff } from '@quickfleet/shared/roles';
import type { ReactNode } from 'react';
import { SignInAgain } from '../features/auth/sign-in-again.tsx';
import { LiveQuotesProvider } from '../features/quotes/live-quotes.tsx';
import { AdminLayout } from '../layouts/admin-layout.tsx';
import { LiveProvider } from '../lib/live.tsx';
import { useAuth } from '../lib/session.tsx';
import { trpc } from '../lib/trpc.ts';

/** The staff frame with its live stream and number; every admin page stands inside it. */
export function AdminArea({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  const stats = trpc.dashboard.stats.useQuery(undefined, { enabled: isStaff(user?.role) });
  return (
    <LiveProvider>
      <LiveQuotesProvider>
        <AdminLayout draftCount={stats.data?.draftQuotes ?? 0}>{children}</AdminLayout>
        <SignInAgain />
      </LiveQuotesProvider>
    </LiveProvider>
  );
}
