import { Button, Stack, Text, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { SkeletonRows } from '../../../../components/feedback/skeleton-rows.tsx';
import { lazyExtra } from '../../../../lib/loading/lazy-named.ts';
import { portal, usePortal, usePortalEvents } from '../outbox/portal.ts';
import styles from '../portal/driver.module.css';
import { DayStops } from './day-stops.tsx';

const PushOffer = lazyExtra(() => import('../push/push-offer.tsx').then((m) => m.PushOffer));
const MyPay = lazyExtra(() => import('./my-pay.tsx').then((m) => m.MyPay));
const SharingCard = lazyExtra(() => import('../sharing/sharing-card.tsx').then((m) => m.SharingCard));

/** How soon the office's changes to the day are seen while the portal is on the screen. */
const REREAD_MS = 60_000;
/** How soon it is read again while nothing is shown, or after a failure. */
const RETRY_MS = 10_000;

/** While no day is kept on this phone: that it is being read, or that this did not work. */
function NoDay({ isFailed, isReading, onRetry }: { isFailed: boolean; isReading: boolean; onRetry: () => void }) {
  return (
    <section aria-labelledby="my-day-title">
      <Title order={2} size="h3" id="my-day-title" mb="sm">
        {t('My day')}
      </Title>
      {isFailed ? (
        <Stack gap="sm" className={styles.card ?? ''}>
          <Text role="status">{t('We could not read your day. Trying again…')}</Text>
          <Button variant="default" fullWidth onClick={onRetry} loading={isReading}>
            {t('Try again')}
          </Button>
        </Stack>
      ) : (
        <SkeletonRows rows={1} height={220} />
      )}
    </section>
  );
}

/** Today's stops of a signed-in driver in order, the next one first; what was read last works without a network. */
export function MyDay({ driverId }: { driverId: number }) {
  const { notes, isReachable } = usePortal();
  const kept = notes.myDay?.driverId === driverId ? notes.myDay : undefined;
  const { errorUpdatedAt, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ['driver', 'day', driverId],
    queryFn: () => portal.readDay(driverId),
    staleTime: 0,
    networkMode: 'always',
    refetchOnReconnect: 'always',
    // A day that was read may leave the phone again: another tab of this browser took it for signed out.
    refetchInterval: ({ state }) => (state.status === 'error' || !kept ? RETRY_MS : REREAD_MS),
  });
  // A delay counts for the other deliveries of the day too.
  usePortalEvents((event) => void (event.type === 'sent' && event.entry.kind === 'delay' && refetch()));
  // Not `isError`, which is false again during the next try: the words stay until the day is there.
  const isFailed = errorUpdatedAt > dataUpdatedAt;
  if (!kept) return <NoDay isFailed={isFailed} isReading={isFetching} onRetry={() => void refetch()} />;
  return (
    <>
      <DayStops kept={kept} isOld={isFailed || !isReachable}>
        <Suspense fallback={null}>
          <SharingCard />
        </Suspense>
      </DayStops>
      <Suspense fallback={null}>
        <PushOffer driverId={driverId} />
      </Suspense>
      <Suspense fallback={null}>
        <MyPay driverId={driverId} />
      </Suspense>
    </>
  );
}
