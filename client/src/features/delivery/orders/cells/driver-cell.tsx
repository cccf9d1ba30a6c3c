import { ActionIcon, Group, Text } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { can } from '@quickfleet/shared/permissions';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Marked } from '../../../../components/lists/marked.tsx';
import { Hint } from '../../../../components/text/hint.tsx';
import { DriverPicker } from '../change/driver-picker.tsx';
import type { Driver } from '../list/use-orders.ts';

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
  // The name replaces the picker: focus the button next to it.
  useEffect(() => {
    if (order.driver && hasChosen.current) change.current?.focus({ preventScroll: true });
    hasChosen.current = false;
  }, [order.driver]);

  if (order.driver) {
    return (
      <Group gap={4} wrap="nowrap">
        <Text size="sm" truncate>
          <Marked>{driverName(order.driver)}</Marked>
        </Text>
        {mayAssign && isOpen && (
          <Hint label={t('Change the driver')}>
            <ActionIcon
              ref={change}
              size="md"
              aria-label={t('Change the driver of {number}', { number })}
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
        {t('No driver')}
      </Text>
    );
  }
  const choose = (driver: Driver | undefined) => {
    if (!driver) return;
    hasChosen.current = true;
    onAssign(order, driver);
  };
  return (
    <DriverPicker
      size="sm"
      aria-label={t('Driver of {number}', { number })}
      placeholder={t('Assign driver')}
      drivers={drivers}
      value={null}
      onChange={choose}
      disabled={!mayAssign}
      rightSectionWidth={24}
      styles={{ input: { paddingInlineStart: 8 } }}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', portalProps: { target: '#main' } }}
    />
  );
}
