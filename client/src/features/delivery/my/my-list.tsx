import { Button } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import type { ComponentProps, ReactNode } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { inNewTab } from '../../../lib/addresses/paper-links.ts';

interface MyListProps<Row> {
  title: string;
  what: 'orders' | 'quotes';
  query: ComponentProps<typeof PagedList<Row>>['query'];
  empty: string;
  onPage: (page: number, how?: 'replace') => void;
  row: (row: Row) => ReactNode;
}

/** One of the lists of /my: its rows by pages, or why there are none. */
export function MyList<Row>({ title, what, query, empty, onPage, row }: MyListProps<Row>) {
  return (
    <SectionCard title={title}>
      <PagedList
        query={query}
        failed={t('{what, select, orders {Your orders could not be loaded} other {Your quotes could not be loaded}}', {
          what,
        })}
        skeleton={{ rows: 3, height: 110 }}
        empty={
          <EmptyState
            title={t('{what, select, orders {No orders yet} other {No quotes yet}}', { what })}
            text={empty}
          />
        }
        what={t('{what, select, orders {orders} other {quotes}}', { what })}
        onPage={onPage}
      >
        {(rows) => <ul>{rows.map(row)}</ul>}
      </PagedList>
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
    <Button
      {...inNewTab}
      href={href}
      variant="default"
      size="xs"
      aria-label={t('{paper} of {name}', { paper: text, name: of })}
      leftSection={icon}
    >
      {text}
    </Button>
  );
