import { Text } from '@mantine/core';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { duplicateOrder, type Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { plannedFrom, planOf, typedWindow, windowErrors } from '../../../../components/window-field/window-draft.ts';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { useAttempt } from '../../../../lib/forms/use-attempt.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { todayInZone } from '../../../../lib/words/format.ts';
import { useDuplicateOrder } from './order-mutations.ts';

const check = z.object({
  pickupWindow: typedWindow({ needsTimes: true }),
  deliveryWindow: typedWindow({ needsTimes: false }),
});

/** The same times of the clock from tomorrow on; a day alone where the first one had no times. */
const draftsFor = ({ pickupWindow, deliveryWindow, deliveryDate }: Order) =>
  plannedFrom(addDays(todayInZone(), 1), {
    pickupWindow,
    deliveryWindow,
    deliveryDay: deliveryDate && todayInZone(new Date(deliveryDate)),
  });

function RepeatForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const [, navigate] = useLocation();
  const duplication = useDuplicateOrder();
  const attemptOf = useAttempt();
  const { form, onSend } = useZodForm(check, draftsFor(order));

  const send = async (windows: z.output<typeof check>) => {
    const input = duplicateOrder.parse({ id: order.id, ...planOf(windows.pickupWindow, windows.deliveryWindow) });
    const made = await duplication.mutateAsync({ order: input, attempt: attemptOf(input) });
    onClose();
    navigate(`${paths.adminOrders}?order=${made.id}`);
  };

  return (
    <DialogForm
      onSubmit={onSend(send, (error) => windowErrors(issuesOf(error)))}
      onCancel={onClose}
      send={t('Create order')}
      sending={t('Creating...')}
      isPending={duplication.isPending}
    >
      <Text size="sm">
        {t(
          '{customer}, with the same route, items, photos, price and notes. It gets a new tracking number and access code, and has no driver yet.',
          { customer: order.customerName },
        )}
      </Text>
      <WindowFields form={form} areTogether />
    </DialogForm>
  );
}

export function RepeatDialog({ order, opened, onClose }: { order: Order; opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={
        order.status === 'delivered'
          ? t('Again: {number}', { number: formatTracking(order.trackingNumber) })
          : t('Duplicate: {number}', { number: formatTracking(order.trackingNumber) })
      }
      size="md"
      zIndex={250}
    >
      <RepeatForm order={order} onClose={onClose} />
    </Dialog>
  );
}
