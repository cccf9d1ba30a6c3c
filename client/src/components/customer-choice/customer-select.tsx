import { Select } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';

const SEARCHED = 20;

interface CustomerSelectProps {
  label: string;
  description: string;
  placeholder: string;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: ReactNode;
  withAsterisk?: boolean;
}

/** One of the customers, by a name or an address that is typed; its value is the id. */
export function CustomerSelect({ value, onChange, error, ...words }: CustomerSelectProps) {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  // The field shows what was chosen, which is nothing to search for.
  const typed = q === chosen?.label ? '' : q;
  const found = trpc.customers.list.useQuery(
    { q: typed, page: 1, limit: SEARCHED, sort: 'name' },
    { placeholderData: keepPreviousData },
  );
  const rows = (found.data?.data ?? []).map(({ id, name, email }) => ({
    value: String(id),
    label: `${name} (${email})`,
  }));
  const options = chosen && rows.every((row) => row.value !== chosen.value) ? [chosen, ...rows] : rows;
  return (
    <Select
      {...words}
      data={options}
      value={value}
      onChange={(id) => {
        setChosen(options.find((option) => option.value === id));
        onChange(id);
      }}
      searchable
      onSearchChange={setQ}
      filter={({ options: all }) => all}
      clearable
      nothingFoundMessage={found.isPending ? t('Searching…') : t('No customer found')}
      error={found.isError ? t('The customers could not be loaded') : error}
    />
  );
}
