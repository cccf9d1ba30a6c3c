import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { displayOrderStatus, orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import { orderSorts } from '@quickfleet/shared/delivery/orders/orders';
import { displayName } from '@quickfleet/shared/people/users';
import { capital } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ExcelButton } from '../../../../components/lists/excel-button.tsx';
import { type ActiveFilter, FilterChips } from '../../../../components/lists/filter-chips.tsx';
import { SearchField } from '../../../../components/lists/search-field.tsx';
import { Hint } from '../../../../components/text/hint.tsx';
import { formatDay } from '../../../../lib/words/format.ts';
import { dayInWords } from '../cells/planned.tsx';
import { OrderFilters } from './order-filters.tsx';
import {
  dayOfView,
  dayViewOf,
  dayViewWords,
  flagViews,
  type OrdersView,
  type OrderViewPatch,
  sortWords,
} from './order-view.ts';
import type { Driver } from './use-orders.ts';

type Density = 'comfortable' | 'compact';
const KEY = 'quickfleet-orders-density';

/** So high is a window in which comfortable rows leave room for nine orders. */
const ROOMY_PX = 880;
const usual = (): Density => (window.innerHeight < ROOMY_PX ? 'compact' : 'comfortable');
const read = (): Density => {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'compact' || kept === 'comfortable' ? kept : usual();
  } catch {
    return usual();
  }
};

export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(read);
  const change = (next: Density) => {
    setDensity(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Then it holds until the page is left.
    }
  };
  return [density, change];
}

interface OrderToolbarProps {
  ordersView: OrdersView;
  isSearching: boolean;
  isExporting: boolean;
  onExport: () => void;
  /** The same for Excel; absent for drivers. */
  excel: string | undefined;
  /** The name behind a customer filter, once a row names it. */
  customerName: string | undefined;
  drivers: readonly Driver[];
  isDriver: boolean;
  /** Absent where there are cards and no rows. */
  density: Density | undefined;
  onDensity: (density: Density) => void;
}

const statusText = (status: string) => capital(displayOrderStatus(status, false));

/** Search, state and sort; other filters are chips below. */
export function OrderToolbar({
  ordersView: { view, filter, search, clear },
  isSearching,
  isExporting,
  onExport,
  excel,
  customerName,
  drivers,
  isDriver,
  density,
  onDensity,
}: OrderToolbarProps) {
  const { q, status, from, to, deliveredFrom, deliveredOn, onTime, failedOn, customerId, driverId, day } = view;
  const driver = drivers.find(({ id }) => id === driverId);
  const chip = <Value,>(
    value: Value | undefined,
    words: (value: Value) => string,
    name: keyof OrderViewPatch,
  ): ActiveFilter[] => (value ? [{ text: words(value), onRemove: () => filter({ [name]: undefined }) }] : []);
  // One of these alone is the view that is open, and shown as that.
  const chipsOfDay = [
    ...flagViews.flatMap((flag) => chip(view[flag], () => dayViewWords[flag], flag)),
    ...chip(day, (planned) => t('Planned for {day}', { day: dayInWords(dayOfView(planned)) }), 'day'),
  ];
  const filters = [
    ...chip(from, (day) => t('Created from {day}', { day: formatDay(day) }), 'from'),
    ...chip(to, (day) => t('Created until {day}', { day: formatDay(day) }), 'to'),
    ...chip(deliveredFrom, (day) => t('Delivered from {day}', { day: formatDay(day) }), 'deliveredFrom'),
    ...chip(deliveredOn, (day) => t('Delivered on {day}', { day: formatDay(day) }), 'deliveredOn'),
    ...chip(deliveredOn && onTime, (word) => (word === 'true' ? t('On time') : t('Late')), 'onTime'),
    ...chip(failedOn, (day) => t('Failed on {day}', { day: formatDay(day) }), 'failedOn'),
    ...chip(customerId, (id) => t('Customer: {name}', { name: customerName ?? `#${id}` }), 'customerId'),
    ...chip(driverId, (id) => t('Driver: {name}', { name: driver ? displayName(driver) : `#${id}` }), 'driverId'),
    ...(dayViewOf(view) ? [] : chipsOfDay),
  ];

  return (
    <>
      <Group gap="sm" my="sm" align="center">
        <SearchField
          value={q}
          onSearch={search}
          label={t('Search orders')}
          placeholder={t('Tracking number, address or customer')}
          isSearching={isSearching}
        />
        <NativeSelect
          aria-label={t('Status')}
          data={[
            { value: '', label: t('All states') },
            ...orderStatuses.map((value) => ({ value, label: statusText(value) })),
          ]}
          value={status === 'created' ? 'pending' : (status ?? '')}
          onChange={(event) => filter({ status: orderStatuses.find((known) => known === event.currentTarget.value) })}
        />
        <NativeSelect
          aria-label={t('Sort by')}
          data={orderSorts.map((value) => ({ value, label: sortWords[value] }))}
          value={view.sort}
          onChange={(event) => filter({ sort: orderSorts.find((known) => known === event.currentTarget.value) })}
        />
        <OrderFilters view={view} drivers={drivers} isDriver={isDriver} onChange={filter} />
        {density && (
          <Hint label={density === 'compact' ? t('Comfortable rows') : t('Compact rows')}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('Compact rows')}
              aria-pressed={density === 'compact'}
              onClick={() => onDensity(density === 'compact' ? 'comfortable' : 'compact')}
            >
              {density === 'compact' ? (
                <IconBaselineDensitySmall size={18} aria-hidden />
              ) : (
                <IconBaselineDensityMedium size={18} aria-hidden />
              )}
            </ActionIcon>
          </Hint>
        )}
        <Button
          variant="default"
          ml="auto"
          visibleFrom="xs"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={onExport}
          loading={isExporting}
        >
          {t('Export CSV')}
        </Button>
        {excel && <ExcelButton href={excel} visibleFrom="xs" />}
        <ActionIcon
          variant="default"
          size={36}
          ml="auto"
          hiddenFrom="xs"
          aria-label={t('Export CSV')}
          onClick={onExport}
          loading={isExporting}
        >
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <FilterChips
        filters={filters}
        canClearAll={filters.length + [q, status].filter(Boolean).length > 1}
        onClear={clear}
      />
    </>
  );
}
