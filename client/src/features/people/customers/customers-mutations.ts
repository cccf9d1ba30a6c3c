import { useSwitch } from '../../../lib/addresses/use-switch.ts';
import { codeOf, messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';

function useRefreshCustomers() {
  const utils = trpc.useUtils();
  return () => void utils.customers.invalidate();
}

export function useCreateCustomer() {
  const refresh = useRefreshCustomers();
  return trpc.customers.create.useMutation({
    onSuccess: (customer) => {
      showSuccess('Success', `${customer.name} is now a customer`);
      refresh();
    },
    onError: (error) => showError('Creation Failed', messageOf(error)),
  });
}

export function useUpdateCustomer() {
  const refresh = useRefreshCustomers();
  return trpc.customers.update.useMutation({
    onSuccess: () => showSuccess('Success', 'Customer updated successfully'),
    // The form shows both versions of an edit conflict.
    onError: (error) => {
      if (codeOf(error) !== 'STALE_VERSION') showError('Error', messageOf(error));
    },
    onSettled: refresh,
  });
}

/** Lets a customer pay later, or no longer. One switch and not a form: the last word counts, whatever else was saved. */
export function usePutOnAccount() {
  const utils = trpc.useUtils();
  const refresh = useRefreshCustomers();
  return useSwitch({
    save: (id, onAccount) => utils.client.customers.update.mutate({ id, onAccount }),
    isOn: (saved) => saved.onAccount,
    show: (id, onAccount) => utils.customers.get.setData({ id }, (customer) => customer && { ...customer, onAccount }),
    onSaved: ({ name, onAccount }) =>
      showSuccess('Success', onAccount ? `${name} pays on account` : `${name} pays before booking`),
    onFailed: (error) => showError('Error', messageOf(error)),
    onSettled: refresh,
  });
}

/** The other version could not be read: shows why, and fails. */
export function compareFailed(error: unknown): never {
  showError('Error', messageOf(error));
  throw error;
}

export function useDeleteCustomer() {
  const refresh = useRefreshCustomers();
  return trpc.customers.delete.useMutation({
    onSuccess: () => showSuccess('Success', 'Customer deleted'),
    onError: (error) => showError('Error', messageOf(error)),
    onSettled: refresh,
  });
}

export function useEraseCustomer() {
  const utils = trpc.useUtils();
  return trpc.customers.erase.useMutation({
    onSuccess: () => {
      showSuccess('Success', 'The personal data was erased');
      void utils.invalidate();
    },
    onError: (error) => showError('Error', messageOf(error)),
  });
}
