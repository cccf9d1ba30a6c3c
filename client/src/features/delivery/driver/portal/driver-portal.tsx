import { Button, createTheme, MantineThemeProvider, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RouteLine } from '../../../../components/delivery/route-line.tsx';
import { SkeletonRows } from '../../../../components/feedback/skeleton-rows.tsx';
import { Ribbon } from '../../../../components/ribbon.tsx';
import { sessionKey, useAuth } from '../../../../lib/api/session.tsx';
import { useOfflinePage } from '../../../../lib/forms/use-offline-page.ts';
import { useIsHydrated } from '../../../../lib/hooks/use-is-hydrated.ts';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { useClickGuard } from '../../../../lib/live/use-click-guard.ts';
import { preloadToastsLater } from '../../../../lib/toast.ts';
import { loadDialogs, loadPad } from '../asking/load-dialogs.ts';
import { NEXT_STOP } from '../day/next-stop-id.ts';
import { Notices } from '../notices/notices.tsx';
import { portal, usePortal, useShownOrder } from '../outbox/portal.ts';
import { hasOpenOrderFlag } from '../outbox/portal-store.ts';
import { isSettled } from '../outbox/storing/entries.ts';
import { ScanToOpen } from '../scan/scan-button.tsx';
import { useDaySharing } from '../sharing/use-day-sharing.ts';
import { AccessCard, SignInLink } from './access-card.tsx';
import { HeldOrders, OwnDeliveries } from './deliveries.tsx';
import styles from './driver.module.css';
import { accessOrder, NO_CONNECTION, showToast } from './drivers-mutations.ts';
import { PortalHeader } from './portal-header.tsx';

/**
 * Gloves, rain and glare: nothing to tap is smaller than 48 px, no text smaller than 16 (sizes of text:
 * driver.module.css).
 */
const driverTheme = createTheme({
  components: {
    Button: {
      defaultProps: { size: 'lg', radius: 'md', px: 'sm', fz: '1.0625rem' },
      // A label that does not fit on one line takes two: half a word on an irreversible button is worse.
      styles: {
        // A grid also centres the label of links, which have no fixed height.
        root: {
          display: 'inline-grid',
          alignContent: 'center',
          height: 'auto',
          minHeight: 'var(--button-height)',
          paddingBlock: 'var(--button-block, 6px)',
        },
        label: {
          ...{ height: 'auto', overflow: 'visible', whiteSpace: 'normal', textAlign: 'center' },
          lineHeight: 'var(--button-line, 1.25)',
        },
      },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 48 } },
    TextInput: { defaultProps: { size: 'lg' } },
    Textarea: { defaultProps: { size: 'lg' } },
    Select: { defaultProps: { size: 'lg' } },
    CloseButton: { defaultProps: { size: 48, iconSize: 22 } },
    Badge: {
      defaultProps: { radius: 'sm', tt: 'none', fw: 600, size: 'lg' },
      // As high as its text is large: a `g` is whole.
      styles: { root: { height: '2rem', fontSize: '1rem', lineHeight: 1.4 } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.5 },
        closeButtonProps: { 'aria-label': t('Close'), size: 48, iconSize: 22 },
        transitionProps: { duration: 160 },
      },
      styles: { title: { fontWeight: 650, fontSize: '1.25rem' } },
    },
  },
});

const codeIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? '';

interface CodeInAddress {
  /** Resolves to why the code opened nothing. */
  open: (code: string) => Promise<string | undefined>;
  isUntried: (reason: string) => boolean;
  isReachable: boolean;
}

/**
 * Dispatch sends drivers /driver#code=…: the code is tried, and removed from the address and history when it was. A code
 * that does not open anything is left in the field. One that could not be tried (`isUntried`) stays in the address and is
 * tried again once the server can be reached.
 */
function useCodeInAddress({ open, isUntried, isReachable }: CodeInAddress): {
  code: string;
  isOpening: boolean;
  problem: string | undefined;
} {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  const isUnderWay = useRef(false);
  const take = async () => {
    const found = codeIn(location.hash);
    if (!found || isUnderWay.current) return;
    isUnderWay.current = true;
    setCode(found);
    setOpening(true);
    const reason = await open(found);
    // Until it was tried it stays in the address: a reload would lose it.
    const isTried = !reason || !isUntried(reason);
    if (isTried && codeIn(location.hash) === found)
      history.replaceState(history.state, '', location.pathname + location.search);
    // A code that worked is not offered again when the driver wants a different order.
    if (!reason) setCode('');
    setProblem(reason);
    setOpening(false);
    isUnderWay.current = false;
  };
  useLayoutEffect(() => void take(), []);
  useEffect(() => {
    if (isReachable) void take();
  }, [isReachable]);
  useWindowEvent('hashchange', () => void take());
  return { code, isOpening, problem };
}

/** Loaded after the first view, so that a code can be typed sooner. */
const loadOpenOrder = () => import('../order/open-order.tsx');
const openWithCode = (code: string): Promise<string | undefined> => {
  // Comes while the server looks for the order; who shows it asks again.
  void loadOpenOrder().catch(() => undefined);
  return accessOrder(code);
};
/** Only a driver with an account has a day. */
const loadMyDay = () => import('../day/my-day.tsx');

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
  const { notes, orders, isReachable } = usePortal();
  const { deliveries } = notes;
  const driverId = useDriverId();
  const day = useLater(loadMyDay, driverId !== undefined && isReachable, () => undefined);
  const isHydrated = useIsHydrated();
  return (
    <main data-rendered={!isHydrated || undefined} className={`${styles.column} ${styles.main}`}>
      <div>
        <RouteLine width={120} />
        <Title order={1} mt="xs">
          {t('Driver Portal')}
        </Title>
      </div>
      <Notices hasCodeField />
      {driverId !== undefined &&
        (day ? <day.MyDay key={`day ${driverId}`} driverId={driverId} /> : <SkeletonRows rows={1} height={220} />)}
      {driverId !== undefined && <OwnDeliveries key={driverId} driverId={driverId} />}
      <HeldOrders listed={driverId === undefined ? [] : (deliveries?.rows.map(({ id }) => id) ?? [])} />
      {notes.myDay?.driverId !== driverId && (driverId !== undefined || orders.size > 0) && <ScanToOpen />}
      <AccessCard initialCode={code} initialProblem={problem} access={openWithCode} />
      {!user && driverId === undefined && (
        <Button renderRoot={(props) => <SignInLink {...props} />} variant="subtle">
          {t('Sign in with a driver account')}
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
  useLater(loadPad, false, () => undefined);
  useLater(loadDialogs, false, () => undefined);
  useLanding(shown?.order.id);
  const hasJustOpened = useClickGuard(String(shown?.order.id));
  const { code, isOpening, problem } = useCodeInAddress({
    open: openWithCode,
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
          {t('Driver Portal')}
        </Title>
        {isOpening ? <AccessCard initialCode={code} isPending /> : <SkeletonRows rows={4} height={150} />}
      </main>
    );
  }
  if (shown && part) return <part.OpenOrder key={shown.order.id} shown={shown} hasJustOpened={hasJustOpened} />;
  return <Start key={code} code={code} problem={problem} />;
}

/** Reads what this phone stores, retrying until that works, and shows toasts about what is sent. */
function useStart(): void {
  useEffect(() => {
    preloadToastsLater();
    const stopToasts = portal.onEvent(showToast);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resume = () =>
      portal.resume().catch((error: unknown) => {
        console.warn('This phone could not be read yet', error);
        timer = setTimeout(resume, RETRY_MS);
      });
    void resume();
    return () => {
      stopToasts();
      clearTimeout(timer);
    };
  }, []);
}

/** A code opens one order, and everything done to it is stored until it is sent. */
export function DriverPortal() {
  const { isReady, writing } = usePortal();
  useUnsentWarning();
  useOfflinePage('/driver-sw.js', paths.driver);
  useStart();
  useDaySharing();

  return (
    <MantineThemeProvider theme={driverTheme}>
      <link rel="manifest" href="/driver.webmanifest" />
      <link rel="apple-touch-icon" href="/icons/driver-apple-180.png" />
      <div className={styles.root} data-driver data-ready={(isReady && writing === 0) || undefined}>
        <Ribbon />
        <PortalHeader />
        <Screen />
      </div>
    </MantineThemeProvider>
  );
}
