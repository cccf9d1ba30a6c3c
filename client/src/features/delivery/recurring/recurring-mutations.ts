import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';
import { formatDay } from '../../../lib/words/format.ts';

function useRefresh() {
  const utils = trpc.useUtils();
  return () => {
    void utils.recurring.invalidate();
    void utils.orders.invalidate();
  };
}

/** Failures with a field are shown at it, by the form. */
export function useCreateJob() {
  const onSuccess = useRefresh();
  return trpc.recurring.create.useMutation({
    onSuccess: (job) => {
      showSuccess('Success', `${job.ruleInWords} for ${job.order.customerName}`);
      onSuccess();
    },
    onError: (error) => showError('Creation Failed', messageOf(error)),
  });
}
export function useUpdateJob() {
  const refresh = useRefresh();
  return trpc.recurring.update.useMutation({
    onSuccess: (job, { paused }) =>
      showSuccess(
        'Success',
        paused === undefined
          ? 'The recurring job was changed'
          : `${job.order.customerName}’s job is ${paused ? 'paused' : 'resumed'}`,
      ),
    onError: (error) => showError('Error', messageOf(error)),
    onSettled: refresh,
  });
}
export function useSkipDay() {
  const refresh = useRefresh();
  return trpc.recurring.skip.useMutation({
    onSuccess: (_, { day, skip }) =>
      showSuccess('Success', `${formatDay(day)} is ${skip === false ? 'back' : 'skipped'}`),
    onError: (error) => showError('Error', messageOf(error)),
    onSettled: refresh,
  });
}
export function useDeleteJob() {
  const refresh = useRefresh();
  return trpc.recurring.delete.useMutation({
    onSuccess: () => showSuccess('Success', 'The recurring job was deleted'),
    onError: (error) => showError('Error', messageOf(error)),
    onSettled: refresh,
  });
}
