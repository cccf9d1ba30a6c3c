import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { IconUserExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { DialogOf } from '../../../../components/feedback/dialog/dialog.tsx';
import { driverName } from '../cells/driver-cell.tsx';
import type { Driver } from '../list/use-orders.ts';

export interface Reassignment {
  order: OrderRow;
  /** The driver who was chosen when another one turned out to have it. */
  driver?: Driver;
  /** The server's sentence that names who has it. */
  taken?: string;
}

interface ReassignDialogProps {
  asked: Reassignment | undefined;
  drivers: readonly Driver[];
  isAssigning: boolean;
  onClose: () => void;
  onReassign: (order: OrderRow, driver: Driver) => void;
}

function ReassignForm({
  asked,
  drivers,
  isAssigning,
  onClose,
  onReassign,
}: ReassignDialogProps & { asked: Reassignment }) {
  const { order, taken } = asked;
  const [driverId, setDriverId] = useState(asked.driver ? String(asked.driver.id) : null);
  const driver = drivers.find(({ id }) => String(id) === driverId);
  const isSame = driver !== undefined && driver.id === order.driverId && !taken;

  return (
    <Stack>
      {taken ? (
        <Alert color="amber" icon={<IconUserExclamation aria-hidden />} title={taken} role="alert">
          {t('Nothing was changed. You can leave the order where it is, or assign it to someone else anyway.')}
        </Alert>
      ) : (
        <Text>
          {order.driver
            ? t('Order {number} is assigned to {name}.', {
                number: formatTracking(order.trackingNumber),
                name: driverName(order.driver),
              })
            : t('Order {number} has no driver.', { number: formatTracking(order.trackingNumber) })}
        </Text>
      )}
      <Select
        label={t('New driver')}
        data-autofocus
        placeholder={t('Choose a driver')}
        description={t('The order gets a new access code; the old one stops working immediately.')}
        data={drivers.map((candidate) => ({ value: String(candidate.id), label: displayName(candidate) }))}
        value={driverId}
        onChange={setDriverId}
        searchable
        openOnFocus={false}
        error={isSame ? t('This driver already has the order') : undefined}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Leave as it is')}
        </Button>
        <Button disabled={!driver || isSame} loading={isAssigning} onClick={() => driver && onReassign(order, driver)}>
          {driver ? t('Reassign to {name}', { name: displayName(driver) }) : t('Reassign')}
        </Button>
      </Group>
    </Stack>
  );
}

export function ReassignDialog(props: ReassignDialogProps) {
  const { asked, onClose } = props;
  return (
    <DialogOf
      of={asked}
      onClose={onClose}
      title={(shown) => t('Driver of {number}', { number: formatTracking(shown.order.trackingNumber) })}
      size="md"
      zIndex={250}
    >
      {(shown) => <ReassignForm key={`${shown.order.id} ${shown.taken ?? ''}`} {...props} asked={shown} />}
    </DialogOf>
  );
}
