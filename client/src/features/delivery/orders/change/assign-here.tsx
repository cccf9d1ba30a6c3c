import { Button, Group, Stack } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { fitAsked, useFit } from '../../../../components/planning/use-fit.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { driverName } from '../cells/driver-cell.tsx';
import { type Driver, useDrivers } from '../list/use-orders.ts';
import { DriverPicker } from './driver-picker.tsx';
import { useAssignDriver, useUnassignDriver } from './order-mutations.ts';

const NEW_CODE = t('The order gets a new access code; the old one stops working immediately.');

/** Assigns or reassigns an order in place; taking it from a driver asks first. */
export function AssignHere({ order: known }: { order: Order }) {
  // After creating an order, nothing else reads it again.
  const { data: order = known } = trpc.orders.get.useQuery({ id: known.id }, { placeholderData: known });
  const drivers = useDrivers(true).data ?? [];
  const fit = useFit(isOpenOrder(order.status) && order.driver === null ? fitAsked(order) : undefined);
  const { assign, isAssigning } = useAssignDriver();
  const unassign = useUnassignDriver();
  const { confirm, confirmDialog } = useConfirm();
  if (!isOpenOrder(order.status)) return null;
  const number = formatTracking(order.trackingNumber);

  const give = async (driver: Driver | undefined) => {
    if (!driver || driver.id === order.driverId) return;
    let reassign = false;
    if (order.driver) {
      reassign = await confirm({
        title: t('Reassign {number} to {name}?', { number, name: displayName(driver) }),
        text: `${t('It is assigned to {name}.', { name: driverName(order.driver) })} ${NEW_CODE}`,
        action: t('Reassign to {name}', { name: displayName(driver) }),
        isDanger: false,
      });
      if (!reassign) return;
    }
    const outcome = await assign(order, driver, reassign);
    if (outcome.result !== 'taken') return;
    const takesAway = await confirm({
      title: outcome.message,
      text: `${t('Nothing was changed. You can leave the order where it is, or assign it to {name} anyway.', { name: displayName(driver) })} ${NEW_CODE}`,
      action: t('Reassign to {name}', { name: displayName(driver) }),
      cancel: t('Leave as it is'),
    });
    if (takesAway) await assign(order, driver, true);
  };
  const takeAway = async () => {
    if (!order.driver) return;
    const isSure = await confirm({
      title: t('Take {number} from {name}?', { number, name: driverName(order.driver) }),
      text: `${t('The order waits for a driver again.')} ${NEW_CODE}`,
      action: t('Unassign'),
      cancel: t('Leave as it is'),
    });
    if (isSure) unassign.mutate({ id: order.id });
  };

  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end">
        <DriverPicker
          label={t('Driver')}
          placeholder={t('Assign driver')}
          drivers={drivers}
          best={fit?.drivers}
          value={order.driverId}
          onChange={(driver) => void give(driver)}
          allowDeselect={false}
          disabled={isAssigning || unassign.isPending}
          style={{ flex: '1 1 220px' }}
          comboboxProps={{ withinPortal: false }}
        />
        {order.driver && order.status === 'assigned' && (
          <Button variant="default" onClick={() => void takeAway()} loading={unassign.isPending}>
            {t('Unassign')}
          </Button>
        )}
      </Group>
      {confirmDialog}
    </Stack>
  );
}
