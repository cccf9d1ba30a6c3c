import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/order-status';
import type { OrderRow } from '@quickfleet/shared/orders';
import { can } from '@quickfleet/shared/permissions';
import type { Role } from '@quickfleet/shared/roles';
import { formatTracking } from '@quickfleet/shared/tracking';
import { displayName } from '@quickfleet/shared/users';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Hint } from '../../components/hint.tsx';
import type { Driver } from './use-orders.ts';

interface DriverCellProps {
  role: Role;
  order: OrderRow;
  drivers: readonly Driver[];
  onAssign: (order: OrderRow, driver: Driver) => void;
  onReassign: (order: OrderRow) => void;
}

export const driverName = (driver: NonNullable<OrderRow['driver']>): string =>
  [driver.firstName, driver.lastName].filter(Boolean).join(' ');

/** Who has the order, or the choice of who gets it. */
export function DriverCell({ role, order, drivers, onAssign, onReassign }: DriverCellProps) {
  const mayAssign = can(role, 'orders.assign');
  const isOpen = isOpenOrder(order.status);
  const number = formatTracking(order.trackingNumber);
  const change = useRef<HTMLButtonElement>(null);
  const hasChosen = useRef(false);
  // The choice makes way for the name; whoever chose goes on from the button beside it.
  useEffect(() => {
    if (order.driver && hasChosen.current) change.current?.focus({ preventScroll: true });
    hasChosen.current = false;
  }, [order.driver]);

  if (order.driver) {
    return (
      <Group gap={4} wrap="nowrap">
        <Text size="sm" truncate>
          {driverName(order.driver)}
        </Text>
        {mayAssign && isOpen && (
          <Hint label="Change the driver">
            <ActionIcon
              ref={change}
              size="md"
              aria-label={`Change the driver of ${number}`}
              onClick={() => onReassign(order)}
            >
              <IconArrowsExchange size={16} aria-hidden />
            </ActionIcon>
          </Hint>
        )}
      </Group>
    );
  }
  if (!isOpen) {
    return (
      <Text size="sm" c="dimmed">
        No driver
      </Text>
    );
  }
  const choose = (id: string | null) => {
    const driver = drivers.find((candidate) => String(candidate.id) === id);
    if (!driver) return;
    hasChosen.current = true;
    onAssign(order, driver);
  };
  return (
    <Select
      size="sm"
      aria-label={`Driver of ${number}`}
      placeholder="Assign driver"
      data={drivers.map((driver) => ({ value: String(driver.id), label: displayName(driver) }))}
      value={null}
      onChange={choose}
      disabled={!mayAssign}
      searchable
      nothingFoundMessage="No driver found"
      comboboxProps={{ width: 'max-content', position: 'bottom-start', portalProps: { target: '#main' } }}
    />
  );
}
