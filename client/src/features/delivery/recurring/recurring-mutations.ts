import type { RecurringOrder } from '@quickfleet/shared/delivery/recurring';
import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';
import { formatDay } from '../../../lib/words/format.ts';

function useJobToasts<Out, In>(sayDone: (out: Out, input: In) => string, failedTitle = 'Error') {
  const utils = trpc.useUtils();
  return {
    onSuccess: (out: Out, input: In) => showSuccess('Success', sayDone(out, input)),
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
    useJobToasts((job: RecurringOrder) => `${job.ruleInWords} for ${job.order.customerName}`, 'Creation Failed'),
  );
export const useUpdateJob = () =>
  trpc.recurring.update.useMutation(
    useJobToasts((job: RecurringOrder, { paused }: { paused?: boolean | undefined }) =>
      paused === undefined
        ? 'The recurring job was changed'
        : `${job.order.customerName}’s job is ${paused ? 'paused' : 'resumed'}`,
    ),
  );
export const useSkipDay = () =>
  trpc.recurring.skip.useMutation(
    useJobToasts(
      (_: RecurringOrder, { day, skip }: { day: string; skip?: boolean | undefined }) =>
        `${formatDay(day)} is ${skip === false ? 'back' : 'skipped'}`,
    ),
  );
export const useDeleteJob = () =>
  trpc.recurring.delete.useMutation(useJobToasts(() => 'The recurring job was deleted'));
