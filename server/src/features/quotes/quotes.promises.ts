import { afterBusinessHours, type PromiseKind } from '@quickfleet/shared/promise-clock';
import { type AppContext, now } from '../../context.ts';
import { query } from '../../lib/query.ts';
import { readCompany } from '../company/company.service.ts';
import { QuotePromise } from './promise.entity.ts';
import type { Quote } from './quote.entity.ts';

/** A customer waits from now on: for a price, or for the answer to a question. The quote is flushed. */
export async function makePromise(
  ctx: AppContext,
  quote: Quote,
  kind: PromiseKind,
  questionId: number | null = null,
): Promise<void> {
  const { promises } = await readCompany(ctx.em);
  const hours = kind === 'price' ? promises.quoteHours : promises.answerHours;
  const dueAt = afterBusinessHours(now(ctx), hours, ctx.services.config.BUSINESS_TIMEZONE);
  ctx.em.create(QuotePromise, { quoteId: quote.id, kind, questionId, madeAt: now(ctx), dueAt });
  await showDue(ctx, quote);
}

/** The customer has it: whatever of this kind was open, or the answer to this question. */
export async function keepPromise(
  ctx: AppContext,
  quote: Quote,
  kind: PromiseKind,
  questionId?: number,
): Promise<void> {
  const open = await ctx.em.find(QuotePromise, {
    quoteId: quote.id,
    kind,
    keptAt: null,
    ...(questionId === undefined ? {} : { questionId }),
  });
  for (const promise of open) promise.keptAt = now(ctx);
  await showDue(ctx, quote);
}

/**
 * Writes the next due moment on the quote's own row, where lists find it by an index. The version stays: nobody's edit
 * is stale because a customer asked something.
 */
export async function showDue(ctx: AppContext, { id }: Quote): Promise<void> {
  await ctx.em.flush();
  await query(
    ctx.em,
    `update quotes set (due_at, due_kind) = (
       select due_at, kind from (select due_at, kind from quote_promises where quote_id = ? and kept_at is null order by due_at, id limit 1) next)
     where id = ?`,
    [id, id],
  );
}
