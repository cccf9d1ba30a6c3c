import type { InvoiceRow } from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/error-message.ts';
import { reported, saidOnce } from '../../../lib/api/reported.ts';
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
      refused: ({ data, leftOut }) =>
        data.length === 0 && leftOut.length > 0
          ? t('These deliveries are on no draft: they have no price or no customer.')
          : undefined,
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
interface ToIssue {
  drafts: readonly InvoiceRow[];
  /** Mailed too. */
  isSent: boolean;
}
interface Issued {
  count: number;
  /** What was refused: a draft that stays one, or an invoice that is issued and was not mailed. */
  failed: readonly { id: number; name: string; reason: string }[];
}
/** Issues one draft after the other, and says of which something was refused. `done` counts while it works. */
export function useIssueDrafts() {
  const utils = trpc.useUtils();
  const [done, setDone] = useState(0);
  const issueAll = async ({ drafts, isSent }: ToIssue): Promise<Issued> => {
    let count = 0;
    const failed: Issued['failed'][number][] = [];
    setDone(0);
    for (const { id, version, buyerName } of drafts) {
      try {
        const issued = await utils.client.invoices.issue.mutate({ id, version });
        count++;
        if (isSent) await utils.client.invoices.send.mutate({ id, version: issued.version });
      } catch (error) {
        failed.push({ id, name: buyerName, reason: messageOf(error) });
      }
      setDone((before) => before + 1);
    }
    return { count, failed };
  };
  const issue = useMutation({
    mutationFn: issueAll,
    ...reported<Issued, ToIssue>({
      done: ({ count }) => t('{count, plural, one {# invoice} other {# invoices}} issued', { count }),
      refused: ({ count, failed }) => (count === 0 ? saidOnce(failed) : undefined),
      refresh: () => utils.invoices.invalidate(),
    }),
  });
  return { issue, done };
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
export function useGrantDiscount() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.grantDiscount.useMutation(reported({ done: t('Discount taken off'), refresh }));
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
      refused: ({ sent, leftOut }) => (sent.length === 0 ? saidOnce(leftOut) : undefined),
      refresh,
    }),
  );
}
export function useUnpayInvoice() {
  const refresh = useRefreshInvoices();
  return trpc.invoices.unpay.useMutation(reported({ done: t('Payment taken back'), refresh }));
}
