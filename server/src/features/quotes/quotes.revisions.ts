import type { QuoteChange } from '@quickfleet/shared/quote-page';
import { type AppContext, now } from '../../context.ts';
import { query } from '../../lib/query.ts';
import { readCompany } from '../company/company.service.ts';
import { actorOf } from '../history/history.service.ts';
import type { Quote } from './quote.entity.ts';
import { QuoteRevision } from './quote-acceptance.entity.ts';
import { changesBetween, contentOf, isSameContent, type QuoteContent } from './quote-content.ts';

export interface KeptRevision {
  revision: number;
  content: QuoteContent;
  /** Whether it was made by this call; the first one changes nothing. */
  isNew: boolean;
  changes: QuoteChange[];
}

/**
 * Keeps what the customer is shown as a version of its own, when it is another than the last one that was kept. A draft
 * that nobody was shown has none. Called before and after every change, so that what an earlier release sent or changed
 * is kept too; the quote's row is locked.
 */
export async function keepRevision(ctx: AppContext, quote: Quote): Promise<KeptRevision | undefined> {
  if (quote.status === 'draft' && quote.revision === 0) return undefined;
  await quote.items.loadItems();
  const { quoting } = await readCompany(ctx.em);
  const content = contentOf(quote, quoting.currency);
  const [last] = await query<{ revision: number; content: QuoteContent }>(
    ctx.em,
    'select revision, content from quote_revisions where quote_id = ? order by revision desc limit 1',
    [quote.id],
  );
  if (last && isSameContent(last.content, content)) {
    quote.revision = last.revision;
    return { ...last, isNew: false, changes: [] };
  }
  const revision = Math.max(last?.revision ?? 0, quote.revision) + 1;
  const changes = last ? changesBetween(last.content, content) : [];
  quote.revision = revision;
  ctx.em.create(QuoteRevision, {
    quoteId: quote.id,
    revision,
    content,
    changes,
    madeBy: actorOf(ctx).kind === 'visitor' ? quote.customerName : actorOf(ctx).name,
    madeAt: now(ctx),
  });
  await ctx.em.flush();
  return { revision, content, isNew: last !== undefined, changes };
}

/** Photos that an earlier version shows stay, whatever the present one shows. */
export async function photosOfRevisions(ctx: AppContext, quoteId: number): Promise<string[]> {
  const rows = await query<{ url: string }>(
    ctx.em,
    `select distinct jsonb_array_elements_text(item -> 'imageUrls') as url
       from quote_revisions r, jsonb_array_elements(r.content -> 'items') item where r.quote_id = ?`,
    [quoteId],
  );
  return rows.map(({ url }) => url);
}
