import type { HistoryAction } from '../company/history/history-words.ts';
/** The quote's states and moves. */
export const quoteStatuses = ['draft', 'sent', 'accepted', 'paid', 'converted'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** What a state means. */
interface QuoteFacts {
  /** Before that, nobody but the office has seen a price. */
  isSent: boolean;
  /** It waits for the customer's yes. */
  isOffered: boolean;
  /** Its customer may still pay: another price makes another version. */
  isPayable: boolean;
  /** Paid, whatever became of it since. */
  isPaid: boolean;
  canEdit: boolean;
  canDelete: boolean;
  canPrice: boolean;
  /** Counted as active on the dashboard, without an outcome. */
  isActive: boolean;
}
const requested: QuoteFacts = {
  isSent: false,
  isOffered: false,
  isPayable: false,
  isPaid: false,
  canEdit: true,
  canDelete: true,
  canPrice: true,
  isActive: true,
};
const offered: QuoteFacts = { ...requested, isSent: true, isOffered: true, isPayable: true, canPrice: false };
/** A new state begins here: the compiler asks for its line, and then for it wherever states differ. */
export const quoteFacts: Readonly<Record<QuoteStatus, QuoteFacts>> = {
  draft: requested,
  sent: offered,
  accepted: { ...offered, isOffered: false },
  paid: { ...offered, isOffered: false, isPayable: false, isPaid: true, isActive: false },
  converted: {
    ...offered,
    isOffered: false,
    isPayable: false,
    isPaid: true,
    canEdit: false,
    canDelete: false,
    isActive: false,
  },
};
/** The states of which something is so, for lists and for SQL. */
export const quoteStatusesThat = (fact: keyof QuoteFacts): QuoteStatus[] =>
  quoteStatuses.filter((status) => quoteFacts[status][fact]);

/** What must hold before a move: a price with its payment link, or nothing more than the state itself. */
export type QuoteCondition = 'priced' | 'none';
export interface QuoteMove {
  from: QuoteStatus;
  to: QuoteStatus;
  /** 'status' moves may be asked for by PUT; 'convert' only happens by making the order. */
  via: 'status' | 'convert';
  condition: QuoteCondition;
  action: HistoryAction;
}

export const quoteMoves: readonly QuoteMove[] = [
  { from: 'draft', to: 'sent', via: 'status', condition: 'priced', action: 'quote.sent' },
  { from: 'sent', to: 'accepted', via: 'status', condition: 'priced', action: 'quote.accepted' },
  { from: 'sent', to: 'paid', via: 'status', condition: 'priced', action: 'quote.paid' },
  { from: 'accepted', to: 'paid', via: 'status', condition: 'priced', action: 'quote.paid' },
  { from: 'paid', to: 'converted', via: 'convert', condition: 'priced', action: 'quote.converted' },
];

export const findQuoteMove = (from: QuoteStatus, to: QuoteStatus): QuoteMove | undefined =>
  quoteMoves.find((move) => move.from === from && move.to === to);
export const canMoveQuote = (from: QuoteStatus, to: QuoteStatus): boolean => findQuoteMove(from, to) !== undefined;
export const nextQuoteStatuses = (from: QuoteStatus): QuoteStatus[] =>
  quoteMoves.filter((move) => move.from === from).map((move) => move.to);

export const canDeleteQuote = (status: QuoteStatus): boolean => quoteFacts[status].canDelete;
export const canEditQuote = (status: QuoteStatus): boolean => quoteFacts[status].canEdit;
export const canPriceQuote = (status: QuoteStatus): boolean => quoteFacts[status].canPrice;
export const isPaidQuote = (status: QuoteStatus): boolean => quoteFacts[status].isPaid;

/** How a quote may end while its status stays. A quote with one of these outcomes is not active. */
export const quoteOutcomes = ['declined', 'expired'] as const;
export type QuoteOutcome = (typeof quoteOutcomes)[number];

/** Active quotes of the dashboard: in one of these states, and without an outcome. */
export const activeQuoteStatuses = quoteStatusesThat('isActive');
