import { useEffect, useEffectEvent } from 'react';

interface PagedQuery {
  data: { page: number; total: number; totalPages: number } | undefined;
  isPlaceholderData: boolean;
}

/** Goes to the last page when the shown one no longer exists, because its last row was removed; true until it is there. */
export function useLastPage({ data, isPlaceholderData }: PagedQuery, goTo: (page: number) => void): boolean {
  const isPast = data !== undefined && data.total > 0 && data.page > data.totalPages;
  const last = isPast && !isPlaceholderData ? data.totalPages : undefined;
  const turnBack = useEffectEvent(goTo);
  useEffect(() => {
    if (last !== undefined) turnBack(last);
  }, [last]);
  return isPast;
}
