import { messageOf } from '../../lib/error-message.ts';
import { showError, showSuccess } from '../../lib/toast.ts';
import { trpc } from '../../lib/trpc.ts';

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
