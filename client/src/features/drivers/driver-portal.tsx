import { Button, MantineThemeProvider, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { DemoRibbon } from '../../components/demo-ribbon.tsx';
import { RouteLine } from '../../components/route-line.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { sessionKey, useAuth } from '../../lib/session.tsx';
import { preloadToastsLater } from '../../lib/toast.ts';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import { useKeptPage } from '../../lib/use-kept-page.ts';
import { AccessCard } from './access-card.tsx';
import { MyDay } from './day/my-day.tsx';
import styles from './driver.module.css';
import { driverTheme } from './driver-theme.ts';
import { accessOrder, useOutboxToasts } from './drivers-mutations.ts';
import { HandedInNotices } from './handed-in-notices.tsx';
import { HeldOrders } from './held-orders.tsx';
import { OpenOrder } from './open-order.tsx';
import { isReturning } from './outbox/returning.ts';
import { portal, usePortal, useShownOrder } from './outbox/use-portal.ts';
import { OwnDeliveries } from './own-deliveries.tsx';
import { PortalHeader } from './portal-header.tsx';
import { RefusedEntries } from './refused-entries.tsx';
import { ScanToOpen } from './scan/scan-to-open.tsx';
import { useCodeInAddress } from './use-code-in-address.ts';

/**
 * Leaving with something unsent is worth a question, although all of it is kept; with something half written even more.
 */
function useUnsentWarning(): void {
  const { entries, writing } = usePortal();
  const hasUnsent = entries.length > 0 || writing > 0;
  useEffect(() => {
    if (!hasUnsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsent]);
}

/** How soon the phone's memory, or the server for who is signed in, is asked again after a failure. */
const RETRY_MS = 10_000;

/**
 * The driver whose list is shown. While nobody knows who is signed in, because the server cannot be asked, it is the
 * one whose list is stored on this phone.
 */
function useDriverId(): number | undefined {
  const queryClient = useQueryClient();
  // Both from one render: the cache knows the answer a moment before `user` does, and a driver in that moment would be
  // taken for signed out.
  const { user, isKnown } = useAuth();
  const { deliveries, myDay } = usePortal().notes;
  const driverId = user?.role === 'driver' ? user.id : undefined;
  const isSignedOut = isKnown && driverId === undefined;
  useEffect(() => {
    if (isSignedOut) void portal.forgetDriver();
  }, [isSignedOut]);
  useEffect(() => {
    if (isKnown) return;
    const timer = setInterval(() => void queryClient.refetchQueries({ queryKey: sessionKey }), RETRY_MS);
    return () => clearInterval(timer);
  }, [isKnown, queryClient]);
  return isKnown ? driverId : (deliveries ?? myDay)?.driverId;
}

function Start({ code, problem }: { code: string; problem: string | undefined }) {
  const { user } = useAuth();
  const { notes, orders } = usePortal();
  const { deliveries } = notes;
  const driverId = useDriverId();
  const isHydrated = useIsHydrated();
  return (
    <main data-rendered={!isHydrated || undefined} className={`${styles.column} ${styles.main}`}>
      <div>
        <RouteLine width={120} />
        <Title order={1} mt="xs">
          Driver Portal
        </Title>
      </div>
      <HandedInNotices />
      <RefusedEntries hasCodeField />
      {driverId !== undefined && <MyDay key={`day ${driverId}`} driverId={driverId} />}
      {driverId !== undefined && <OwnDeliveries key={driverId} driverId={driverId} />}
      <HeldOrders listed={driverId === undefined ? [] : (deliveries?.rows.map(({ id }) => id) ?? [])} />
      {(driverId !== undefined || orders.size > 0) && <ScanToOpen />}
      <AccessCard initialCode={code} initialProblem={problem} />
      {!user && driverId === undefined && (
        <Button component={Link} href={paths.signIn} variant="subtle">
          Sign in with a driver account
        </Button>
      )}
    </main>
  );
}

function Screen() {
  const { isResolved } = usePortal();
  const shown = useShownOrder();
  const { code, isOpening, problem } = useCodeInAddress(accessOrder);
  const isHydrated = useIsHydrated();
  // Nothing was open on this phone: the card can be used before everybody has been asked.
  const isFresh = !isHydrated || !isReturning();
  if (isOpening || (!shown && !isResolved && !isFresh)) {
    return (
      <main className={`${styles.column} ${styles.main}`}>
        <Title order={1} className="visually-hidden">
          Driver Portal
        </Title>
        {isOpening ? <AccessCard initialCode={code} isPending /> : <SkeletonRows rows={4} height={150} />}
      </main>
    );
  }
  return shown ? <OpenOrder key={shown.order.id} shown={shown} /> : <Start key={code} code={code} problem={problem} />;
}

/** Brings back what this phone holds; one whose memory cannot be read at the moment is asked again. */
function useResume(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resume = () =>
      portal.resume().catch((error: unknown) => {
        console.warn('This phone could not be read yet', error);
        timer = setTimeout(resume, RETRY_MS);
      });
    void resume();
    return () => clearTimeout(timer);
  }, []);
}

/** A code opens one order, and everything done to it is kept until it is sent. */
export function DriverPortal() {
  const { isReady, writing } = usePortal();
  useOutboxToasts();
  useUnsentWarning();
  useKeptPage('/driver-sw.js', paths.driver);
  useEffect(preloadToastsLater, []);
  useResume();

  return (
    <MantineThemeProvider theme={driverTheme}>
      <link rel="manifest" href="/driver.webmanifest" />
      <link rel="apple-touch-icon" href="/icons/driver-apple-180.png" />
      <div className={styles.root} data-driver data-ready={(isReady && writing === 0) || undefined}>
        <DemoRibbon />
        <PortalHeader />
        <Screen />
      </div>
    </MantineThemeProvider>
  );
}
