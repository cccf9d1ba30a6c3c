import { Button, Group, Stack, Text } from '@mantine/core';
import { duplicateOrder, type Order } from '@quickfleet/shared/orders';
import { paths } from '@quickfleet/shared/paths';
import { formatTracking } from '@quickfleet/shared/tracking';
import { moveWindow } from '@quickfleet/shared/window-rules';
import { addDays } from '@quickfleet/shared/zoned-time';
import { useLocation } from 'wouter';
import { z } from 'zod';
import {
  draftOf,
  noDraft,
  planOf,
  typedWindow,
  type WindowDraft,
  windowErrors,
} from '../../components/delivery-form/window-draft.ts';
import { WindowFields } from '../../components/delivery-form/window-field.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { PendingButton } from '../../components/pending-button.tsx';
import { brand } from '../../lib/brand.ts';
import { issuesOf } from '../../lib/error-message.ts';
import { todayInZone } from '../../lib/format.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { useDuplicateOrder } from './order-mutations.ts';

const check = z.object({
  pickupWindow: typedWindow({ needsTimes: true }),
  deliveryWindow: typedWindow({ needsTimes: false }),
});

/** The same times of the clock tomorrow; a day alone where the first one had no times. */
function draftsFor(order: Order): Record<'pickupWindow' | 'deliveryWindow', WindowDraft> {
  const day = addDays(todayInZone(), 1);
  const { pickupWindow, deliveryWindow } = order;
  return {
    pickupWindow: pickupWindow ? draftOf(moveWindow(pickupWindow, day, brand.timeZone)) : noDraft,
    deliveryWindow: deliveryWindow ? draftOf(moveWindow(deliveryWindow, day, brand.timeZone)) : { ...noDraft, day },
  };
}

function RepeatForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const [, navigate] = useLocation();
  const duplication = useDuplicateOrder();
  const attemptOf = useAttempt();
  const { form, onSubmit, showErrors } = useZodForm(check, draftsFor(order));

  const send = async (windows: z.output<typeof check>) => {
    const input = duplicateOrder.parse({ id: order.id, ...planOf(windows.pickupWindow, windows.deliveryWindow) });
    try {
      const made = await duplication.mutateAsync({ order: input, attempt: attemptOf(input) });
      onClose();
      navigate(`${paths.adminOrders}?order=${made.id}`);
    } catch (error) {
      showErrors(windowErrors(issuesOf(error)));
    }
  };

  return (
    <form onSubmit={onSubmit((windows) => void send(windows))} noValidate>
      <Stack gap="lg">
        <Text size="sm">
          {order.customerName}, with the same route, items, photos, price and notes. It gets a tracking number and an
          access code of its own, and has no driver yet.
        </Text>
        <WindowFields form={form} />
      </Stack>
      <DialogFoot>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" isPending={duplication.isPending}>
            {duplication.isPending ? 'Creating...' : 'Create order'}
          </PendingButton>
        </Group>
      </DialogFoot>
    </form>
  );
}

/** An order once more, on another day: a job that comes back, or one that was delivered and is wanted again. */
export function RepeatDialog({ order, opened, onClose }: { order: Order; opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`${order.status === 'delivered' ? 'Again' : 'Duplicate'}: ${formatTracking(order.trackingNumber)}`}
      size="md"
      zIndex={250}
      closeOnClickOutside={false}
    >
      <RepeatForm order={order} onClose={onClose} />
    </Dialog>
  );
}
