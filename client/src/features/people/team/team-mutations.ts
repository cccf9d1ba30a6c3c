import { displayName } from '@quickfleet/shared/people/users';
import { codeOf, messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';

/** Users appear in the lists, in the assignment of orders and in the dashboard's figures. */
function useRefreshTeam() {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.users.invalidate(), utils.dashboard.invalidate(), utils.orders.invalidate()]);
}

export function useCreateUser() {
  const refresh = useRefreshTeam();
  return trpc.users.create.useMutation({
    onSuccess: (user) => {
      showSuccess('Success', `${displayName(user)} was added`);
      void refresh();
    },
    onError: (error) => showError('Creation Failed', messageOf(error)),
  });
}

/** `said` is the success message: a correction, an activation and a new password are one call. */
export function useUpdateUser(said: (name: string) => string) {
  const refresh = useRefreshTeam();
  return trpc.users.update.useMutation({
    onSuccess: (user) => showSuccess('Success', said(displayName(user))),
    // The form shows both versions of an edit conflict.
    onError: (error) => {
      if (codeOf(error) !== 'STALE_VERSION') showError('Update Failed', messageOf(error));
    },
    // After a refusal too, so that the list shows the other user's change.
    onSettled: () => void refresh(),
  });
}

export function useDeleteUser() {
  const refresh = useRefreshTeam();
  return trpc.users.delete.useMutation({
    onSuccess: () => {
      showSuccess('Success', 'User deleted');
      void refresh();
    },
    onError: (error) => showError('Delete Failed', messageOf(error)),
  });
}

export const compareFailed = (error: unknown): void => showError('Update Failed', messageOf(error));
