import { trpc } from '../../lib/api/trpc.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { SkeletonRows } from '../feedback/skeleton-rows.tsx';
import { HistoryTimeline } from './history-timeline.tsx';

/** What happened to a quote or an order, newest first, with its loading and its failure. */
export function SubjectHistory({ subject, id }: { subject: 'quote' | 'order'; id: number }) {
  const history = trpc.history.list.useQuery({ subject, id });
  if (history.isPending) return <SkeletonRows rows={3} height={40} />;
  if (history.isError)
    return (
      <ErrorState
        title="The history could not be loaded"
        error={history.error}
        onRetry={() => void history.refetch()}
        isRetrying={history.isFetching}
      />
    );
  return <HistoryTimeline lines={history.data.data} />;
}
