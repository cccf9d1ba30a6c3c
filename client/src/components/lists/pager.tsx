import { Group, Pagination, Text } from '@mantine/core';
import { formatTotal } from '../../lib/words/format.ts';

interface PagerProps {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  totalIsEstimate?: true | undefined;
  onPage: (page: number) => void;
  /** 'orders' */
  what: string;
}

const names: Record<string, string> = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
};

/** Which rows these are, and the way to the others. */
export function Pager({ onPage, what, ...list }: PagerProps) {
  const { page, limit, total, totalPages } = list;
  if (total === 0) return null;
  const from = (page - 1) * limit + 1;
  const to = Math.min(page * limit, total);
  return (
    <Group justify="space-between" component="nav" aria-label={`Pages of ${what}`} mt="md">
      <Text size="sm" c="dimmed" className="tabular">
        {from === to ? from.toLocaleString('en-US') : `${from.toLocaleString('en-US')}–${to.toLocaleString('en-US')}`}{' '}
        of {formatTotal(list)} {what}
      </Text>
      {totalPages > 1 && (
        <Pagination
          size="sm"
          siblings={1}
          total={totalPages}
          value={page}
          onChange={onPage}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          getControlProps={(control) => ({ 'aria-label': names[control] })}
        />
      )}
    </Group>
  );
}
