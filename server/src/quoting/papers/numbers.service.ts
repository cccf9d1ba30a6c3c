import type { EntityManager } from '@mikro-orm/postgresql';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import { IssuedPaper, type PaperKind } from '../../company/papers/issued-paper.entity.ts';
import { c, readOne, readRow, select } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { lockQuote } from '../quotes/quotes.service.ts';

const letters: Record<PaperKind, string> = { quote: 'Q', receipt: 'R' };

const given = select({ number: c.text('number'), issuedAt: c.date('issued_at') });
const counter = select({ last: c.int('paper_counters.last') });
const findNumber = (em: EntityManager, kind: PaperKind, quoteId: number): Promise<Given | undefined> =>
  readRow(em, given, 'select $columns from papers where quote_id = ? and kind = ? and voided_at is null', [
    quoteId,
    kind,
  ]);

export const notPaid = () => conflict('QUOTE_NOT_PAID', 'There is a receipt once the quote is paid');

export interface Given {
  number: string;
  issuedAt: Date;
}

/**
 * The number of a quote's document, 'Q-2026-0042': assigned at the first request, and kept. The counter's row is locked
 * until the transaction ends, and a rollback returns the number: no number of a year is skipped, however many are
 * assigned together. The year is in the company's time zone.
 */
export async function numberOf(ctx: AppContext, kind: PaperKind, quoteId: number): Promise<Given> {
  const known = await findNumber(ctx.em, kind, quoteId);
  if (known) return known;
  return ctx.services.orm.em.fork().transactional(async (em) => {
    // Two who ask for the first time: the second reads the number of the first.
    const { status } = await lockQuote({ ...ctx, em }, quoteId);
    // Taken back since it was read: a number is not given to what is not paid.
    if (kind === 'receipt' && !isPaidQuote(status)) throw notPaid();
    const existing = await findNumber(em, kind, quoteId);
    if (existing) return existing;
    const year = Number(todayOf(ctx).slice(0, 4));
    const { last } = await readOne(
      em,
      counter,
      `insert into paper_counters (kind, year, last) values (?, ?, 1)
       on conflict (kind, year) do update set last = paper_counters.last + 1 returning $columns`,
      [kind, year],
    );
    const number = `${letters[kind]}-${year}-${String(last).padStart(4, '0')}`;
    em.create(IssuedPaper, { kind, year, number, quoteId, issuedAt: now(ctx) });
    await em.flush();
    return { number, issuedAt: now(ctx) };
  });
}
