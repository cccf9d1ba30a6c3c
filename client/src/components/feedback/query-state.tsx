import { ErrorState } from './error-state.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

interface QueryErrorProps {
  query: { isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown };
  /** Says what could not be loaded. */
  title: string;
}

/** The error of a query that failed, with a way to try again. */
export function QueryError({ query, title }: QueryErrorProps) {
  if (!query.isError) return null;
  return (
    <ErrorState title={title} error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  );
}

interface QueryStateProps extends QueryErrorProps {
  query: QueryErrorProps['query'] & { isPending: boolean };
  /** The rows shown while loading, of the final size. */
  rows?: number;
  height?: number;
}

/** What a query shows without data: rows while it loads, or its error with a way to try again. */
export function QueryState({ query, title, ...rows }: QueryStateProps) {
  return query.isPending ? <SkeletonRows {...rows} /> : <QueryError query={query} title={title} />;
}
