import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { displayOrderStatus, orderStatuses } from '@quickfleet/shared/order-status';
import { orderSorts } from '@quickfleet/shared/orders';
import { IconDownload } from '@tabler/icons-react';
import { type ActiveFilter, FilterChips } from '../../components/filter-chips.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { formatDay } from '../../lib/format.ts';
import { noFilters, type OrderView, type OrderViewPatch, sortWords } from './order-view.ts';

interface OrderToolbarProps {
  view: OrderView;
  onChange: (patch: OrderViewPatch, how?: 'push' | 'replace') => void;
  isSearching: boolean;
  isExporting: boolean;
  onExport: () => void;
  /** The name behind a customer filter, once a row names it. */
  customerName: string | undefined;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const statusText = (status: string) => capital(displayOrderStatus(status, false));

/** Search, state and sort; what else narrows the list stands below and can be removed. */
export function OrderToolbar({ view, onChange, isSearching, isExporting, onExport, customerName }: OrderToolbarProps) {
  const { q, status, from, to, deliveredFrom, customerId } = view;
  const without = (patch: OrderViewPatch) => () => onChange({ ...patch, page: undefined });
  const filters: ActiveFilter[] = [
    ...(from ? [{ text: `Created from ${formatDay(from)}`, onRemove: without({ from: undefined }) }] : []),
    ...(to ? [{ text: `Created until ${formatDay(to)}`, onRemove: without({ to: undefined }) }] : []),
    ...(deliveredFrom
      ? [{ text: `Delivered from ${formatDay(deliveredFrom)}`, onRemove: without({ deliveredFrom: undefined }) }]
      : []),
    ...(customerId
      ? [{ text: `Customer: ${customerName ?? `#${customerId}`}`, onRemove: without({ customerId: undefined }) }]
      : []),
  ];

  return (
    <>
      <Group gap="sm" my="md" align="center">
        <SearchField
          value={q}
          onSearch={(text) => onChange({ q: text, page: undefined }, 'replace')}
          label="Search orders"
          placeholder="Tracking number, address or customer"
          isSearching={isSearching}
        />
        <NativeSelect
          aria-label="Status"
          data={[
            { value: '', label: 'All states' },
            ...orderStatuses.map((value) => ({ value, label: statusText(value) })),
          ]}
          value={status === 'created' ? 'pending' : (status ?? '')}
          onChange={(event) =>
            onChange({ status: orderStatuses.find((known) => known === event.currentTarget.value), page: undefined })
          }
        />
        <NativeSelect
          aria-label="Sort by"
          data={orderSorts.map((value) => ({ value, label: sortWords[value] }))}
          value={view.sort}
          onChange={(event) =>
            onChange({ sort: orderSorts.find((known) => known === event.currentTarget.value), page: undefined })
          }
        />
        <Button
          variant="default"
          ml="auto"
          visibleFrom="xs"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={onExport}
          loading={isExporting}
        >
          Export CSV
        </Button>
        <ActionIcon
          variant="default"
          size={36}
          ml="auto"
          hiddenFrom="xs"
          aria-label="Export CSV"
          onClick={onExport}
          loading={isExporting}
        >
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <FilterChips
        filters={filters}
        canClearAll={filters.length + [q, status].filter(Boolean).length > 1}
        onClear={() => onChange(noFilters)}
      />
    </>
  );
}
