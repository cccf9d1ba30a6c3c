import { describe, expect, it } from 'vitest';
import {
  canDeleteQuote,
  canMoveQuote,
  findQuoteMove,
  nextQuoteStatuses,
  type QuoteStatus,
  quoteMoves,
  quoteStatuses,
} from './quote-status.ts';

/** Every pair that may be; each other pair is refused. */
const allowed: Record<QuoteStatus, readonly QuoteStatus[]> = {
  draft: ['sent'],
  sent: ['accepted', 'paid'],
  accepted: ['paid'],
  paid: ['converted'],
  converted: [],
};

describe('S04 the quote’s moves', () => {
  for (const from of quoteStatuses) {
    for (const to of quoteStatuses) {
      const may = allowed[from].includes(to);
      it(`S04 ${may ? 'allows' : 'refuses'} ${from} → ${to}`, () => {
        expect(canMoveQuote(from, to)).toBe(may);
      });
    }
  }

  it('S04 names each pair once, needs a price for every one, and converts only by making the order', () => {
    expect(new Set(quoteMoves.map(({ from, to }) => `${from} ${to}`)).size).toBe(quoteMoves.length);
    expect(quoteMoves.every(({ condition }) => condition === 'priced')).toBe(true);
    expect(quoteMoves.filter(({ via }) => via === 'convert')).toEqual([findQuoteMove('paid', 'converted')]);
    for (const from of quoteStatuses) expect(nextQuoteStatuses(from)).toEqual(allowed[from]);
  });

  it('S05 deletes any quote but a converted one', () => {
    expect(quoteStatuses.filter(canDeleteQuote)).toEqual(['draft', 'sent', 'accepted', 'paid']);
  });
});
