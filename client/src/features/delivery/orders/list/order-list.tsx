import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { paths } from '@quickfleet/shared/paths';
import { Link } from 'wouter';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { OrderCards } from './order-cards.tsx';
import type { OrderListProps } from './order-row-props.ts';
import { OrderTable } from './order-table.tsx';

// Cards on a phone, and where the sidebar leaves a table no room.
const NARROW = '(max-width: 639px), (min-width: 768px) and (max-width: 1255px)';

/** Whether there are cards instead of rows. */
export const useHasCards = (): boolean => useMediaQuery(NARROW, false, { getInitialValueInEffect: false });

/** The rows, as a table or as cards. */
export function OrderList(props: OrderListProps) {
  return useHasCards() ? <OrderCards {...props} /> : <OrderTable {...props} />;
}

/** Nothing there yet, or nothing that matches: two texts. */
export function NoOrders({
  isDriver,
  search,
  isFiltered,
  onClear,
}: {
  isDriver: boolean;
  search: string;
  isFiltered: boolean;
  onClear: () => void;
}) {
  if (isFiltered) {
    return (
      <EmptyState
        title={search ? `No results for '${search}'` : 'No orders match these filters'}
        text="Check the spelling, or look at all orders."
        action={
          <Button variant="default" onClick={onClear}>
            Clear
          </Button>
        }
      />
    );
  }
  if (isDriver)
    return (
      <EmptyState
        title="No orders assigned to you yet."
        text="An order appears here as soon as the office gives it to you."
      />
    );
  return (
    <EmptyState
      title="No orders found. Create your first order to get started."
      text="Type in what was ordered by phone, or convert a quote that is paid."
      action={
        <Group justify="center" gap="sm">
          <Button component={Link} href={paths.adminOrderNew}>
            Create your first order
          </Button>
          <Button component={Link} href={`${paths.adminQuotes}?create=1`} variant="default">
            Create Quote
          </Button>
          <Button component={Link} href={`${paths.adminQuotes}?status=paid`} variant="default">
            Paid quotes
          </Button>
        </Group>
      }
    />
  );
}
