import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core';
import { API_KEY_CALLS_DAYS } from '@quickfleet/shared/limits';
import {
  type ApiKey,
  type ApiKeyCall,
  type CallOutcome,
  callMethods,
  callOutcomes,
} from '@quickfleet/shared/people/api-keys';
import { t } from '@quickfleet/shared/words/t';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../../components/feedback/no-matches.tsx';
import list from '../../../components/lists/list.module.css';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { SearchField } from '../../../components/lists/search-field.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import styles from './api-keys.module.css';

const LIMIT = 20;
const outcomeWords: Record<CallOutcome, string> = {
  success: t('Success'),
  refused: t('Refused (4xx)'),
  failed: t('Failed (5xx)'),
};
const colorOf = (status: number): string => {
  if (status < 400) return 'green';
  return status < 500 ? 'amber' : 'red';
};

function CallList({ calls }: { calls: readonly ApiKeyCall[] }) {
  return (
    <ul>
      {calls.map(({ at, method, path, status, address, unknownFields }, row) => (
        <li key={row} className={`${list.row} ${styles.call}`}>
          <Badge variant="light" color={colorOf(status)} className="tabular">
            {status}
          </Badge>
          <Text size="sm" className="mono">
            {method} {path}
            {unknownFields.length > 0 && (
              <Text span size="sm" c="amber" display="block" ff="text">
                {t('Unknown fields: {fields}', { fields: unknownFields.join(', ') })}
              </Text>
            )}
          </Text>
          <Text size="sm" c="dimmed" className="mono">
            {address}
          </Text>
          <Text size="sm" c="dimmed" ta="end">
            <RelativeTime value={at} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Calls({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const [outcome, setOutcome] = useState<CallOutcome>();
  const [method, setMethod] = useState<(typeof callMethods)[number]>();
  const [path, setPath] = useState('');
  const calls = trpc.apiKeys.calls.useQuery(
    { id, page, limit: LIMIT, ...(outcome && { outcome }), ...(method && { method }), ...(path && { path }) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const isFiltered = Boolean(outcome || method || path);
  const first =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setPage(1);
    };
  const clear = () => {
    first(setOutcome)(undefined);
    setMethod(undefined);
    setPath('');
  };
  return (
    <>
      <Group gap="sm" mb="sm">
        <SearchField
          value={path}
          onSearch={first(setPath)}
          label={t('Search by path')}
          placeholder="/api/v1/orders"
          maw={260}
        />
        <NativeSelect
          aria-label={t('Outcome')}
          data={[
            { value: '', label: t('All outcomes') },
            ...callOutcomes.map((value) => ({ value, label: outcomeWords[value] })),
          ]}
          value={outcome ?? ''}
          onChange={({ currentTarget: { value } }) => first(setOutcome)(callOutcomes.find((one) => one === value))}
        />
        <NativeSelect
          aria-label={t('Method')}
          data={[{ value: '', label: t('All methods') }, ...callMethods]}
          value={method ?? ''}
          onChange={({ currentTarget: { value } }) => first(setMethod)(callMethods.find((one) => one === value))}
        />
        <Button
          variant="default"
          ml="auto"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void calls.refetch()}
          loading={calls.isRefetching && !calls.isPlaceholderData}
        >
          {t('Refresh')}
        </Button>
      </Group>
      <PagedList
        query={calls}
        failed={t('The calls could not be loaded')}
        skeleton={{ rows: 6 }}
        empty={
          isFiltered ? (
            <NoMatches title={t('No calls match these filters')} onClear={clear} />
          ) : (
            <EmptyState
              title={t('No calls yet')}
              text={t('We keep what this key calls for {days} days, without queries and bodies.', {
                days: API_KEY_CALLS_DAYS,
              })}
            />
          )
        }
        what={t('calls')}
        onPage={setPage}
      >
        {(rows) => <CallList calls={rows} />}
      </PagedList>
    </>
  );
}

/** What a key called in the last 30 days. */
export function KeyCallsDialog({ of, onClose }: { of: ApiKey | undefined; onClose: () => void }) {
  return (
    <DialogOf of={of} onClose={onClose} title={(shown) => t('Calls of {name}', { name: shown.name })} size="xl">
      {(shown) => <Calls key={shown.id} id={shown.id} />}
    </DialogOf>
  );
}
