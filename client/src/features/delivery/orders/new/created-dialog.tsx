import { Button, Group, Stack, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { PrintLabels } from '../../../../components/delivery/print-labels.tsx';
import { RouteLine } from '../../../../components/delivery/route-line.tsx';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { CreditNote } from '../../../../components/money/credit-note.tsx';
import { LabelledCode } from '../../../../components/text/code/labelled-code.tsx';
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
    <Dialog opened={created !== undefined} onClose={onAnother} title={t('Order created')} size="md">
      {order && (
        <Stack>
          <RouteLine width={150} />
          <Text>
            {order.driver
              ? t('{customer}’s order is ready and assigned to {driver}.', {
                  customer: order.customerName,
                  driver: driverName(order.driver),
                })
              : t('{customer}’s order is ready.', { customer: order.customerName })}
          </Text>
          <Group gap="xl">
            <LabelledCode
              label={t('Tracking number')}
              what={t('tracking number (to copy)')}
              value={order.trackingNumber}
              shown={formatTracking(order.trackingNumber)}
            />
            {order.accessCode && (
              <LabelledCode
                label={t('Access code for the driver')}
                what={t('access code (to copy)')}
                value={order.accessCode}
              />
            )}
          </Group>
          <CreditNote credit={order.creditWarning} />
          {!order.customerEmail && (
            <Text size="sm" c="dimmed">
              {t(
                'The customer gets no e-mails, because the order has no e-mail address. Send them the tracking number.',
              )}
            </Text>
          )}
          <PlannedWords order={order} />
          <AssignHere order={order} />
          <Group justify="flex-end" mt="sm">
            <PrintLabels
              orders={[order]}
              text={t('{count, plural, one {Print label} other {Print # labels}}', { count: order.parcels })}
            />
            <Button variant="default" component={Link} href={`${paths.adminOrders}?order=${order.id}`}>
              {t('View order')}
            </Button>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAnother} data-autofocus>
              {t('Create another')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
