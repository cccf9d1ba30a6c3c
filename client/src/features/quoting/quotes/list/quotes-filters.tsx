import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { type QuoteStatus, quoteStatuses } from '@quickfleet/shared/quoting/quote-status';
import { quoteWords } from '@quickfleet/shared/quoting/quote-words';
import { quoteSorts } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { IconAlarm, IconEye, IconEyeOff } from '@tabler/icons-react';
import { FilterChips } from '../../../../components/lists/filter-chips.tsx';
import { SearchField } from '../../../../components/lists/search-field.tsx';
import { labelProps } from '../../../../components/text/status-badge.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { lookOfQuote, type StatusLook } from '../../../../lib/words/status-look.ts';
import { outcomeLook, outcomeWords } from '../fields/quote-outcome.ts';
import styles from './quotes-list.module.css';
import { ages, dueFilters, seenFilters, sortWords, type useQuotesView } from './quotes-view.ts';

const outcomes = ['declined', 'expired'] as const;
const dueWords: Record<(typeof dueFilters)[number], string> = {
  soon: t('Due soon'),
  overdue: t('Overdue'),
  waiting: t('Waiting for us'),
};

const seenWords: Record<(typeof seenFilters)[number], string> = { no: t('Not seen yet'), yes: t('Seen') };

interface ToggleProps {
  text: string;
  look: StatusLook;
  isOn: boolean;
  onToggle: () => void;
}

function Toggle({ text, look, isOn, onToggle }: ToggleProps) {
  const { icon: StatusIcon, color } = look;
  return (
    <Button
      className={styles.status}
      size="compact-sm"
      radius="xl"
      variant={isOn ? 'filled' : 'default'}
      {...(isOn ? { color } : {})}
      leftSection={<StatusIcon size={14} aria-hidden />}
      aria-pressed={isOn}
      onClick={onToggle}
      {...(text === text.toLowerCase() ? labelProps(text) : { children: text })}
    />
  );
}

interface QuotesFiltersProps {
  quotesView: ReturnType<typeof useQuotesView>;
  isSearching: boolean;
}

/** Search, order and status of the list; all of it lives in the URL. */
export function QuotesFilters({
  quotesView: { view, filter, search, clear, filterCount },
  isSearching,
}: QuotesFiltersProps) {
  const customer = trpc.customers.get.useQuery(
    { id: view.customerId ?? 0 },
    { enabled: view.customerId !== undefined },
  );
  const chosen = view.status.split(',').filter(Boolean);
  const toggle = (status: QuoteStatus) => {
    const next = chosen.includes(status)
      ? chosen.filter((one) => one !== status)
      : quoteStatuses.filter((one) => one === status || chosen.includes(one));
    filter({ status: next.join(',') });
  };

  const ended = view.outcome.split(',').filter(Boolean);
  const toggleOutcome = (outcome: (typeof outcomes)[number]) => {
    const next = ended.includes(outcome)
      ? ended.filter((one) => one !== outcome && one !== 'none')
      : outcomes.filter((one) => one === outcome || ended.includes(one));
    filter({ outcome: next.join(',') });
  };

  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm" align="center">
        <SearchField
          value={view.q}
          onSearch={search}
          label={t('Search quotes')}
          placeholder={t('Search by quote ID, pickup, or delivery address...')}
          isSearching={isSearching}
          maw={480}
        />
        <NativeSelect
          className={styles.sort}
          aria-label={t('Sort quotes')}
          value={view.sort}
          onChange={(event) => filter({ sort: quoteSorts.find((sort) => sort === event.currentTarget.value) })}
          data={quoteSorts.map((sort) => ({ value: sort, label: sortWords[sort] }))}
        />
        <NativeSelect
          className={styles.sort}
          aria-label={t('Age')}
          value={view.age ?? ''}
          onChange={(event) => filter({ age: ages.find((age) => age === event.currentTarget.value) })}
          data={[
            { value: '', label: t('Any age') },
            ...ages.map((age) => ({ value: age, label: t('{count} days or older', { count: age }) })),
          ]}
        />
      </Group>
      <Group component="fieldset" gap={6} aria-label={t('Status')}>
        {quoteStatuses.map((status) => (
          <Toggle
            key={status}
            text={quoteWords[status]}
            look={lookOfQuote(status)}
            isOn={chosen.includes(status)}
            onToggle={() => toggle(status)}
          />
        ))}
        <span className={styles.gap} aria-hidden />
        {outcomes.map((outcome) => (
          <Toggle
            key={outcome}
            text={outcomeWords[outcome]}
            look={outcomeLook[outcome]}
            isOn={ended.includes(outcome)}
            onToggle={() => toggleOutcome(outcome)}
          />
        ))}
        <span className={styles.gap} aria-hidden />
        {dueFilters.map((due) => (
          <Toggle
            key={due}
            text={dueWords[due]}
            look={{ color: due === 'overdue' ? 'red' : 'amber', icon: IconAlarm }}
            isOn={view.due === due}
            onToggle={() => filter({ due: view.due === due ? undefined : due })}
          />
        ))}
        <span className={styles.gap} aria-hidden />
        {seenFilters.map((seen) => (
          <Toggle
            key={seen}
            text={seenWords[seen]}
            look={{ color: 'violet', icon: seen === 'yes' ? IconEye : IconEyeOff }}
            isOn={view.seen === seen}
            onToggle={() => filter({ seen: view.seen === seen ? undefined : seen })}
          />
        ))}
      </Group>
      {/* The search and the states show in their own controls; a chip is for what came by a link. */}
      <FilterChips
        filters={[
          ...(view.customerId
            ? [
                {
                  text: t('Customer: {name}', { name: customer.data?.name ?? `#${view.customerId}` }),
                  onRemove: () => filter({ customerId: undefined }),
                },
              ]
            : []),
          ...(ended.includes('none')
            ? [{ text: t('Neither declined nor expired'), onRemove: () => filter({ outcome: '' }) }]
            : []),
        ]}
        canClearAll={filterCount > 1}
        onClear={clear}
      />
    </Stack>
  );
}
