import { Button, Group, Stack, Text } from '@mantine/core';
import { isBeforePickup } from '@quickfleet/shared/delivery/order-status';
import type { RecurringOrder } from '@quickfleet/shared/delivery/recurring';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { usePrevious } from '../../../lib/forms/use-previous.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useDeleteJob } from './recurring-mutations.ts';

export function DeleteDialog({ job, onClose }: { job: RecurringOrder | undefined; onClose: () => void }) {
  const deletion = useDeleteJob();
  const shown = usePrevious(job);
  const upcoming = shown?.upcoming.filter(({ status }) => status !== null && isBeforePickup(status)).length ?? 0;
  const remove = (withUpcoming: 'true' | 'false') =>
    shown && deletion.mutate({ id: shown.id, withUpcoming }, { onSuccess: onClose });
  return (
    <Dialog opened={job !== undefined} onClose={onClose} title="Delete this recurring job?" size="md">
      {shown && (
        <Stack>
          <Text>
            “{shown.ruleInWords}” for {shown.order.customerName} will create no more orders.
            {upcoming > 0 && ` ${formatCount(upcoming, 'order')} ${upcoming === 1 ? 'is' : 'are'} not picked up yet.`}
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button
              color="red"
              variant={upcoming > 0 ? 'light' : 'filled'}
              loading={deletion.isPending}
              onClick={() => remove('false')}
            >
              {upcoming > 0 ? 'Delete, keep these orders' : 'Delete'}
            </Button>
            {upcoming > 0 && (
              <Button color="red" loading={deletion.isPending} onClick={() => remove('true')}>
                Delete and cancel {formatCount(upcoming, 'order')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
