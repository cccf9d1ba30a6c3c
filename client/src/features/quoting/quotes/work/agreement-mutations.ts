// What staff do about an agreement besides its price: links, answers, validity, decisions by word, payments.
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useQuoteCache } from './quote-cache.ts';

/** Every one of them answers the quote as it is now. `isShown`: whoever asks shows what is wrong. */
function useAnswered(done: string, { isShown = false } = {}) {
  const cache = useQuoteCache();
  return reported({
    done,
    isShown: () => isShown,
    onDone: (quote: Quote) => cache.put(quote),
    refresh: () => void cache.refresh(),
  });
}

export const useAnswerQuestion = () =>
  trpc.quotes.answer.useMutation(useAnswered(t('The answer is on its way'), { isShown: true }));

export const useRenewQuote = () => trpc.quotes.renew.useMutation(useAnswered(t('The quote is valid again, and sent')));

export const useRotateLink = () => trpc.quotes.rotateLink.useMutation(useAnswered(t('The old link no longer works')));

export const useUnpayQuote = () => trpc.quotes.unpay.useMutation(useAnswered(t('The quote is no longer paid')));

export const useDecideOnBehalf = () => ({
  accept: trpc.quotes.acceptOnBehalf.useMutation(
    useAnswered(t('Accepted on behalf of the customer'), { isShown: true }),
  ),
  decline: trpc.quotes.declineOnBehalf.useMutation(
    useAnswered(t('Declined on behalf of the customer'), { isShown: true }),
  ),
});
