import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

function useRefreshInvoices() {
  const utils = trpc.useUtils();
  return () => void utils.invoices.invalidate();
}

export function useRunInvoices() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.run.useMutation(
    reported({
      done: ({ data }) =>
        t('{count, plural, =0 {Nothing to invoice} one {# draft} other {# drafts}}', { count: data.length }),
      refresh,
    }),
  );
}
export function useIssueInvoice() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.issue.useMutation(
    reported({ done: ({ number }) => t('{number} is issued', { number: number ?? '' }), refresh }),
  );
}
export function useSendInvoice() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.send.useMutation(
    reported({ done: ({ buyer }) => t('On its way to {email}', { email: buyer.email ?? '' }), refresh }),
  );
}
export function useRemind() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.remind.useMutation(reported({ done: t('Reminder sent'), refresh }));
}
export function usePayInvoice() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.pay.useMutation(reported({ done: t('Payment noted'), isShown: () => true, refresh }));
}
export function useCreditInvoice() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.credit.useMutation(
    reported({
      done: ({ number }) => t('Credit note {number} is issued', { number: number ?? '' }),
      isShown: () => true,
      refresh,
    }),
  );
}
export function useCloseMonth() {
  const utils = trpc.useUtils();
  return trpc.accounting.close.useMutation(
    reported({ done: t('The month is closed'), refresh: () => utils.accounting.invalidate() }),
  );
}
export function useDeleteInvoice() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.delete.useMutation(reported({ done: t('Draft deleted'), refresh }));
}
export function useRemindAll() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.remindAll.useMutation(
    reported({
      done: ({ sent, leftOut }) =>
        leftOut.length === 0
          ? t('{count, plural, one {# reminder} other {# reminders}} sent', { count: sent.length })
          : t('{sent} sent, {left} left out', { sent: sent.length, left: leftOut.length }),
      refresh,
    }),
  );
}
export function useUnpayInvoice() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.unpay.useMutation(reported({ done: t('Payment taken back'), refresh }));
}
