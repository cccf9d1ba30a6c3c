import type { QuoteChange } from '@quickfleet/shared/quoting/quote-page';
import { actorOf } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { QuoteRevision } from '../quote-page/quote-acceptance.entity.ts';
import type { Quote } from './quote.entity.ts';
import { changesBetween, contentOf, isSameContent, type QuoteContent } from './quote-content.ts';

export interface KeptRevision {
  revision: number;
  content: QuoteContent;
  /** Whether it was made by this call; the first one changes nothing. */
  isNew: boolean;
  changes: QuoteChange[];
}

const kept = select({ revision: c.int('revision'), content: c.stored<QuoteContent>('content') });
const photo = select({ url: c.text(`jsonb_array_elements_text(item -> 'imageUrls')`) });
/**
 * Stores what the customer sees as a new version if it differs from the last one. A draft that nobody was shown has
 * none. Called before and after every change, so that changes by an earlier release are kept too; the quote's row is
 * locked.
 */
export async function keepRevision(ctx: AppContext, quote: Quote): Promise<KeptRevision | undefined> {
  if (quote.status === 'draft' && quote.revision === 0) return undefined;
  await quote.items.loadItems();
  const { quoting } = await readCompany(ctx.em);
  const content = contentOf(quote, quoting.currency);
  const last = await readRow(
    ctx.em,
    kept,
    'select $columns from quote_revisions where quote_id = ? order by revision desc limit 1',
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
  const rows = await readRows(
    ctx.em,
    photo,
    `select distinct $columns
       from quote_revisions r, jsonb_array_elements(r.content -> 'items') item where r.quote_id = ?`,
    [quoteId],
  );
  return rows.map(({ url }) => url);
}
