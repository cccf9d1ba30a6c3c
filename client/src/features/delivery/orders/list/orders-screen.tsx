import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { PagedList } from '../../../../components/lists/paged-list.tsx';
import { excelHref } from '../../../../lib/addresses/paper-links.ts';
import { loadAll } from '../../../../lib/api/load-all.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { formatNumber } from '../../../../lib/words/format.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { SelectMatching } from '../bulk/select-matching.tsx';
import { useSelection } from '../bulk/use-selection.ts';
import { OrderDialogs } from '../change/order-dialogs.tsx';
import { exportFailed, useAssignDriver, useDeleteOrder, useSetOrderStatus } from '../change/order-mutations.ts';
import { ReassignDialog, type Reassignment } from '../change/reassign-dialog.tsx';
import { WaitingRequests } from '../requests/order-requests.tsx';
import { exportOrders } from './export-orders.ts';
import { NoOrders, OrderList, useHasCards } from './order-list.tsx';
import { OrderToolbar, useDensity } from './order-toolbar.tsx';
import { filtersOf, useOrdersView } from './order-view.ts';
import { OrderCounts, OrderViews } from './order-views.tsx';
import styles from './orders.module.css';
import { type Driver, type OrderScope, ofDriver, useDrivers, useLiveOrders, useOrderPage } from './use-orders.ts';

const noRows: OrderRow[] = [];

/** Order Management: the same page for admin, dispatcher and driver, each with their own columns and buttons. */
export function OrdersScreen({ scope }: { scope: OrderScope }) {
  const { role } = scope;
  const isDriver = role === 'driver';
  const ordersView = useOrdersView();
  const { view, filter, isFiltered, clear, goToPage, open, close } = ordersView;
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
      title: t('Delete order {number}?', { number }),
      text: [
        t('The order of {customer} with its items, photos and signatures is removed for good.', {
          customer: order.customerName,
        }),
        ...(order.quoteId ? [t('Quote #{id} can be converted again.', { id: order.quoteId })] : []),
      ].join(' '),
      action: t('Delete order'),
    });
    if (!yes) return;
    remove.mutate({ id: order.id });
  };
  const complete = async (order: OrderRow) => {
    const number = formatTracking(order.trackingNumber);
    const yes = await confirm({
      title: t('Complete {number}?', { number }),
      text: t(
        '{count, plural, one {All # item} other {All # items}} of {customer} will be delivered. This cannot be undone.',
        { count: order.items.length, customer: order.customerName },
      ),
      action: t('Complete (verb)'),
      isDanger: false,
    });
    if (yes) await setStatus(order.id, 'delivered');
  };
  const load = (page: { page: number; limit: number; afterId?: number }) =>
    isDriver
      ? client.orders.listOfDriver.query({ ...ofDriver(filtersOf(view)), driverId: scope.userId, ...page })
      : client.orders.list.query({ ...filtersOf(view), ...page });
  const loadPage = (page: number, limit: number) => load({ page, limit });
  const exportAll = async () => {
    setExporting(true);
    try {
      const orders = await loadAll((afterId) => load({ page: 1, limit: PAGE_SIZE_MAX, afterId }));
      exportOrders(orders.reverse());
    } catch (error) {
      exportFailed(error);
    } finally {
      setExporting(false);
    }
  };

  return (
    <>
      <Group gap="sm" mb="sm">
        <Title order={1}>{t('Order Management')}</Title>
        <Badge size="lg" variant="light" className="tabular">
          {t('{count} total', { count: counts.data ? formatNumber(counts.data.total) : '…' })}
        </Badge>
        {can(role, 'orders.create') && (
          <Button
            component={Link}
            href={paths.adminOrderNew}
            ml="auto"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t('New order')}
          </Button>
        )}
      </Group>
      {can(role, 'requests.waiting') && <WaitingRequests />}
      <OrderCounts status={view.status} onStatus={(status) => filter({ status })} />
      <OrderViews ordersView={ordersView} scope={scope} />
      <OrderToolbar
        ordersView={ordersView}
        isSearching={page.isPlaceholderData}
        isExporting={isExporting}
        onExport={() => void exportAll()}
        excel={isDriver ? undefined : excelHref('orders', filtersOf(view))}
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
            {t('{count, plural, one {# other order} other {# other orders}} changed · Show', { count: live.waiting })}
          </Button>
        )}
      </div>
      <Card className={styles.frame} mt="sm">
        <PagedList
          query={page}
          failed={t('The orders could not be loaded')}
          empty={<NoOrders isDriver={isDriver} search={view.q} isFiltered={isFiltered} onClear={clear} />}
          search={view.q}
          what={t('orders (in a list)')}
          onPage={goToPage}
        >
          {(orders) => (
            <>
              <OrderList
                role={role}
                orders={orders}
                drivers={drivers}
                pendingId={pendingId}
                isCompact={density === 'compact'}
                selected={selection.ids}
                onSelect={selection.toggle}
                onSelectAll={selection.toggleAll}
                onView={(order) => open('order', order.id)}
                onEdit={(order) => open('edit', order.id)}
                onDelete={(order) => void askToDelete(order)}
                onAssign={(order, driver) => void give(order, driver, false)}
                onReassign={(order) => setReassignment({ order })}
                onStart={(order) => void setStatus(order.id, 'in_transit')}
                onComplete={(order) => void complete(order)}
              />
              {selection.isPageChosen && page.data && page.data.total > orders.length && (
                <SelectMatching
                  total={page.data.total}
                  totalIsEstimate={page.data.totalIsEstimate}
                  selected={selection.rows.length}
                  load={loadPage}
                  onChoose={selection.chooseAll}
                />
              )}
              <Text size="xs" c="dimmed" mt="xs">
                {t('Days and times are in {zone}.', { zone: brand.timeZone })}
              </Text>
            </>
          )}
        </PagedList>
      </Card>
      {can(role, 'orders.assign') && (
        <BulkBar
          selected={selection.rows}
          drivers={drivers}
          onKeep={selection.keep}
          onExport={() => exportOrders(selection.rows)}
        />
      )}
      <OrderDialogs role={role} view={view} open={open} close={close} ids={rows.map(({ id }) => id)} />
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
