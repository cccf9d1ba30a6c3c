import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../../../lib/api/trpc.ts';

const VERSIONS_A_PAGE = 20;

/** The saved versions of a template, newest first, as far as they were requested; read again at every opening. */
export function useTemplateVersions(id: number) {
  const { client } = trpc.useUtils();
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.templates.versions, { id }, 'infinite'),
    queryFn: ({ pageParam }) => client.templates.versions.query({ id, page: pageParam, limit: VERSIONS_A_PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    gcTime: 0,
    // Two pages may overlap when somebody saved in between.
    select: ({ pages }) => [
      ...new Map(pages.flatMap((page) => page.data).map((version) => [version.version, version])).values(),
    ],
  });
}
