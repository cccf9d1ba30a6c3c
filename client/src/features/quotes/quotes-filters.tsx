import { Button, Group, NativeSelect } from '@mantine/core';
import { type QuoteStatus, quoteStatuses } from '@quickfleet/shared/quote-status';
import { quoteSorts } from '@quickfleet/shared/quotes';
import { useCallback } from 'react';
import { FilterChips } from '../../components/filter-chips.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { lookOfQuote } from '../../lib/status-look.ts';
import { trpc } from '../../lib/trpc.ts';
import styles from './quotes-list.module.css';
import { sortWords, type useQuotesView } from './quotes-view.ts';

function StatusToggle({ status, isOn, onToggle }: { status: QuoteStatus; isOn: boolean; onToggle: () => void }) {
  const { icon: StatusIcon, color } = lookOfQuote(status);
  return (
    <Button
      className={styles.status}
      size="compact-sm"
      radius="xl"
      tt="capitalize"
      variant={isOn ? 'filled' : 'default'}
      {...(isOn ? { color } : {})}
      leftSection={<StatusIcon size={14} aria-hidden />}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {status}
    </Button>
  );
}

interface QuotesFiltersProps {
  quotesView: ReturnType<typeof useQuotesView>;
  isSearching: boolean;
}

/** Search, order and status of the list; all of it lives in the URL. */
export function QuotesFilters({ quotesView: { view, filter, clearFilters }, isSearching }: QuotesFiltersProps) {
  const customer = trpc.customers.get.useQuery(
    { id: view.customerId ?? 0 },
    { enabled: view.customerId !== undefined },
  );
  const search = useCallback((q: string) => filter({ q }), [filter]);
  const chosen = view.status.split(',').filter(Boolean);
  const toggle = (status: QuoteStatus) => {
    const next = chosen.includes(status)
      ? chosen.filter((one) => one !== status)
      : quoteStatuses.filter((one) => one === status || chosen.includes(one));
    filter({ status: next.join(',') });
  };

  return (
    <div className={styles.filters}>
      <Group gap="sm" align="center">
        <SearchField
          value={view.q}
          onSearch={search}
          label="Search quotes"
          placeholder="Search by quote ID, pickup, or delivery address..."
          isSearching={isSearching}
          maw={480}
        />
        <NativeSelect
          className={styles.sort}
          aria-label="Sort quotes"
          value={view.sort}
          onChange={(event) => filter({ sort: quoteSorts.find((sort) => sort === event.currentTarget.value) })}
          data={quoteSorts.map((sort) => ({ value: sort, label: sortWords[sort] }))}
        />
      </Group>
      <fieldset className={styles.statuses} aria-label="Status">
        {quoteStatuses.map((status) => (
          <StatusToggle key={status} status={status} isOn={chosen.includes(status)} onToggle={() => toggle(status)} />
        ))}
      </fieldset>
      {/* The search and the states show in their own controls; a chip is for what came by a link. */}
      <FilterChips
        filters={
          view.customerId
            ? [
                {
                  text: `Customer: ${customer.data?.name ?? `#${view.customerId}`}`,
                  onRemove: () => filter({ customerId: undefined }),
                },
              ]
            : []
        }
        canClearAll={[view.q, view.status, view.customerId].filter(Boolean).length > 1}
        onClear={clearFilters}
      />
    </div>
  );
}
