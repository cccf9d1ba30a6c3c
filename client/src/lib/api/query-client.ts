import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { statusOf } from './error-message.ts';

/** The specification's defaults: no retry, no refetch on focus, no polling, data never stale. */
export const createQueryClient = (onQueryUnauthorised: () => void, onMutationUnauthorised: () => void) =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => statusOf(error) === 401 && onQueryUnauthorised() }),
    mutationCache: new MutationCache({ onError: (error) => statusOf(error) === 401 && onMutationUnauthorised() }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });
