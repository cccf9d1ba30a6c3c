import { TOAST_LONG_MS } from '@quickfleet/shared/limits';
import type { MailRow } from '@quickfleet/shared/messages/mailbox';
import type { CreateQuote, Quote, QuoteItemInput, UpdateQuote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { useMutation } from '@tanstack/react-query';
import { codeOf, messageOf, statusOf } from '../../../../lib/api/error-message.ts';
import { failedAs, reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useFollowMail } from '../../../../lib/live/follow-mail.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import { useQuoteCache } from './quote-cache.ts';

/** What an edit leaves out stays as it is; `version` is what the editor read. */
export type QuoteChanges = Omit<UpdateQuote, 'id' | 'version' | 'items'> & { items?: QuoteItemInput[] | undefined };

export function useCreateQuote() {
  const { client } = trpc.useUtils();
  const cache = useQuoteCache();
  return useMutation({
    mutationFn: ({ quote, attempt }: { quote: CreateQuote; attempt: string }) =>
      client.quotes.createAsStaff.mutate(quote, { context: { idempotencyKey: attempt } }),
    onSuccess: () => {
      showSuccess(
        t('Quote Created Successfully!'),
        t('Quote has been created and is ready for review.'),
        TOAST_LONG_MS,
      );
      void cache.refresh();
    },
    onError: (error) => {
      // A session that has ended asks for the password instead.
      if (statusOf(error) !== 401) showError(t('Creation Failed'), messageOf(error, t('Failed to submit quote')));
    },
  });
}

/** An edit conflict. */
export const isStale = (error: unknown): boolean => codeOf(error) === 'STALE_VERSION' || statusOf(error) === 412;

/** The conflict dialog handles a stale save; every other failure is shown here. */
export function useUpdateQuote() {
  const { client } = trpc.useUtils();
  const cache = useQuoteCache();
  return useMutation({
    mutationFn: ({ quote, changes }: { quote: Pick<Quote, 'id' | 'version'>; changes: QuoteChanges; done: string }) =>
      client.quotes.update.mutate({ ...changes, id: quote.id, version: quote.version }),
    onSuccess: (quote, { done }) => {
      cache.put(quote);
      showSuccess(t('Success'), done);
      void cache.refresh();
    },
    onError: (error) => {
      if (isStale(error)) return;
      showError(t('Error'), messageOf(error));
      void cache.refresh();
    },
  });
}

/** The other version could not be read either: what was typed stays where it is. */
export const compareFailed = failedAs(t('Error'));

export function useConvertQuote() {
  const cache = useQuoteCache();
  const utils = trpc.useUtils();
  return trpc.quotes.convertToOrder.useMutation(
    reported({
      done: t('Quote converted to an order'),
      refresh: () => {
        void utils.orders.invalidate();
        void cache.refresh();
      },
    }),
  );
}

/** Says what became of a mail: accepted by the mail server, refused for good, or waiting for it with the reason. */
function showMailResult({ status, recipient, lastError }: MailRow): void {
  if (status === 'sent')
    showSuccess(t('E-mail sent'), t('The mail server took the e-mail to {recipient}', { recipient }), TOAST_LONG_MS);
  else if (status === 'failed')
    showError(t('E-mail not sent'), lastError ?? t('The e-mail to {recipient} was refused', { recipient }));
  else if (status === 'queued')
    showError(
      t('E-mail is waiting'),
      t('{reason}. We retry automatically.', { reason: lastError ?? t('The mail server does not answer') }),
    );
}

export function useSendQuoteEmail() {
  const utils = trpc.useUtils();
  const followMail = useFollowMail();
  return trpc.quotes.sendEmail.useMutation({
    onSuccess: ({ delivery, message, emailId }) => {
      showSuccess(
        delivery === 'kept' ? t('E-mail kept in the Mailbox') : t('E-mail on its way'),
        message,
        TOAST_LONG_MS,
      );
      void utils.history.invalidate();
      void utils.mailbox.invalidate();
      if (delivery === 'queued') void followMail(emailId).then((mail) => mail && showMailResult(mail));
    },
    onError: (error) => showError(t('Error'), messageOf(error)),
  });
}

/** What the form says about photos. */
export const exportFailed = failedAs(t('Export failed'));
