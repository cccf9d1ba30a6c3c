import { t } from '@quickfleet/shared/words/t';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { LiveNote } from '../../../components/feedback/live-note.tsx';
import { statusOf } from '../../../lib/api/error-message.ts';
import { OrderNotFound } from './search/order-not-found.tsx';
import { TrackingSkeleton } from './search/tracking-skeleton.tsx';
import { TrackingResult } from './tracking-result.tsx';
import type { useTrackedOrder } from './use-tracked-order.ts';

interface TrackingOutcomeProps {
  tracked: ReturnType<typeof useTrackedOrder>;
  trackingNumber: string;
}

/** What became of a search: the order, why there is none, or that it is on its way. */
export function TrackingOutcome({ tracked, trackingNumber }: TrackingOutcomeProps) {
  const { query, isLive, isLost, isOnline } = tracked;
  const { data, error, isFetching, dataUpdatedAt } = query;
  const refresh = () => void query.refetch();
  if (data) {
    const note = (
      <LiveNote
        updatedAt={dataUpdatedAt}
        isLive={isLive}
        isLost={isLost}
        isOnline={isOnline}
        hasFailed={query.isRefetchError}
        isFetching={isFetching}
        onRefresh={refresh}
      />
    );
    return <TrackingResult order={data} freshness={note} />;
  }
  if (error && statusOf(error) === 404) return <OrderNotFound error={error} trackingNumber={trackingNumber} />;
  if (error && !isFetching)
    return <ErrorState title={t('The order could not be loaded')} error={error} onRetry={refresh} />;
  return <TrackingSkeleton />;
}
