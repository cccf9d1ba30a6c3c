import type { CompanySettings } from '@quickfleet/shared/company/company';
import { afterHours, type PromiseKind, priceDueAt, promiseKinds } from '@quickfleet/shared/quoting/due-times';
import type { SpeedType } from '@quickfleet/shared/quoting/speed';
import { speedTypes } from '@quickfleet/shared/quoting/speed';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readRows, run, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import type { Quote } from '../quotes/quote.entity.ts';
import { QuotePromise } from './promise.entity.ts';

interface Waiting {
  kind: PromiseKind;
  speedType: SpeedType;
  from: Date;
}
function dueOf(ctx: AppContext, promises: CompanySettings['promises'], { kind, speedType, from }: Waiting): Date {
  const { BUSINESS_TIMEZONE: zone, hours } = ctx.services.config;
  const place = { timeZone: zone, business: hours };
  if (kind === 'answer') return afterHours(from, promises.answerHours, promises.clock, place);
  return priceDueAt(from, speedType, promises, place);
}

/** A customer waits from now on: for a price, or for the answer to a question. The quote is flushed. */
export async function makePromise(
  ctx: AppContext,
  quote: Quote,
  kind: PromiseKind,
  questionId: number | null = null,
): Promise<void> {
  const { promises } = await readCompany(ctx.em);
  const dueAt = dueOf(ctx, promises, { kind, speedType: quote.speedType, from: now(ctx) });
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
  await run(
    ctx.em,
    `update quotes set (due_at, due_kind) = (
       select due_at, kind from (select due_at, kind from quote_promises where quote_id = ? and kept_at is null order by due_at, id limit 1) next)
     where id = ?`,
    [id, id],
  );
}

const runningColumns = select({
  id: c.int('p.id'),
  quoteId: c.int('p.quote_id'),
  kind: c.oneOf(promiseKinds, 'p.kind'),
  speedType: c.oneOf(speedTypes, 'q.speed_type'),
  madeAt: c.date('p.made_at'),
});

/**
 * Applies new promised times, in the transaction of the settings' change. Customers who still wait in time get the new
 * time, counted from when they began to wait. Overdue promises stay overdue, and a shorter time makes no other overdue:
 * such a customer keeps the old time.
 */
export async function followPromises(ctx: AppContext): Promise<void> {
  const { promises } = await readCompany(ctx.em);
  const running = await readRows(
    ctx.em,
    runningColumns,
    `select $columns from quote_promises p
       join (select id, speed_type from quotes where due_at is not null order by id for update) q on q.id = p.quote_id
      where p.kept_at is null and p.due_at > ? order by p.id`,
    [now(ctx)],
  );
  const moved = running
    .map(({ madeAt, ...one }) => ({ ...one, dueAt: dueOf(ctx, promises, { ...one, from: madeAt }) }))
    .filter(({ dueAt }) => dueAt > now(ctx));
  if (moved.length === 0) return;
  await run(
    ctx.em,
    `update quote_promises p set due_at = n.due_at from unnest(?::int[], ?::timestamptz[]) n (id, due_at)
      where p.id = n.id and p.kept_at is null`,
    [moved.map(({ id }) => id), moved.map(({ dueAt }) => dueAt.toISOString())],
  );
  await run(
    ctx.em,
    `update quotes q set (due_at, due_kind) = (
       select due_at, kind from quote_promises where quote_id = q.id and kept_at is null order by due_at, id limit 1)
     where q.id = any(?)`,
    [moved.map(({ quoteId }) => quoteId)],
  );
}
