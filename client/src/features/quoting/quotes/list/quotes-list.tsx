import { ActionIcon, Button, NativeSelect, Title } from '@mantine/core';
import type { quotePage } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { IconDownload, IconLayoutList, IconList } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../../../components/feedback/no-matches.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { ExcelButton } from '../../../../components/lists/excel-button.tsx';
import { NewRowsButton } from '../../../../components/lists/new-rows-button.tsx';
import { PagedList } from '../../../../components/lists/paged-list.tsx';
import { Hint } from '../../../../components/text/hint.tsx';
import { excelHref } from '../../../../lib/addresses/paper-links.ts';
import { useAuth } from '../../../../lib/api/session.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { readStored, store } from '../../../../lib/storage/local-store.ts';
import { formatTotal } from '../../../../lib/words/format.ts';
import { useLiveQuotes } from './live-quotes.tsx';
import { QuoteCard } from './quote-card.tsx';
import { QuoteRow } from './quote-rows.tsx';
import { useQuotesExport } from './quotes-csv.ts';
import { QuotesFilters } from './quotes-filters.tsx';
import styles from './quotes-list.module.css';
import { listInputOf, pageSizes, type useQuotesView } from './quotes-view.ts';

type ListLook = 'cards' | 'rows';
const keyOf = (userId: number) => `quickfleet-quotes-look-${userId}`;

const read = (userId: number): ListLook => (readStored(keyOf(userId)) === 'rows' ? 'rows' : 'cards');

/** Cards with everything, or a line each: remembered in this browser, for each person. */
function useListLook(userId: number): [ListLook, (look: ListLook) => void] {
  const [look, setLook] = useState(() => read(userId));
  const change = (next: ListLook) => {
    setLook(next);
    store(keyOf(userId), next);
  };
  return [look, change];
}

const CARD_HEIGHT = 230;
type QuotesViewState = ReturnType<typeof useQuotesView>;
type Page = z.infer<typeof quotePage>;

/** '2 new quotes · Show': they come when they are asked for, never under the pointer. */
function Arrivals({ rows, onShow }: { rows: Page['data']; onShow: () => void }) {
  const { arrived } = useLiveQuotes();
  const count = arrived.filter((id) => !rows.some((row) => row.id === id)).length;
  return (
    <NewRowsButton
      count={count}
      words={t('{count, plural, one {# new quote} other {# new quotes}}', { count })}
      onShow={onShow}
    />
  );
}

function Nothing({ quotesView: { view, isFiltered, clear, open } }: { quotesView: QuotesViewState }) {
  if (!isFiltered) {
    return (
      <EmptyState
        title={t('No quotes yet')}
        text={t('Requests from the home page appear here. You can also write one down yourself.')}
        action={<Button onClick={() => open('create')}>{t('Create Quote')}</Button>}
      />
    );
  }
  return (
    <NoMatches
      title={view.q ? t('No results for “{q}”', { q: view.q }) : t('No quote matches these filters')}
      text={t('Quotes are found by number, reference, addresses, customer and the people at the stops.')}
      onClear={clear}
    />
  );
}

/** All quotes, newest first unless asked otherwise, a page at a time. */
export function QuotesList({ quotesView }: { quotesView: QuotesViewState }) {
  const { view, filter, only, goToPage, open } = quotesView;
  const utils = trpc.useUtils();
  const { gone, settle } = useLiveQuotes();
  const { user } = useAuth();
  const [look, setLook] = useListLook(user?.id ?? 0);
  const Shown = look === 'rows' ? QuoteRow : QuoteCard;
  const { exportAll, isExporting } = useQuotesExport(view);
  const heading = useRef<HTMLHeadingElement>(null);
  const query = trpc.quotes.list.useQuery(listInputOf(view), {
    placeholderData: keepPreviousData,
    trpc: { abortOnUnmount: true },
  });
  const page = query.data;

  const show = () => {
    settle();
    only({ sort: 'newest' });
    void utils.quotes.list.invalidate();
    heading.current?.focus();
  };
  const turnTo = (to: number, how?: 'replace') => {
    goToPage(to, how);
    if (!how) heading.current?.focus();
  };

  return (
    <>
      <QuotesFilters quotesView={quotesView} isSearching={query.isFetching && query.isPlaceholderData} />
      <div className={styles.head}>
        <Title order={2} ref={heading} tabIndex={-1}>
          {t('All Quotes ({count})', { count: page ? formatTotal(page) : 0 })}
        </Title>
        <Arrivals rows={page?.data ?? []} onShow={show} />
        {page && page.total > 0 && (
          <Hint label={look === 'rows' ? t('Show cards') : t('Show a line for each')}>
            <ActionIcon
              ml="auto"
              size="lg"
              variant="default"
              aria-label={t('Compact rows')}
              aria-pressed={look === 'rows'}
              onClick={() => setLook(look === 'rows' ? 'cards' : 'rows')}
            >
              {look === 'rows' ? <IconLayoutList size={18} aria-hidden /> : <IconList size={18} aria-hidden />}
            </ActionIcon>
          </Hint>
        )}
        {page && page.total > 0 && (
          <PendingButton
            size="xs"
            variant="default"
            isPending={isExporting}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void exportAll()}
          >
            {isExporting ? t('Exporting...') : t('Export CSV')}
          </PendingButton>
        )}
        {page && page.total > 0 && <ExcelButton href={excelHref('quotes', listInputOf(view))} size="xs" />}
      </div>
      <PagedList
        query={query}
        failed={t('The quotes could not be loaded')}
        skeleton={{ height: CARD_HEIGHT }}
        empty={<Nothing quotesView={quotesView} />}
        search={view.q}
        what={t('quotes')}
        onPage={turnTo}
        aside={
          <NativeSelect
            size="xs"
            aria-label={t('Quotes per page')}
            value={view.limit}
            onChange={(event) => filter({ limit: pageSizes.find((size) => size === event.currentTarget.value) })}
            data={pageSizes.map((size) => ({ value: size, label: t('{size} per page', { size }) }))}
          />
        }
      >
        {(quotes) => (
          <ul className={styles.list} data-look={look} aria-busy={query.isPlaceholderData} aria-label={t('Quotes')}>
            {quotes.map((quote) => (
              <li key={quote.id}>
                <Shown quote={quote} isGone={gone.has(quote.id)} onOpen={open} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
