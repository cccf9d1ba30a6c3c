import { Container, Text, Title } from '@mantine/core';
import { normaliseTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { useEffect, useRef } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import { RouteLine } from '../components/delivery/route-line.tsx';
import { Announcer } from '../features/delivery/tracking/announcer.tsx';
import { NeedHelp } from '../features/delivery/tracking/help/need-help.tsx';
import { TrackingSearch } from '../features/delivery/tracking/search/tracking-search.tsx';
import { progressOf, titleOf } from '../features/delivery/tracking/tracked-progress.ts';
import styles from '../features/delivery/tracking/tracking.module.css';
import { TrackingOutcome } from '../features/delivery/tracking/tracking-outcome.tsx';
import { useTrackedOrder } from '../features/delivery/tracking/use-tracked-order.ts';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { statusOf } from '../lib/api/error-message.ts';
import { ended } from '../lib/words/ended.ts';

const ABOUT = t('Where your order is, what comes next and when: live, with nothing but the tracking number.');

/** What the tab and a link preview say: the order's state, as soon as it is known. */
function wordsFor(trackingNumber: string, order: TrackedOrder | undefined): { title: string; description: string } {
  if (trackingNumber === '') return { title: t('Track Your Order'), description: ABOUT };
  const title = titleOf(trackingNumber, order);
  if (!order) return { title, description: ABOUT };
  const { sentence, when, next } = progressOf(order);
  return { title, description: [ended(sentence), when, next].filter(Boolean).join(' ') };
}

/**
 * /track and /track/{number}: the number lives in the address, so Back, reload and a shared link show the same order.
 */
export function TrackingPage() {
  const { trackingNumber: written = '' } = useParams();
  const trackingNumber = normaliseTracking(written);
  const [, navigate] = useLocation();
  const tracked = useTrackedOrder(trackingNumber);
  const input = useRef<HTMLInputElement>(null);
  const hasSearched = useRef(false);
  const isMissing = statusOf(tracked.query.error) === 404;
  const { title, description } = wordsFor(trackingNumber, tracked.query.data);
  useDocumentTitle(title, description);

  // After a search the focus moves to the answer, or back to a wrong number; after a link it stays.
  const result = useRef<HTMLDivElement>(null);
  const found = tracked.query.data?.trackingNumber;
  useEffect(() => {
    if (!hasSearched.current) return;
    const heading = found ? result.current?.querySelector<HTMLElement>('h2') : undefined;
    if (heading) heading.tabIndex = -1;
    if (isMissing) input.current?.focus();
    else heading?.focus({ preventScroll: true });
  }, [isMissing, found]);

  if (written !== trackingNumber)
    return <Redirect to={trackingNumber ? paths.trackNumber(trackingNumber) : paths.track} replace />;

  const search = (wanted: string) => {
    hasSearched.current = true;
    if (wanted === trackingNumber) void tracked.query.refetch();
    else navigate(paths.trackNumber(wanted));
  };

  return (
    <Container className={styles.page}>
      <div className={`${styles.head} no-print`}>
        <Title order={1}>{t('Track Your Order')}</Title>
        <TrackingSearch initial={trackingNumber} inputRef={input} onSearch={search} />
      </div>
      <Announcer order={tracked.query.data} />
      <div ref={result} className={styles.below} data-order={trackingNumber !== '' || undefined}>
        {trackingNumber ? (
          <TrackingOutcome tracked={tracked} trackingNumber={trackingNumber} />
        ) : (
          <div className={styles.intro}>
            <RouteLine shape="hero" width={420} />
            <Text maw={520}>
              {t(
                'Enter the tracking number from your confirmation e-mail to see where your order is, what comes next and when.',
              )}
            </Text>
          </div>
        )}
        {/* Below a skeleton it would move with whatever takes the skeleton's place. */}
        {!(trackingNumber && tracked.query.isPending) && <NeedHelp trackingNumber={trackingNumber} />}
      </div>
    </Container>
  );
}
