// What staff do about an agreement besides its price: links, answers, validity, decisions by word, payments.
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import { useQuoteCache } from './quote-cache.ts';

/** Every one of them answers the quote as it is now. */
function useAnswered() {
  const cache = useQuoteCache();
  return {
    done: (text: string) => (quote: Quote) => {
      cache.put(quote);
      showSuccess(t('Success'), text);
    },
    ends: {
      onError: (error: unknown) => showError(t('Error'), messageOf(error)),
      onSettled: () => void cache.refresh(),
    },
  };
}

export function useAnswerQuestion() {
  const { done, ends } = useAnswered();
  return trpc.quotes.answer.useMutation({ onSuccess: done(t('The answer is on its way')), onSettled: ends.onSettled });
}

export function useRenewQuote() {
  const { done, ends } = useAnswered();
  return trpc.quotes.renew.useMutation({ onSuccess: done(t('The quote is valid again, and sent')), ...ends });
}

export function useRotateLink() {
  const { done, ends } = useAnswered();
  return trpc.quotes.rotateLink.useMutation({ onSuccess: done(t('The old link no longer works')), ...ends });
}

export function useUnpayQuote() {
  const { done, ends } = useAnswered();
  return trpc.quotes.unpay.useMutation({ onSuccess: done(t('The quote is no longer paid')), ...ends });
}

export function useDecideOnBehalf() {
  const { done, ends } = useAnswered();
  return {
    accept: trpc.quotes.acceptOnBehalf.useMutation({
      onSuccess: done(t('Accepted on behalf of the customer')),
      onSettled: ends.onSettled,
    }),
    decline: trpc.quotes.declineOnBehalf.useMutation({
      onSuccess: done(t('Declined on behalf of the customer')),
      onSettled: ends.onSettled,
    }),
  };
}
