import { Button, Group, Text } from '@mantine/core';
import { BULK_MAX, PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import type { OrderRow } from '@quickfleet/shared/orders';
import { useState } from 'react';
import { formatCount, formatTotal } from '../../lib/format.ts';
import { loadFailed } from './order-mutations.ts';
import { loadAllOrders } from './use-orders.ts';

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
          ? `The first ${BULK_MAX.toLocaleString('en-US')} of ${formatTotal({ total, totalIsEstimate })} matching orders are selected, as many as one action takes.`
          : `All ${formatCount(total, 'matching order')} are selected.`}
      </Text>
    );
  }
  const choose = async () => {
    setLoading(true);
    try {
      const rows = await loadAllOrders((page) => load(page, PAGE_SIZE_MAX), BULK_MAX);
      onChoose(rows);
    } catch (error) {
      loadFailed(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm">All {formatCount(selected, 'order')} on this page are selected.</Text>
      <Button size="compact-sm" variant="light" loading={isLoading} onClick={() => void choose()}>
        {total > BULK_MAX
          ? `Select the first ${BULK_MAX.toLocaleString('en-US')} of ${formatTotal({ total, totalIsEstimate })} matching`
          : `Select all ${total.toLocaleString('en-US')} matching`}
      </Button>
    </Group>
  );
}
