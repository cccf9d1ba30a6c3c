import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import { actorOf, record } from '../../company/history/history.service.ts';
import { moneyOf } from '../../company/history/values.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, onlyId, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { keyIn } from '../../files/uploads/uploads.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Quote } from '../quotes/quote.entity.ts';
import type { AcceptedContent } from '../quotes/quote-content.ts';
import type { KeptRevision } from '../quotes/quotes.revisions.ts';
import { QuoteAcceptance } from './quote-acceptance.entity.ts';

const stored = select({ sha256: c.text('sha256').nullable() });
const photo = select({ url: c.text('jsonb_array_elements_text(image_urls)') });
/** SHA-256 of a stored file as it is served, which its row has unless it is of an earlier release; null when it is gone. */
async function hashOf(ctx: AppContext, url: string): Promise<string | null> {
  const key = keyIn(ctx, url);
  if (!key) return null;
  const row = await readRow(ctx.em, stored, 'select $columns from stored_files where key = ?', [key]);
  if (row?.sha256) return row.sha256;
  const file = await ctx.services.files.read(key);
  if (!file) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream) chunks.push(Buffer.from(chunk));
  return sha256(Buffer.concat(chunks));
}

/** What photos show, before anything is locked: a slow store of files holds up nobody. */
export async function hashPhotos(ctx: AppContext, quoteId: number): Promise<Map<string, string | null>> {
  const rows = await readRows(ctx.em, photo, 'select distinct $columns from quote_items where quote_id = ?', [quoteId]);
  const hashes = new Map<string, string | null>();
  for (const { url } of rows) hashes.set(url, await hashOf(ctx, url));
  return hashes;
}

interface Yes {
  name: string;
  by: 'customer' | 'staff';
  reason: string | null;
  signatureUrl: string | null;
}

/** Freezes the agreement: the version under the quote's lock, with the photos' hashes. */
export async function freeze(
  ctx: AppContext,
  quote: Quote,
  { revision, content }: KeptRevision,
  yes: Yes,
  hashes: ReadonlyMap<string, string | null>,
): Promise<QuoteAcceptance> {
  const photos: AcceptedContent['photos'] = [];
  for (const url of new Set(content.items.flatMap(({ imageUrls }) => imageUrls)))
    photos.push({ url, sha256: hashes.get(url) ?? (await hashOf(ctx, url)) });
  const { name, address, taxNumber, phone } = (await readCompany(ctx.em)).company;
  const accepted: AcceptedContent = { ...content, revision, company: { name, address, taxNumber, phone }, photos };
  const acceptance = ctx.em.create(QuoteAcceptance, {
    quoteId: quote.id,
    revision,
    ...yes,
    actor: yes.by === 'staff' ? actorOf(ctx).name : null,
    address: ctx.request.ip,
    device: ctx.request.device,
    content: accepted,
    contentHash: sha256(canonicalJson(accepted as unknown as Json)),
    acceptedAt: now(ctx),
  });
  await ctx.em.flush();
  return acceptance;
}

/** The newest acceptance of a quote, to go with the order that is made of it. */
export async function findAcceptance(ctx: AppContext, quoteId: number): Promise<number | null> {
  const row = await readRow(
    ctx.em,
    onlyId,
    'select $columns from quote_acceptances where quote_id = ? order by id desc limit 1',
    [quoteId],
  );
  return row?.id ?? null;
}

/** An acceptance as it was frozen. `contentHash` is the SHA-256 of `content` in its canonical form. */
const frozen = select({
  id: c.int('a.id'),
  quoteId: c.int('a.quote_id'),
  revision: c.int('a.revision'),
  name: c.text('a.name'),
  by: c.oneOf(['customer', 'staff'], 'a.by'),
  actor: c.text('a.actor').nullable(),
  reason: c.text('a.reason').nullable(),
  address: c.text('a.address').nullable(),
  device: c.text('a.device').nullable(),
  signatureUrl: c.text('a.signature_url').nullable(),
  content: c.stored<AcceptedContent>('a.content'),
  contentHash: c.text('a.content_hash'),
  acceptedAt: c.time('a.accepted_at'),
});
export type FrozenAcceptance = Row<typeof frozen>;

/** What the customer agreed to before this order was made; null when nobody was asked. */
export async function readAcceptanceOfOrder(ctx: AppContext, orderId: number): Promise<FrozenAcceptance | null> {
  const row = await readRow(
    ctx.em,
    frozen,
    `select $columns from orders o join quote_acceptances a on a.id = o.acceptance_id where o.id = ?`,
    [orderId],
  );
  return row ?? null;
}

/**
 * What was agreed to enters the history of the order that is made of it, and with it the order's chain and its evidence
 * (decision 041): the whole of it as facts, which go when the person is erased, and the photos by their hashes.
 */
export async function recordAcceptance(ctx: AppContext, orderId: number): Promise<void> {
  const acceptance = await readAcceptanceOfOrder(ctx, orderId);
  if (!acceptance) return;
  const { name, revision, content } = acceptance;
  const { total: amount, currency } = content;
  const total = moneyOf({ amount: amount ?? '', currency });
  record(ctx, {
    subject: 'order',
    subjectId: orderId,
    action: 'order.agreed',
    says: [{ is: 'agreed', name, version: revision, total, as: null }],
    files: content.photos.flatMap(({ sha256: hash }) => (hash === null ? [] : [hash])),
    data: { acceptance: acceptance as unknown as Json },
  });
}
