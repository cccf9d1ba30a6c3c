import { Badge, Button, NativeSelect, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { dayOfView, type OrderView, type OrderViewPatch } from './order-view.ts';
import type { Driver } from './use-orders.ts';

const SUGGESTIONS = 8;
const WAIT_MS = 250;
const UNASSIGNED = 'unassigned';

function CustomerFilter({ customerId, onChange }: { customerId: number | undefined; onChange: (id?: string) => void }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.includes(' · ') ? '' : typed.trim(), WAIT_MS);
  const found = trpc.customers.list.useQuery(
    { limit: SUGGESTIONS, sort: 'name', ...(q ? { q } : {}) },
    { placeholderData: keepPreviousData },
  );
  const present = trpc.customers.get.useQuery({ id: customerId ?? 0 }, { enabled: customerId !== undefined });
  const rows = found.data?.data ?? [];
  const all = present.data && !rows.some(({ id }) => id === customerId) ? [present.data, ...rows] : rows;
  return (
    <Select
      label={t('Customer')}
      placeholder={t('Name, e-mail or company')}
      searchable
      clearable
      data={all.map(({ id, name, email }) => ({ value: String(id), label: `${name} · ${email}` }))}
      filter={({ options }) => options}
      value={customerId === undefined ? null : String(customerId)}
      onSearchChange={setTyped}
      onChange={(id) => onChange(id ?? undefined)}
      nothingFoundMessage={found.isPending ? t('Searching...') : t('No customer found')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

interface OrderFiltersProps {
  view: OrderView;
  drivers: readonly Driver[];
  isDriver: boolean;
  onChange: (patch: OrderViewPatch) => void;
}

/** Driver, planned day and customer; what is set is also a chip below. */
export function OrderFilters({ view, drivers, isDriver, onChange }: OrderFiltersProps) {
  const { driverId, unassigned, day, customerId } = view;
  const count = [driverId ?? unassigned, day, customerId].filter(Boolean).length;
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus withinPortal={false} shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          rightSection={
            count > 0 && (
              <Badge size="sm" circle variant="filled" className="tabular">
                {count}
              </Badge>
            )
          }
        >
          {t('Filters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Filters')}>
        <Stack gap="sm">
          {!isDriver && (
            <NativeSelect
              label={t('Driver')}
              data={[
                { value: '', label: t('All drivers') },
                { value: UNASSIGNED, label: t('Unassigned') },
                ...drivers.map((driver) => ({ value: String(driver.id), label: displayName(driver) })),
              ]}
              value={unassigned ? UNASSIGNED : driverId === undefined ? '' : String(driverId)}
              onChange={({ currentTarget: { value } }) =>
                onChange(
                  value === UNASSIGNED
                    ? { driverId: undefined, unassigned: 'true' }
                    : { driverId: value || undefined, unassigned: undefined },
                )
              }
            />
          )}
          <TextInput
            label={t('Planned day')}
            type="date"
            value={day ? dayOfView(day) : ''}
            onChange={({ currentTarget: { value } }) => onChange({ day: value || undefined })}
          />
          {!isDriver && <CustomerFilter customerId={customerId} onChange={(id) => onChange({ customerId: id })} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
