import { message, said } from '../words/t.ts';
import { type QuoteStatus, quoteStatuses } from './quote-status.ts';

/** The status of a quote as people read it. */
export const quoteWords: Readonly<Record<QuoteStatus, string>> = said({
  draft: message('draft'),
  sent: message('sent'),
  accepted: message('accepted'),
  paid: message('paid'),
  converted: message('converted'),
});
export const isQuoteStatus = (status: string): status is QuoteStatus =>
  (quoteStatuses as readonly string[]).includes(status);
