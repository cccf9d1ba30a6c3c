import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { t } from '@quickfleet/shared/words/t';
import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';
import { formatDay } from '../../../lib/words/format.ts';

function useJobToasts<Out, In>(sayDone: (out: Out, input: In) => string, failedTitle = t('Error')) {
  const utils = trpc.useUtils();
  return {
    onSuccess: (out: Out, input: In) => showSuccess(t('Success'), sayDone(out, input)),
    onError: (error: unknown) => showError(failedTitle, messageOf(error)),
    onSettled: () => {
      void utils.recurring.invalidate();
      void utils.orders.invalidate();
    },
  };
}

/** Failures with a field are shown at it, by the form. */
export const useCreateJob = () =>
  trpc.recurring.create.useMutation(
    useJobToasts(
      (job: RecurringOrder) => t('{rule} for {customer}', { rule: job.ruleInWords, customer: job.order.customerName }),
      t('Creation Failed'),
    ),
  );
export const useUpdateJob = () =>
  trpc.recurring.update.useMutation(
    useJobToasts((job: RecurringOrder, { paused }: { paused?: boolean | undefined }) => {
      if (paused === undefined) return t('The recurring job was changed');
      const customer = job.order.customerName;
      return paused ? t('{customer}’s job is paused', { customer }) : t('{customer}’s job is resumed', { customer });
    }),
  );
export const useSkipDay = () =>
  trpc.recurring.skip.useMutation(
    useJobToasts((_: RecurringOrder, { day, skip }: { day: string; skip?: boolean | undefined }) =>
      skip === false ? t('{day} is back', { day: formatDay(day) }) : t('{day} is skipped', { day: formatDay(day) }),
    ),
  );
export const useDeleteJob = () =>
  trpc.recurring.delete.useMutation(useJobToasts(() => t('The recurring job was deleted')));
