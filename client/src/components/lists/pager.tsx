import { Group, Pagination, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { formatNumber, formatTotal } from '../../lib/words/format.ts';

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
  first: t('First page'),
  previous: t('Previous page'),
  next: t('Next page'),
  last: t('Last page'),
};

/** Which rows these are, and the way to the others. */
export function Pager({ onPage, what, ...list }: PagerProps) {
  const { page, limit, total, totalPages } = list;
  if (total === 0) return null;
  const from = (page - 1) * limit + 1;
  const to = Math.min(page * limit, total);
  return (
    <Group justify="space-between" component="nav" aria-label={t('Pages of {what}', { what })} mt="md">
      <Text size="sm" c="dimmed" className="tabular">
        {t('{range} of {total} {what}', {
          range: from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`,
          total: formatTotal(list),
          what,
        })}
      </Text>
      {totalPages > 1 && (
        <Pagination
          size="sm"
          siblings={1}
          total={totalPages}
          value={page}
          onChange={onPage}
          getItemProps={(item) => ({ 'aria-label': t('Page {number}', { number: item }) })}
          getControlProps={(control) => ({ 'aria-label': names[control] })}
        />
      )}
    </Group>
  );
}
