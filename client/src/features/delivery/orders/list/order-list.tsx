import { Button, Checkbox, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../../../components/feedback/no-matches.tsx';
import { Marked } from '../../../../components/lists/marked.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { OrderStatusBadge } from '../../../../components/text/status-badge.tsx';
import { DriverCell } from '../cells/driver-cell.tsx';
import { PlannedCell } from '../cells/planned.tsx';
import { RouteCell } from '../cells/route-cell.tsx';
import { InPlaceEdit } from '../change/in-place-edit.tsx';
import { OrderActions } from '../change/order-actions.tsx';
import { FailureNote } from '../details/failure-note.tsx';
import { OrderCards } from './order-cards.tsx';
import styles from './orders.module.css';
import type { OrderListProps } from './use-orders.ts';

// Cards on a phone, and where the sidebar leaves a table no room.
const NARROW = '(max-width: 639px), (min-width: 768px) and (max-width: 1255px)';

export const useHasCards = (): boolean => useMediaQuery(NARROW, false, { getInitialValueInEffect: false });

export function OrderList(props: OrderListProps) {
  return useHasCards() ? <OrderCards {...props} /> : <OrderTable {...props} />;
}

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
      <NoMatches
        title={search ? t("No results for ''{search}''", { search }) : t('No orders match these filters')}
        text={t('Check the spelling, or look at all orders.')}
        onClear={onClear}
      />
    );
  }
  if (isDriver)
    return (
      <EmptyState
        title={t('No orders assigned to you yet.')}
        text={t('An order appears here as soon as the office gives it to you.')}
      />
    );
  return (
    <EmptyState
      title={t('No orders found. Create your first order to get started.')}
      text={t('Type in what was ordered by phone, or convert a quote that is paid.')}
      action={
        <Group justify="center" gap="sm">
          <Button component={Link} href={paths.adminOrderNew}>
            {t('Create your first order')}
          </Button>
          <Button component={Link} href={`${paths.adminQuotes}?create=1`} variant="default">
            {t('Create Quote')}
          </Button>
          <Button component={Link} href={`${paths.adminQuotes}?status=paid`} variant="default">
            {t('Paid quotes')}
          </Button>
        </Group>
      }
    />
  );
}

/** The order table that admin, dispatcher and driver share; the role decides columns and buttons. */
export function OrderTable({
  role,
  orders,
  drivers,
  pendingId,
  selected,
  onSelect,
  onSelectAll,
  isCompact,
  ...actions
}: OrderListProps) {
  const isDriver = role === 'driver';
  const maySelect = can(role, 'orders.assign');
  const isAll = orders.length > 0 && orders.every(({ id }) => selected.has(id));

  const row = (order: OrderRow) => (
    <Table.Tr key={order.id} data-selected={selected.has(order.id) || undefined} className={styles.row}>
      {maySelect && (
        <Table.Td>
          <Checkbox
            size="sm"
            aria-label={t('Select {number}', { number: formatTracking(order.trackingNumber) })}
            checked={selected.has(order.id)}
            onChange={(event) => onSelect(order, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          />
        </Table.Td>
      )}
      <Table.Th scope="row" fw={400}>
        <div className={styles.numbers}>
          <UnstyledButton
            className={styles.open}
            onClick={() => actions.onView(order)}
            aria-haspopup="dialog"
            data-row-open
          >
            <Marked>{formatTracking(order.trackingNumber)}</Marked>
          </UnstyledButton>
          {!isCompact && (
            <Text size="xs" c="dimmed" className="tabular">
              <Marked>{`#${order.id}`}</Marked>
            </Text>
          )}
          <CopyButton value={order.trackingNumber} what={t('tracking number (to copy)')} />
          <InPlaceEdit part="notes" order={order} />
        </div>
      </Table.Th>
      <Table.Td className={styles.customerCell}>
        <Text size="sm" lineClamp={isCompact ? 2 : 3} title={order.customerName}>
          <Marked>{order.customerName}</Marked>
        </Text>
        {order.customerCompany && !isCompact && (
          <Text size="xs" c="dimmed" truncate>
            <Marked>{order.customerCompany}</Marked>
          </Text>
        )}
      </Table.Td>
      <Table.Td w="50%" miw={100} maw={100}>
        <RouteCell order={order} isCompact={isCompact} />
      </Table.Td>
      <Table.Td maw={isCompact ? 136 : undefined}>
        <InPlaceEdit part="window" order={order}>
          <PlannedCell order={order} isCompact={isCompact} />
        </InPlaceEdit>
      </Table.Td>
      <Table.Td maw={110}>
        <OrderStatusBadge
          size="sm"
          status={order.status}
          hasDriver={order.driverId !== null}
          outcome={order.outcome}
          className={styles.badge}
        />
        <FailureNote order={order} />
      </Table.Td>
      {!isDriver && (
        <Table.Td miw={isCompact ? 116 : 126} maw={134}>
          <DriverCell
            role={role}
            order={order}
            drivers={drivers}
            onAssign={actions.onAssign}
            onReassign={actions.onReassign}
          />
        </Table.Td>
      )}
      <Table.Td ta="right" className="tabular">
        <InPlaceEdit part="price" order={order}>
          {order.quotePrice ? formatAmount(order.quotePrice, order.currency) : '—'}
        </InPlaceEdit>
      </Table.Td>
      <Table.Td miw={80}>
        <Text size="sm" component="span">
          <RelativeTime value={order.createdAt} />
        </Text>
      </Table.Td>
      <Table.Td className={styles.actions}>
        <OrderActions role={role} order={order} isPending={pendingId === order.id} {...actions} />
      </Table.Td>
    </Table.Tr>
  );

  return (
    <Table.ScrollContainer
      minWidth={isDriver ? 760 : 900}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('Orders') } }}
    >
      <Table
        verticalSpacing={isCompact ? 1 : 6}
        horizontalSpacing={isCompact ? 2 : 4}
        className={styles.table}
        highlightOnHover
        data-density={isCompact ? 'compact' : undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {maySelect && (
              <Table.Th w={36}>
                <Checkbox
                  size="sm"
                  aria-label={t('Select all on this page')}
                  checked={isAll}
                  indeterminate={!isAll && selected.size > 0}
                  onChange={onSelectAll}
                />
              </Table.Th>
            )}
            <Table.Th>{t('Order ID')}</Table.Th>
            <Table.Th>{t('Customer')}</Table.Th>
            <Table.Th>{t('Route')}</Table.Th>
            <Table.Th>{t('Planned')}</Table.Th>
            <Table.Th>{t('Status')}</Table.Th>
            {!isDriver && <Table.Th>{t('Driver')}</Table.Th>}
            <Table.Th ta="right">{t('Total')}</Table.Th>
            <Table.Th>{t('Created')}</Table.Th>
            <Table.Th ta="right" className={styles.actions}>
              {t('Actions')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{orders.map(row)}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
