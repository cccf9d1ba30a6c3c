import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';

export function useCreateKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.create.useMutation({
    onSuccess: (key) => {
      showSuccess('Success', `The API key ${key.name} was made`);
      void utils.apiKeys.invalidate();
    },
    onError: (error) => showError('Creation Failed', messageOf(error)),
  });
}

export function useRevokeKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.revoke.useMutation({
    onSuccess: (key) => showSuccess('Success', `The API key ${key.name} no longer works`),
    onError: (error) => showError('Update Failed', messageOf(error)),
    onSettled: () => utils.apiKeys.invalidate(),
  });
}
