import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';

const world = useWorld({ LIMIT_SCALE: 100_000 });
/** 200 in `QUICKFLEET_ROUNDS=200`; a few in every run. */
const ROUNDS = Number(process.env['QUICKFLEET_ROUNDS'] ?? 8);
const AT_ONCE = 20;
/** How many of them set a new price, round by round. */
const PRICES = [0, 1, 2, 5];

interface Told {
  kind: 'accept' | 'decline' | 'price';
  status: number;
  code: string | undefined;
}

/** What one of twenty does to the quote that all of them saw at version 1. */
async function act(quote: Quote, n: number, prices: number, reads: boolean): Promise<Told> {
  const at = `/api/v1/q/${quote.customerUrl?.split('/q/')[1]}`;
  const phone = world.app.client();
  const kind = n < prices ? 'price' : n % 2 === 0 ? 'decline' : 'accept';
  // Accepting takes the longest way to the lock: every other round the others look at the page once more.
  if (reads && kind !== 'accept') await phone.get(at);
  const answer = await {
    accept: () => phone.post(`${at}/accept`, { revision: 1, name: `Person ${n}`, termsAccepted: true }),
    decline: () => phone.post(`${at}/decline`, { revision: 1, reason: `Reason ${n}` }),
    price: () => world.admin.put(`/api/v1/quotes/${quote.id}`, { price: `${200 + n}.00` }),
  }[kind]();
  return { kind, status: answer.statusCode, code: answer.json<{ code?: string }>().code };
}

describe('U34 everybody decides together', () => {
  it(
    `U34 ${AT_ONCE} accepts, declines and new prices have one outcome in each of ${ROUNDS} rounds, and what was accepted is what was shown`,
    async () => {
      const seen: Record<string, number> = {};
      for (let round = 0; round < ROUNDS; round++) {
        const { id } = await makeQuote(world.app);
        const price = { price: `${100 + (round % 50)}.00`, paymentUrl: 'https://pay.example.com/q' };
        const quote = ok<Quote>(await world.admin.put(`/api/v1/quotes/${id}`, price));
        const at = `/api/v1/q/${quote.customerUrl?.split('/q/')[1]}`;
        const shown = ok<CustomerQuote>(await world.visitor.get(at));
        const order = Array.from({ length: AT_ONCE }, (_, n) => (n * 7 + round) % AT_ONCE);
        const prices = PRICES[round % PRICES.length] ?? 0;
        const told = await Promise.all(order.map((n) => act(quote, n, prices, round % 8 >= 4)));

        for (const { kind, status, code } of told) {
          if (kind === 'price') expect([status, code]).toEqual([200, undefined]);
          else if (status !== 200)
            expect([409, ['QUOTE_ALREADY_DECIDED', 'QUOTE_REVISION_CHANGED'].includes(code ?? '')]).toEqual([
              status,
              true,
            ]);
        }
        const decided = told.filter(({ kind, status }) => kind !== 'price' && status === 200);
        expect(decided.length).toBeLessThanOrEqual(1);
        const acceptances = await world.app.sql<{ revision: number; content: CustomerQuote }>(
          'select revision, content from quote_acceptances where quote_id = ?',
          id,
        );
        expect(acceptances).toHaveLength(decided.filter(({ kind }) => kind === 'accept').length);
        for (const { revision, content } of acceptances) {
          expect(revision).toBe(shown.revision);
          expect(content.total).toBe(shown.total);
          expect(content.lines).toEqual(shown.lines);
        }
        const after = ok<Quote>(await world.admin.get(`/api/v1/quotes/${id}`));
        const versions = Array.from({ length: prices + 1 }, (_, n) => prices + 1 - n);
        expect(after.revisions?.map(({ revision }) => revision)).toEqual(versions);
        const [decision] = decided;
        if (prices > 0) {
          // A new price opens what was decided before it: the last one is what is offered now.
          expect(after).toMatchObject({ status: 'sent', outcome: null, revision: prices + 1 });
        } else {
          expect(decided).toHaveLength(1);
          expect([after.status, after.outcome]).toEqual(
            decision?.kind === 'accept' ? ['accepted', null] : ['sent', 'declined'],
          );
        }
        const outcome = `${prices} new prices, first ${decision?.kind ?? 'a price'}`;
        seen[outcome] = (seen[outcome] ?? 0) + 1;
      }
      console.log(`${ROUNDS} rounds of ${AT_ONCE}`, seen);
    },
    60_000 + ROUNDS * 3000,
  );
});
