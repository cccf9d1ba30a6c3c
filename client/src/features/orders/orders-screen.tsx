import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import type { OrderRow } from '@quickfleet/shared/orders';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { formatTracking } from '@quickfleet/shared/tracking';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useConfirm } from '../../components/confirm.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Pager } from '../../components/pager.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { brand } from '../../lib/brand.ts';
import { formatCount } from '../../lib/format.ts';
import { trpc } from '../../lib/trpc.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { BulkBar } from './bulk-bar.tsx';
import { exportOrders } from './export-orders.ts';
import { OrderCounts } from './order-counts.tsx';
import { OrderDialogs } from './order-dialogs.tsx';
import { NoOrders, OrderList, useHasCards } from './order-list.tsx';
import { exportFailed, useAssignDriver, useDeleteOrder, useSetOrderStatus } from './order-mutations.ts';
import { OrderToolbar } from './order-toolbar.tsx';
import { filtersOf, isFiltered, noFilters, orderView } from './order-view.ts';
import { OrderViews } from './order-views.tsx';
import styles from './orders.module.css';
import { ReassignDialog, type Reassignment } from './reassign-dialog.tsx';
import { SelectMatching } from './select-matching.tsx';
import { useDensity } from './use-density.ts';
import { useLiveOrders } from './use-live-orders.ts';
import { type Driver, loadAllOrders, type OrderScope, ofDriver, useDrivers, useOrderPage } from './use-orders.ts';
import { useSelection } from './use-selection.ts';

const noRows: OrderRow[] = [];

/** Order Management: the same page for admin, dispatcher and driver, each with their own columns and buttons. */
export function OrdersScreen({ scope }: { scope: OrderScope }) {
  const { role } = scope;
  const isDriver = role === 'driver';
  const [view, setView] = useUrlState(orderView);
  const [density, setDensity] = useDensity();
  const hasCards = useHasCards();
  const { client } = trpc.useUtils();
  const page = useOrderPage(scope, view);
  const counts = trpc.orders.counts.useQuery();
  const drivers = useDrivers(can(role, 'orders.assign')).data ?? [];
  const rows = page.data?.data ?? noRows;
  const live = useLiveOrders(rows);
  const selection = useSelection(rows, JSON.stringify({ ...filtersOf(view), page: view.page }));
  const { confirm, confirmDialog } = useConfirm();
  const { assign, isAssigning } = useAssignDriver();
  const { setStatus, pendingId } = useSetOrderStatus();
  const remove = useDeleteOrder();
  const [reassignment, setReassignment] = useState<Reassignment>();
  const [isExporting, setExporting] = useState(false);

  const give = async (order: OrderRow, driver: Driver, reassign: boolean) => {
    const outcome = await assign(order, driver, reassign);
    // Only the question this came from: another may have been asked while a first driver was being assigned.
    if (outcome.result === 'assigned')
      setReassignment((asked) => (asked?.order.id === order.id && reassign ? undefined : asked));
    if (outcome.result === 'taken') setReassignment({ order, driver, taken: outcome.message });
  };
  const askToDelete = async (order: OrderRow) => {
    const number = formatTracking(order.trackingNumber);
    const yes = await confirm({
      title: `Delete order ${number}?`,
      text: `The order of ${order.customerName} with its items, photos and signatures is removed for good.${order.quoteId ? ` Quote #${order.quoteId} can be converted again.` : ''}`,
      action: 'Delete order',
    });
    if (!yes) return;
    remove.mutate({ id: order.id });
  };
  const complete = async (order: OrderRow) => {
    const number = formatTracking(order.trackingNumber);
    const yes = await confirm({
      title: `Complete ${number}?`,
      text: `All ${formatCount(order.items.length, 'item')} of ${order.customerName} will be delivered. This cannot be undone.`,
      action: 'Complete',
      isDanger: false,
    });
    if (yes) await setStatus(order.id, 'delivered');
  };
  const loadPage = (at: number, limit = PAGE_SIZE_MAX) => {
    return isDriver
      ? client.orders.listOfDriver.query({ ...ofDriver(filtersOf(view)), driverId: scope.userId, page: at, limit })
      : client.orders.list.query({ ...filtersOf(view), page: at, limit });
  };
  const exportAll = async () => {
    setExporting(true);
    try {
      exportOrders(await loadAllOrders(loadPage));
    } catch (error) {
      exportFailed(error);
    } finally {
      setExporting(false);
    }
  };

  return (
    <>
      <Group gap="sm" mb="md">
        <Title order={1}>Order Management</Title>
        <Badge size="lg" variant="light" className="tabular">
          {counts.data ? `${counts.data.total.toLocaleString('en-US')} total` : '… total'}
        </Badge>
        {can(role, 'orders.create') && (
          <Button
            component={Link}
            href={paths.adminOrderNew}
            ml="auto"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            New order
          </Button>
        )}
      </Group>
      <OrderCounts status={view.status} onStatus={(status) => setView({ status, page: undefined })} />
      <OrderViews view={view} scope={scope} onChange={setView} />
      <OrderToolbar
        view={view}
        onChange={setView}
        isSearching={page.isPlaceholderData}
        isExporting={isExporting}
        onExport={() => void exportAll()}
        customerName={view.customerId ? rows[0]?.customerName : undefined}
        drivers={drivers}
        isDriver={isDriver}
        density={hasCards ? undefined : density}
        onDensity={setDensity}
      />
      <div role="status">
        {live.waiting > 0 && (
          <Button
            variant="light"
            fullWidth
            my="sm"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={live.showAll}
          >
            {formatCount(live.waiting, 'other order')} changed · Show
          </Button>
        )}
      </div>
      <Card className={styles.frame} mt="sm">
        {page.isPending && <SkeletonRows />}
        {page.isError && (
          <ErrorState
            title="The orders could not be loaded"
            error={page.error}
            onRetry={() => void page.refetch()}
            isRetrying={page.isFetching}
          />
        )}
        {page.isSuccess && rows.length === 0 && (
          <NoOrders
            isDriver={isDriver}
            search={view.q}
            isFiltered={isFiltered(view) || view.page > 1}
            onClear={() => setView(noFilters)}
          />
        )}
        {page.isSuccess && rows.length > 0 && (
          <OrderList
            role={role}
            orders={rows}
            drivers={drivers}
            pendingId={pendingId}
            isCompact={density === 'compact'}
            selected={selection.ids}
            onSelect={selection.toggle}
            onSelectAll={selection.toggleAll}
            onView={(order) => setView({ order: String(order.id) })}
            onEdit={(order) => setView({ edit: String(order.id) })}
            onDelete={(order) => void askToDelete(order)}
            onAssign={(order, driver) => void give(order, driver, false)}
            onReassign={(order) => setReassignment({ order })}
            onStart={(order) => void setStatus(order.id, 'in_transit')}
            onComplete={(order) => void complete(order)}
          />
        )}
        {selection.isPageChosen && page.data && page.data.total > rows.length && (
          <SelectMatching
            total={page.data.total}
            totalIsEstimate={page.data.totalIsEstimate}
            selected={selection.rows.length}
            load={loadPage}
            onChoose={selection.chooseAll}
          />
        )}
        {rows.length > 0 && (
          <Text size="xs" c="dimmed" mt="xs">
            Days and times are those of {brand.timeZone}.
          </Text>
        )}
        {page.data && <Pager {...page.data} what="orders" onPage={(at) => setView({ page: String(at) })} />}
      </Card>
      {can(role, 'orders.assign') && (
        <BulkBar
          selected={selection.rows}
          drivers={drivers}
          onKeep={selection.keep}
          onExport={() => exportOrders(selection.rows)}
        />
      )}
      <OrderDialogs role={role} view={view} onChange={setView} />
      <ReassignDialog
        asked={reassignment}
        drivers={drivers}
        isAssigning={isAssigning}
        onClose={() => setReassignment(undefined)}
        onReassign={(order, driver) => void give(order, driver, true)}
      />
      {confirmDialog}
    </>
  );
}
