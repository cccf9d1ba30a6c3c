import { t } from '@quickfleet/shared/words/t';
import { useSwitch } from '../../../lib/addresses/use-switch.ts';
import { codeOf, messageOf } from '../../../lib/api/error-message.ts';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';

function useRefreshCustomers() {
  const utils = trpc.useUtils();
  return () => void utils.customers.invalidate();
}

export function useCreateCustomer() {
  const refresh = useRefreshCustomers();
  return trpc.customers.create.useMutation(
    reported({ done: ({ name }) => t('{name} is now a customer', { name }), failed: t('Creation Failed'), refresh }),
  );
}

export function useUpdateCustomer() {
  const refresh = useRefreshCustomers();
  // The form shows both versions of an edit conflict.
  const isShown = (error: unknown) => codeOf(error) === 'STALE_VERSION';
  return trpc.customers.update.useMutation(reported({ done: t('Customer updated successfully'), isShown, refresh }));
}

/** Lets the address that a key has set open what was ordered. */
export function useConfirmEmail() {
  const refresh = useRefreshCustomers();
  return trpc.customers.confirmEmail.useMutation(
    reported({ done: ({ email }) => t('{email} is confirmed', { email }), failed: t('Not confirmed'), refresh }),
  );
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
      showSuccess(
        t('Success'),
        onAccount ? t('{name} pays on account', { name }) : t('{name} pays before booking', { name }),
      ),
    onFailed: (error) => showError(t('Error'), messageOf(error)),
    onSettled: refresh,
  });
}

/** Lets recipients of a customer's orders be mailed, or no longer. */
export function usePutRecipientMails() {
  const utils = trpc.useUtils();
  const refresh = useRefreshCustomers();
  return useSwitch({
    save: (id, recipientMails) => utils.client.customers.update.mutate({ id, recipientMails }),
    isOn: (saved) => saved.recipientMails,
    show: (id, recipientMails) =>
      utils.customers.get.setData({ id }, (customer) => customer && { ...customer, recipientMails }),
    onSaved: ({ name, recipientMails }) =>
      showSuccess(
        t('Success'),
        recipientMails
          ? t('Recipients of {name} are sent e-mails', { name })
          : t('Recipients of {name} are sent no e-mails', { name }),
      ),
    onFailed: (error) => showError(t('Error'), messageOf(error)),
    onSettled: refresh,
  });
}

/** The other version could not be read: shows why, and fails. */
export function compareFailed(error: unknown): never {
  showError(t('Error'), messageOf(error));
  throw error;
}

export function useDeleteCustomer() {
  const refresh = useRefreshCustomers();
  return trpc.customers.delete.useMutation(reported({ done: t('Customer deleted'), refresh }));
}

export function useEraseCustomer() {
  const utils = trpc.useUtils();
  return trpc.customers.erase.useMutation(
    reported({ done: t('The personal data was erased'), refresh: () => void utils.invalidate() }),
  );
}
