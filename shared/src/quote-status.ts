import { z } from 'zod';

/** The quote's states and moves. */
export const quoteStatuses = ['draft', 'sent', 'accepted', 'paid', 'converted'] as const;
export const quoteStatus = z.enum(quoteStatuses, { error: `status must be one of ${quoteStatuses.join(', ')}` });
export type QuoteStatus = (typeof quoteStatuses)[number];

/** What must hold before a move: a price with its payment link, or nothing more than the state itself. */
export type QuoteCondition = 'priced' | 'none';
export interface QuoteMove {
  from: QuoteStatus;
  to: QuoteStatus;
  /** 'status' moves may be asked for by PUT; 'convert' only happens by making the order. */
  via: 'status' | 'convert';
  condition: QuoteCondition;
  action: string;
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

export const canDeleteQuote = (status: QuoteStatus): boolean => status !== 'converted';
export const canEditQuote = (status: QuoteStatus): boolean => status !== 'converted';
export const canPriceQuote = (status: QuoteStatus): boolean => status === 'draft';

/** How a quote may end beside its status, which stays. A quote with one of these is not active. */
export const quoteOutcomes = ['declined', 'expired'] as const;
export type QuoteOutcome = (typeof quoteOutcomes)[number];

/** Active quotes of the dashboard: in one of these states, and without an outcome. */
export const activeQuoteStatuses = ['draft', 'sent', 'accepted'] as const satisfies readonly QuoteStatus[];
