import { Button, Group, Text } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { BULK_MAX, PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { formatNumber, formatTotal } from '../../../../lib/words/format.ts';
import { loadFailed } from '../change/order-mutations.ts';

/** The rows of the list's first pages, in its order, at most `max` of them. */
async function loadFirst(
  load: (page: number) => Promise<{ data: OrderRow[]; totalPages: number }>,
  max: number,
): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  // How many pages there are may only be known once the last one was read.
  for (let page = 1, pages = 1; page <= pages && rows.length < max; page++) {
    const answer = await load(page);
    rows.push(...answer.data);
    pages = answer.totalPages;
  }
  return rows.slice(0, max);
}

interface SelectMatchingProps {
  /** How many match the filters, on all pages; more than one action takes when it is an estimate. */
  total: number;
  totalIsEstimate?: true | undefined;
  selected: number;
  load: (page: number, limit: number) => Promise<{ data: OrderRow[]; totalPages: number }>;
  onChoose: (rows: readonly OrderRow[]) => void;
}

/** Offered once a whole page is chosen and there are more: the bulk actions then work on all that match. */
export function SelectMatching({ total, totalIsEstimate, selected, load, onChoose }: SelectMatchingProps) {
  const [isLoading, setLoading] = useState(false);
  const most = Math.min(total, BULK_MAX);
  if (selected >= most) {
    return (
      <Text size="sm" mt="xs">
        {total > BULK_MAX
          ? t('The first {max} of {total} matching orders are selected, as many as one action takes.', {
              max: formatNumber(BULK_MAX),
              total: formatTotal({ total, totalIsEstimate }),
            })
          : t('{count, plural, one {All # matching order} other {All # matching orders}} are selected.', {
              count: total,
            })}
      </Text>
    );
  }
  const choose = async () => {
    setLoading(true);
    try {
      const rows = await loadFirst((page) => load(page, PAGE_SIZE_MAX), BULK_MAX);
      onChoose(rows);
    } catch (error) {
      loadFailed(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm">
        {t('{count, plural, one {All # order} other {All # orders}} on this page are selected.', { count: selected })}
      </Text>
      <Button size="compact-sm" variant="light" loading={isLoading} onClick={() => void choose()}>
        {total > BULK_MAX
          ? t('Select the first {max} of {total} matching', {
              max: formatNumber(BULK_MAX),
              total: formatTotal({ total, totalIsEstimate }),
            })
          : t('Select all {total} matching', { total: formatNumber(total) })}
      </Button>
    </Group>
  );
}
