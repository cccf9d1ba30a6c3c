// Who is signed in. The server's session decides; stored admin data only decides which screen shows first.

import type { AppRouter } from '@quickfleet/server/router';
import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { paths } from '@quickfleet/shared/paths';
import type { Register } from '@quickfleet/shared/people/auth';
import type { User } from '@quickfleet/shared/people/users';
import { language, t } from '@quickfleet/shared/words/t';
import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';
import { getQueryKey } from '@trpc/react-query';
import { createContext, type ReactNode, use } from 'react';
import { navigate } from 'wouter/use-browser-location';
import {
  clearStoredAdmin,
  hasStoredAdmin,
  type StoredAdmin,
  storeAdmin,
  useStoredAdmin,
} from '../storage/admin-storage.ts';
import { showError, showSuccess } from '../toast.ts';
import { ended } from '../words/ended.ts';
import { codeOf, messageOf } from './error-message.ts';
import { hasOpenWork, SESSION_ENDED, setSessionEnd } from './session-end.ts';
import { whileSigningOut } from './signing-out.ts';
import { trpc } from './trpc.ts';

export interface Auth {
  /** The signed-in user; null for a visitor and while loading. */
  user: User | null;
  /** The server has said who is signed in, be it nobody. Without an answer `user` is null too, and means nothing. */
  isKnown: boolean;
  isLoading: boolean;
  storedAdmin: StoredAdmin | null;
  /** Resolves to the user, to 'code' when the second factor is needed too, or to null after a failure that was shown. */
  login: (
    input: { username: string; password: string; code?: string } | { passkey: () => Promise<User> },
    screen: 'customer' | 'admin',
  ) => Promise<User | 'code' | null>;
  register: (input: Register) => Promise<User | null>;
  /** Resolves to whether it worked. */
  logout: () => Promise<boolean>;
  isSigningIn: boolean;
  isSigningOut: boolean;
}

const AuthContext = createContext<Auth | null>(null);
export const sessionKey = getQueryKey(trpc.auth.session, undefined, 'query');

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** For code outside the provider's tree: the guard of the query client. */
export const isAdminArea = (path: string): boolean =>
  (path === paths.admin || path.startsWith(`${paths.admin}/`)) && path !== paths.adminSignIn;

/**
 * The server has no session any more: stored admin data is removed too. In the admin area the person signs in again,
 * over the page while something typed is open on it, else on the sign-in page, which leads back here.
 */
export function endSession(queryClient: QueryClient): void {
  const wasSignedIn = Boolean(queryClient.getQueryData<User | null>(sessionKey)) || hasStoredAdmin();
  clearStoredAdmin();
  const isAdmin = isAdminArea(location.pathname);
  if (isAdmin && queryClient.getQueryData<User | null>(sessionKey) && hasOpenWork()) {
    setSessionEnd('asking');
    return;
  }
  if (isAdmin && wasSignedIn) setSessionEnd('ended');
  queryClient.setQueryData(sessionKey, null);
  if (isAdmin) leaveForSignIn();
  else if (wasSignedIn) showError(t('Signed out'), SESSION_ENDED);
}

/** Asks the server, after a 401 that may mean something else, whether the session is still valid; ends it here if not. */
export async function checkSession(queryClient: QueryClient, client: TRPCClient<AppRouter>): Promise<boolean> {
  try {
    const { user } = await client.auth.session.query();
    if (!user && queryClient.getQueryData(sessionKey)) endSession(queryClient);
    return user !== null;
  } catch {
    // Without an answer nothing is known: the next call decides.
    return true;
  }
}

/** To the staff's sign-in page, which leads back to this one. */
export const leaveForSignIn = (): void =>
  navigate(paths.adminSignIn, { replace: true, state: { from: location.pathname + location.search } });

export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const storedAdmin = useStoredAdmin();

  const me = useQuery<User | null>({
    queryKey: sessionKey,
    queryFn: async () => {
      // Not auth.me: its 401 for a visitor would be an error in every public page's console.
      const { user } = await client.auth.session.query();
      if (!user) {
        if (hasStoredAdmin()) setSessionEnd('ended');
        clearStoredAdmin();
      }
      return user;
    },
  });

  // What one person read is never shown to the next.
  const become = (user: User | null) => {
    // The page of a person who reads another language is another page.
    if (user?.language && user.language !== language()) location.reload();
    setSessionEnd('none');
    queryClient.setQueryData<User | null>(sessionKey, user);
    queryClient.removeQueries({ predicate: (query) => query.queryHash !== hashKey(sessionKey) });
  };
  const login = trpc.auth.login.useMutation();
  const register = trpc.auth.register.useMutation();
  const logout = trpc.auth.logout.useMutation();

  const auth: Auth = {
    user: me.data ?? null,
    isKnown: me.data !== undefined,
    isLoading: me.isPending,
    storedAdmin,
    isSigningIn: login.isPending || register.isPending,
    isSigningOut: logout.isPending,
    login: async (input, screen) => {
      try {
        const user = await ('passkey' in input ? input.passkey() : login.mutateAsync(input));
        if (screen === 'admin' && user.role === 'admin') storeAdmin(user);
        become(user);
        return user;
      } catch (error) {
        if (codeOf(error) === 'SECOND_FACTOR_REQUIRED') return 'code';
        // On the admin sign-in page a failure is only logged; the page words it inline.
        if (screen === 'admin') console.warn('Login failed', messageOf(error));
        else showError(t('Login failed'), messageOf(error));
        return null;
      }
    },
    register: async (input) => {
      try {
        const user = await register.mutateAsync(input);
        become(user);
        showSuccess(t('Account created'), ended(t('You are signed in as {name}', { name: displayName(user) })));
        return user;
      } catch (error) {
        showError(t('Registration failed'), messageOf(error));
        return null;
      }
    },
    logout: async () => {
      // What is still being read would be refused by then.
      await queryClient.cancelQueries();
      try {
        await whileSigningOut(
          logout.mutateAsync().then(() => {
            clearStoredAdmin();
            become(null);
          }),
        );
        return true;
      } catch (error) {
        showError(t('Logout failed'), messageOf(error));
        void queryClient.invalidateQueries();
        return false;
      }
    },
  };

  return <AuthContext value={auth}>{children}</AuthContext>;
}
