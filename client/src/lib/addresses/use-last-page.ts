import { useEffect, useEffectEvent } from 'react';

interface PagedQuery {
  data: { total: number; totalPages: number } | undefined;
  isPlaceholderData: boolean;
}

/** Goes to the last page when the shown one no longer exists, because its last row was removed. */
export function useLastPage({ data, isPlaceholderData }: PagedQuery, page: number, goTo: (page: string) => void): void {
  const isPast = data && !isPlaceholderData && data.total > 0 && page > data.totalPages;
  const last = isPast ? data.totalPages : undefined;
  const turnBack = useEffectEvent(goTo);
  useEffect(() => {
    if (last !== undefined) turnBack(String(last));
  }, [last]);
}
