import { Button, Group, Stack, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import { paths } from '@quickfleet/shared/paths';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { PrintLabels } from '../../../../components/delivery/print-labels.tsx';
import { RouteLine } from '../../../../components/delivery/route-line.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { LabelledCode } from '../../../../components/text/labelled-code.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { driverName } from '../cells/driver-cell.tsx';
import { PlannedWords } from '../cells/planned.tsx';
import { AssignHere } from '../change/assign-here.tsx';

export function OrderCreatedDialog({ created, onAnother }: { created: Order | undefined; onAnother: () => void }) {
  const shown = usePrevious(created);
  // Read again, so that a driver assigned here shows immediately.
  const latest = trpc.orders.get.useQuery(
    { id: shown?.id ?? 0 },
    { enabled: created !== undefined, ...(shown ? { placeholderData: shown } : {}) },
  );
  const order = latest.data ?? shown;
  return (
    <Dialog opened={created !== undefined} onClose={onAnother} title="Order created" size="md">
      {order && (
        <Stack>
          <RouteLine width={150} />
          <Text>
            {order.customerName}’s order is ready
            {order.driver ? ` and assigned to ${driverName(order.driver)}` : ''}.
          </Text>
          <Group gap="xl">
            <LabelledCode
              label="Tracking number"
              what="tracking number"
              value={order.trackingNumber}
              shown={formatTracking(order.trackingNumber)}
            />
            {order.accessCode && (
              <LabelledCode label="Access code for the driver" what="access code" value={order.accessCode} />
            )}
          </Group>
          {!order.customerEmail && (
            <Text size="sm" c="dimmed">
              The customer gets no e-mails, because the order has no e-mail address. Send them the tracking number.
            </Text>
          )}
          <PlannedWords order={order} />
          <AssignHere order={order} />
          <Group justify="flex-end" mt="sm">
            <PrintLabels
              orders={[order]}
              text={order.parcels === 1 ? 'Print label' : `Print ${order.parcels} labels`}
            />
            <Button variant="default" component={Link} href={`${paths.adminOrders}?order=${order.id}`}>
              View order
            </Button>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAnother} data-autofocus>
              Create another
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
