import { Alert, Anchor, Loader, MantineThemeProvider, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { accountPaths } from '@quickfleet/shared/people/account-paths';
import { t } from '@quickfleet/shared/words/t';
import { IconClock } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { SpinnerPage } from '../components/feedback/spinner-page.tsx';
import styles from '../features/people/auth/sign-in.module.css';
import { SignInForm } from '../features/people/auth/sign-in-form.tsx';
import { SignInPanel } from '../features/people/auth/sign-in-panel.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { useAuth } from '../lib/api/session.tsx';
import { SESSION_ENDED, useSessionEnd } from '../lib/api/session-end.ts';
import { lazyNamed } from '../lib/loading/lazy-named.ts';
import { brand } from '../lib/words/brand.ts';
import { roomyTheme } from '../theme.ts';

const RegisterForm = lazyNamed(() => import('../features/people/auth/register-form.tsx').then((m) => m.RegisterForm));
const AccountPages = lazyNamed(() => import('./account.tsx').then((m) => m.AccountPages));

/** Where somebody was sent away from, or went to sign in; only our own admin pages and the driver's portal count. */
const cameFrom = (state: unknown): string | undefined => {
  const from: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'from') : undefined;
  return typeof from === 'string' && /^\/(admin[/?]|driver$)/.test(from) ? from : undefined;
};

/** The sign-in, and the account's other pages, which the first load does without. */
export function SignInPage({ screen }: { screen: 'customer' | 'admin' }) {
  const [path] = useLocation();
  if (path === paths.signIn || path === paths.adminSignIn) return <SignIn screen={screen} />;
  return (
    <Suspense fallback={<SpinnerPage />}>
      <AccountPages />
    </Suspense>
  );
}

function SignIn({ screen }: { screen: 'customer' | 'admin' }) {
  const isAdmin = screen === 'admin';
  const { user, storedAdmin } = useAuth();
  const asked = cameFrom({ from: new URLSearchParams(useSearch()).get('from') });
  const from = cameFrom(useHistoryState()) ?? asked;
  const sessionEnd = useSessionEnd();
  const canRegister = !isAdmin && brand.allowRegistration;
  const [isRegistering, setRegistering] = useState(false);
  const heading = isRegistering ? t('Create account') : t('Sign In');
  useDocumentTitle(isAdmin ? t('Admin Sign In') : heading);

  if (isAdmin && (user || storedAdmin))
    return <Redirect to={from ?? (user?.role === 'driver' ? paths.adminOrders : paths.admin)} replace />;
  if (user) return <Redirect to={from === paths.driver ? from : paths.home} replace />;

  return (
    <MantineThemeProvider theme={roomyTheme}>
      <div className={styles.root}>
        <SignInPanel />
        <main className={styles.side}>
          <div className={styles.form}>
            <Title order={1}>
              {brand.name}
              {isAdmin && ` ${t('Admin')}`}
            </Title>
            <Text c="dimmed" mt={4} mb="xl">
              {isAdmin ? t('Administration Portal') : t('Delivery Management System')}
            </Text>
            {isAdmin && sessionEnd !== 'none' && (
              <Alert color="amber" role="status" icon={<IconClock aria-hidden />} mb="md">
                {SESSION_ENDED}
              </Alert>
            )}
            {isRegistering ? (
              <Suspense fallback={<Loader />}>
                <RegisterForm />
              </Suspense>
            ) : (
              <SignInForm screen={screen} />
            )}
            {!isRegistering && (
              <Text size="sm" mt="lg">
                <Anchor component={Link} href={accountPaths.forgot} inherit underline="always">
                  {t('Forgot password?')}
                </Anchor>
              </Text>
            )}
            {canRegister && (
              <Text size="sm" mt="sm">
                {isRegistering ? t('You have an account?') : t('New here?')}{' '}
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  underline="always"
                  onClick={() => setRegistering(!isRegistering)}
                >
                  {isRegistering ? t('Sign in instead') : t('Create an account')}
                </Anchor>
              </Text>
            )}
            <Text size="sm" mt="sm">
              <Anchor component={Link} href={paths.home} inherit underline="always">
                {t('Back to the home page')}
              </Anchor>
            </Text>
          </div>
        </main>
      </div>
    </MantineThemeProvider>
  );
}
