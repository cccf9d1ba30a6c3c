import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDay } from '../../../lib/words/format.ts';

function useJobReport<Out, Sent>(done: (out: Out, sent: Sent) => string, failed = t('Error')) {
  const utils = trpc.useUtils();
  return reported({
    done,
    failed,
    refresh: () => {
      void utils.recurring.invalidate();
      void utils.orders.invalidate();
    },
  });
}

/** Failures with a field are shown at it, by the form. */
export const useCreateJob = () =>
  trpc.recurring.create.useMutation(
    useJobReport(
      (job: RecurringOrder) => t('{rule} for {customer}', { rule: job.ruleInWords, customer: job.order.customerName }),
      t('Creation Failed'),
    ),
  );
export const useUpdateJob = () =>
  trpc.recurring.update.useMutation(
    useJobReport((job: RecurringOrder, { paused }: { paused?: boolean | undefined }) => {
      if (paused === undefined) return t('The recurring job was changed');
      const customer = job.order.customerName;
      return paused ? t('{customer}’s job is paused', { customer }) : t('{customer}’s job is resumed', { customer });
    }),
  );
export const useSkipDay = () =>
  trpc.recurring.skip.useMutation(
    useJobReport((_: RecurringOrder, { day, skip }: { day: string; skip?: boolean | undefined }) =>
      skip === false ? t('{day} is back', { day: formatDay(day) }) : t('{day} is skipped', { day: formatDay(day) }),
    ),
  );
export const useDeleteJob = () =>
  trpc.recurring.delete.useMutation(useJobReport(() => t('The recurring job was deleted')));
