import { displayName } from '@quickfleet/shared/people/users';
import { codeOf, messageOf } from '../../../lib/api/error-message.ts';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError } from '../../../lib/toast.ts';

/** Users appear in the lists, in the assignment of orders and in the dashboard's figures. */
function useRefreshTeam() {
  const utils = trpc.useUtils();
  return () => {
    for (const shown of [utils.users, utils.dashboard, utils.orders]) void shown.invalidate();
  };
}

export function useCreateUser() {
  const refresh = useRefreshTeam();
  return trpc.users.create.useMutation(
    reported({ done: (user) => `${displayName(user)} was added`, failed: 'Creation Failed', refresh }),
  );
}

/** `said` is the success message: a correction, an activation and a new password are one call. */
export function useUpdateUser(said: (name: string) => string) {
  const refresh = useRefreshTeam();
  return trpc.users.update.useMutation(
    reported({
      done: (user) => said(displayName(user)),
      failed: 'Update Failed',
      // The form shows both versions of an edit conflict.
      isShown: (error) => codeOf(error) === 'STALE_VERSION',
      refresh,
    }),
  );
}

export function useDeleteUser() {
  const refresh = useRefreshTeam();
  return trpc.users.delete.useMutation(reported({ done: 'User deleted', failed: 'Delete Failed', refresh }));
}

export function useResetFactor() {
  const refresh = useRefreshTeam();
  return trpc.factor.reset.useMutation(
    reported({ done: 'The second factor was reset', failed: 'Reset Failed', refresh }),
  );
}

export const compareFailed = (error: unknown): void => showError('Update Failed', messageOf(error));
