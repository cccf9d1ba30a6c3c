import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { codeOf } from '../../../lib/api/error-message.ts';
import { failedAs, reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

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
    reported({
      done: (user) => t('{name} was added', { name: displayName(user) }),
      failed: t('Creation Failed'),
      refresh,
    }),
  );
}

/** `said` is the success message: a correction, an activation and a new password are one call. */
export function useUpdateUser(said: (name: string) => string) {
  const refresh = useRefreshTeam();
  return trpc.users.update.useMutation(
    reported({
      done: (user) => said(displayName(user)),
      failed: t('Update Failed'),
      // The form shows both versions of an edit conflict.
      isShown: (error) => codeOf(error) === 'STALE_VERSION',
      refresh,
    }),
  );
}

export function useSavePay() {
  const refresh = useRefreshTeam();
  return trpc.users.update.useMutation(
    reported({ done: t('The rates are saved'), isShown: (error) => codeOf(error) === 'VALIDATION_FAILED', refresh }),
  );
}
export function useApprovePay() {
  const utils = trpc.useUtils();
  return trpc.pay.approve.useMutation(
    reported({ done: t('The pay is approved'), refresh: () => utils.pay.invalidate() }),
  );
}
export function useUndoApproval() {
  const utils = trpc.useUtils();
  return trpc.pay.undo.useMutation(
    reported({ done: t('The latest approval is taken back'), refresh: () => utils.pay.invalidate() }),
  );
}

export function useDeleteUser() {
  const refresh = useRefreshTeam();
  return trpc.users.delete.useMutation(reported({ done: t('User deleted'), failed: t('Delete Failed'), refresh }));
}

export function useResetFactor() {
  const refresh = useRefreshTeam();
  return trpc.factor.reset.useMutation(
    reported({ done: t('The second factor was reset'), failed: t('Reset Failed'), refresh }),
  );
}

export const compareFailed = failedAs(t('Update Failed'));
