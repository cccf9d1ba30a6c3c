import type { EntityManager } from '@mikro-orm/postgresql';
import { type AppContext, now, todayOf } from '../../context.ts';
import { conflict } from '../../lib/errors.ts';
import { query } from '../../lib/query.ts';
import { lockQuote } from '../quotes/quotes.service.ts';
import { IssuedPaper, type PaperKind } from './issued-paper.entity.ts';

const letters: Record<PaperKind, string> = { quote: 'Q', receipt: 'R' };

const findNumber = async (em: EntityManager, kind: PaperKind, quoteId: number): Promise<Given | undefined> =>
  (
    await query<Given>(
      em,
      'select number, issued_at as "issuedAt" from papers where quote_id = ? and kind = ? and voided_at is null',
      [quoteId, kind],
    )
  )[0];

export const notPaid = () => conflict('QUOTE_NOT_PAID', 'There is a receipt once the quote is paid');

export interface Given {
  number: string;
  issuedAt: Date | string;
}

/**
 * The number of a quote's paper, 'Q-2026-0042': given when the paper is first asked for, and kept. The counter's row is
 * locked until the transaction ends, and a transaction that fails takes its number back: no number of a year is left
 * out, however many are given at once. The year is that of the company's time zone.
 */
export async function numberOf(ctx: AppContext, kind: PaperKind, quoteId: number): Promise<Given> {
  const known = await findNumber(ctx.em, kind, quoteId);
  if (known) return known;
  return ctx.services.orm.em.fork().transactional(async (em) => {
    // Two who ask for the first time: the second reads the number of the first.
    const { status } = await lockQuote({ ...ctx, em }, quoteId);
    // Taken back since it was read: a number is not given to what is not paid.
    if (kind === 'receipt' && status !== 'paid' && status !== 'converted') throw notPaid();
    const meanwhile = await findNumber(em, kind, quoteId);
    if (meanwhile) return meanwhile;
    const year = Number(todayOf(ctx).slice(0, 4));
    const [counter] = await query<{ last: number }>(
      em,
      `insert into paper_counters (kind, year, last) values (?, ?, 1)
       on conflict (kind, year) do update set last = paper_counters.last + 1 returning last`,
      [kind, year],
    );
    const number = `${letters[kind]}-${year}-${String(counter?.last).padStart(4, '0')}`;
    em.create(IssuedPaper, { kind, year, number, quoteId, issuedAt: now(ctx) });
    await em.flush();
    return { number, issuedAt: now(ctx) };
  });
}
