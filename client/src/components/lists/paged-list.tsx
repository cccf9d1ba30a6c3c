import { Flex } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useLastPage } from '../../lib/addresses/use-last-page.ts';
import { useMovedAlone } from '../../lib/live/use-moved-alone.ts';
import { QueryState } from '../feedback/query-state.tsx';
import { Steady } from '../feedback/steady.tsx';
import { SearchMarks } from './marked.tsx';
import { Pager } from './pager.tsx';

/** A page of a list as the server answers it. */
export interface Page<Row> {
  data: Row[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  totalIsEstimate?: true | undefined;
}
interface PagedListProps<Row> {
  query: ComponentProps<typeof QueryState>['query'] & { data: Page<Row> | undefined; isPlaceholderData: boolean };
  /** Says that it could not be loaded. */
  failed: string;
  /** The rows of the skeleton, of the final size. */
  skeleton?: { rows?: number; height?: number };
  /** Why there is none: nothing yet, or nothing that matches the filters. */
  empty: ReactNode;
  /** What was searched for: marked in the rows. */
  search?: string;
  /** What the rows are, within a sentence: 'orders'. */
  what: string;
  /** `replace` for a page that is no more: Back does not return to it. */
  onPage: (page: number, how?: 'replace') => void;
  /** Stands next to the pages. */
  aside?: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** Which rows stand where. */
const placesOf = (rows: readonly unknown[] | undefined): string =>
  (rows ?? []).map((row) => (typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '')).join(' ');

/** One page of a list: it loads, could not be loaded, has nothing, or shows its rows and the way to the other pages. */
export function PagedList<Row>({
  query,
  failed,
  skeleton,
  empty,
  search = '',
  what,
  onPage,
  aside,
  children,
}: PagedListProps<Row>) {
  const { data: list } = query;
  const isPast = useLastPage(query, (to) => onPage(to, 'replace'));
  const isEmpty = list?.data.length === 0;
  const hasMoved = useMovedAlone(placesOf(list?.data), `${list === undefined} ${query.isPlaceholderData}`);
  const pager = list && <Pager {...list} what={what} onPage={onPage} />;
  return (
    <>
      <QueryState query={query} title={failed} {...skeleton} />
      {isEmpty && !isPast && empty}
      {list && !isEmpty && (
        <Steady isGuarded={hasMoved} style={{ display: 'contents' }}>
          <SearchMarks value={search}>{children(list.data)}</SearchMarks>
        </Steady>
      )}
      {aside && !isEmpty ? (
        <Flex wrap="wrap" gap="8px 24px" align="flex-end">
          <div style={{ flex: '1 1 280px' }}>{pager}</div>
          {aside}
        </Flex>
      ) : (
        pager
      )}
    </>
  );
}
