import { Button, Group, Stack, Text } from '@mantine/core';
import { isBeforePickup } from '@quickfleet/shared/delivery/orders/order-status';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { t } from '@quickfleet/shared/words/t';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { usePrevious } from '../../../lib/forms/use-previous.ts';
import { useDeleteJob } from './recurring-mutations.ts';

export function DeleteDialog({ job, onClose }: { job: RecurringOrder | undefined; onClose: () => void }) {
  const deletion = useDeleteJob();
  const shown = usePrevious(job);
  const upcoming = shown?.upcoming.filter(({ status }) => status !== null && isBeforePickup(status)).length ?? 0;
  const remove = (withUpcoming: 'true' | 'false') =>
    shown && deletion.mutate({ id: shown.id, withUpcoming }, { onSuccess: onClose });
  return (
    <Dialog opened={job !== undefined} onClose={onClose} title={t('Delete this recurring job?')} size="md">
      {shown && (
        <Stack>
          <Text>
            {t('“{rule}” for {customer} will create no more orders.', {
              rule: shown.ruleInWords,
              customer: shown.order.customerName,
            })}
            {upcoming > 0 &&
              ` ${t('{count, plural, one {# order is} other {# orders are}} not picked up yet.', { count: upcoming })}`}
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('Cancel')}
            </Button>
            <Button
              color="red"
              variant={upcoming > 0 ? 'light' : 'filled'}
              loading={deletion.isPending}
              onClick={() => remove('false')}
            >
              {upcoming > 0 ? t('Delete, keep these orders') : t('Delete')}
            </Button>
            {upcoming > 0 && (
              <Button color="red" loading={deletion.isPending} onClick={() => remove('true')}>
                {t('Delete and cancel {count, plural, one {# order} other {# orders}}', { count: upcoming })}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
