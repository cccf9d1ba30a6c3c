import { Button, MantineThemeProvider, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { RouteLine } from '../../../../components/delivery/route-line.tsx';
import { DemoRibbon } from '../../../../components/demo-ribbon.tsx';
import { SkeletonRows } from '../../../../components/feedback/skeleton-rows.tsx';
import { sessionKey, useAuth } from '../../../../lib/api/session.tsx';
import { useOfflinePage } from '../../../../lib/forms/use-offline-page.ts';
import { preloadToastsLater } from '../../../../lib/toast.ts';
import { useIsHydrated } from '../../../../lib/use-is-hydrated.ts';
import { MyDay } from '../day/my-day.tsx';
import { NEXT_STOP } from '../day/next-stop.tsx';
import { Notices } from '../notices/notices.tsx';
import { loadDialogs } from '../order/load-dialogs.ts';
import { useLater } from '../order/use-later.ts';
import { hasOpenOrderFlag } from '../outbox/returning.ts';
import { isSettled } from '../outbox/storing/entries.ts';
import { portal, usePortal, useShownOrder } from '../outbox/use-portal.ts';
import { ScanToOpen } from '../scan/scan-to-open.tsx';
import { AccessCard, SignInLink } from './access-card.tsx';
import styles from './driver.module.css';
import { driverTheme } from './driver-theme.ts';
import { accessOrder, NO_CONNECTION, useOutboxToasts } from './drivers-mutations.ts';
import { HeldOrders } from './held-orders.tsx';
import { OwnDeliveries } from './own-deliveries.tsx';
import { PortalHeader } from './portal-header.tsx';
import { useCodeInAddress } from './use-code-in-address.ts';

/** Loaded after the first view, so that a code can be typed sooner. */
const loadOpenOrder = () => import('../order/open-order.tsx');

/** Asks before the page is closed with unsent or half-written work, although all of it is stored. */
function useUnsentWarning(): void {
  const { entries, drafts, writing } = usePortal();
  const hasUnsent = !entries.every(isSettled) || drafts.size > 0 || writing > 0;
  useEffect(() => {
    if (!hasUnsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsent]);
}

/** How soon the phone's memory, or the server for who is signed in, is asked again after a failure. */
const RETRY_MS = 10_000;

/** The driver to show a list for. While the server cannot say who is signed in, it is the driver of the stored list. */
function useDriverId(): number | undefined {
  const queryClient = useQueryClient();
  // Both from one render: the cache has the answer before `user` does, which would look like a sign-out.
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
      <Notices hasCodeField />
      {driverId !== undefined && <MyDay key={`day ${driverId}`} driverId={driverId} />}
      {driverId !== undefined && <OwnDeliveries key={driverId} driverId={driverId} />}
      <HeldOrders listed={driverId === undefined ? [] : (deliveries?.rows.map(({ id }) => id) ?? [])} />
      {(driverId !== undefined || orders.size > 0) && <ScanToOpen />}
      <AccessCard initialCode={code} initialProblem={problem} />
      {!user && driverId === undefined && (
        <Button renderRoot={(props) => <SignInLink {...props} />} variant="subtle">
          Sign in with a driver account
        </Button>
      )}
    </main>
  );
}

/** An order starts at its top; coming back from one leads to the next stop of the day. */
function useLanding(orderId: number | undefined): void {
  const before = useRef(orderId);
  useEffect(() => {
    const isBack = before.current !== undefined && orderId === undefined;
    const isOther = before.current !== orderId;
    before.current = orderId;
    const next = isBack ? document.getElementById(NEXT_STOP) : null;
    if (next) {
      next.scrollIntoView();
      next.focus({ preventScroll: true });
    } else if (isOther) scrollTo({ top: 0 });
  }, [orderId]);
}

function Screen() {
  const { isResolved, isReachable } = usePortal();
  const shown = useShownOrder();
  // Asked for again with the next connection.
  const part = useLater(loadOpenOrder, shown !== undefined && isReachable, () => undefined);
  // Then the dialogs, so that nobody waits for them at the door.
  useLater(loadDialogs, false, () => undefined);
  useLanding(shown?.order.id);
  const { code, isOpening, problem } = useCodeInAddress({
    open: accessOrder,
    isUntried: (reason) => reason === NO_CONNECTION,
    isReachable,
  });
  const isHydrated = useIsHydrated();
  // Nothing was open on this phone: the card can be used before database and server have answered.
  const isFresh = !isHydrated || !hasOpenOrderFlag();
  if (isOpening || (shown && !part) || (!shown && !isResolved && !isFresh)) {
    return (
      <main className={`${styles.column} ${styles.main}`}>
        <Title order={1} className="visually-hidden">
          Driver Portal
        </Title>
        {isOpening ? <AccessCard initialCode={code} isPending /> : <SkeletonRows rows={4} height={150} />}
      </main>
    );
  }
  if (shown && part) return <part.OpenOrder key={shown.order.id} shown={shown} />;
  return <Start key={code} code={code} problem={problem} />;
}

/** Reads what this phone stores, and retries until that works. */
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

/** A code opens one order, and everything done to it is stored until it is sent. */
export function DriverPortal() {
  const { isReady, writing } = usePortal();
  useOutboxToasts();
  useUnsentWarning();
  useOfflinePage('/driver-sw.js', paths.driver);
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
