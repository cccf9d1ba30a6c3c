import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { Pager } from '../../../components/lists/pager.tsx';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { inNewTab } from '../../../lib/addresses/paper-links.ts';

interface PageData<Row> {
  data: Row[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  totalIsEstimate?: true | undefined;
}
interface MyListProps<Row> {
  title: string;
  /** 'orders' */
  what: string;
  query: Parameters<typeof QueryState>[0]['query'] & { data?: PageData<Row> | undefined };
  empty: string;
  onPage: (page: number) => void;
  row: (row: Row) => ReactNode;
}

/** One of the lists of /my: its rows by pages, or why there are none. */
export function MyList<Row>({ title, what, query, empty, onPage, row }: MyListProps<Row>) {
  return (
    <SectionCard title={title}>
      <QueryState query={query} title={`Your ${what} could not be loaded`} rows={3} height={110} />
      {query.data?.total === 0 && <EmptyState title={`No ${what} yet`} text={empty} />}
      <ul>{query.data?.data.map(row)}</ul>
      {query.data && <Pager {...query.data} onPage={onPage} what={what} />}
    </SectionCard>
  );
}

interface MyPaperProps {
  /** null where there is no such paper. */
  href: string | null;
  text: string;
  /** What it is of, for who does not see the row around it. */
  of: string;
  icon?: ReactNode;
}

/** A paper of an order or a quote, in a new tab. */
export const MyPaper = ({ href, text, of, icon }: MyPaperProps) =>
  href && (
    <Button {...inNewTab} href={href} variant="default" size="xs" aria-label={`${text} of ${of}`} leftSection={icon}>
      {text}
    </Button>
  );
