import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { PENDING_UPLOAD_HOURS, QUOTE_RESTORE_MINUTES } from '@quickfleet/shared/limits';
import { canDeleteQuote } from '@quickfleet/shared/quoting/quote-status';
import type { Quote as QuoteView } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { keepOwner, record } from '../../company/history/history.service.ts';
import { run } from '../../db/rows.ts';
import { FILES_BASE } from '../../files/uploads/uploads.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, DomainError } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { requireFreeNumber } from '../../http/own-numbers.ts';
import { publish } from '../../http/streams/events.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { newContacts } from '../../people/customers/stop-contacts.ts';
import { showDue } from '../promises/quotes.promises.ts';
import { type DeletedAgreement, type DeletedContent, DeletedQuote } from './deleted-quote.entity.ts';
import { Quote, QuoteItem } from './quote.entity.ts';
import { giveLink } from './quotes.link.ts';
import { readQuote } from './quotes.queries.ts';
import { lockQuote } from './quotes.service.ts';

const timeOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

const agreementOf = (quote: Quote): DeletedAgreement => ({
  estimate: quote.estimate ?? null,
  reference: quote.reference ?? null,
  tokenHash: quote.tokenHash ?? null,
  tokenSealed: quote.tokenSealed ?? null,
  formTokenHash: quote.formTokenHash ?? null,
  lines: quote.lines ?? null,
  pricesIncludeTax: quote.pricesIncludeTax ?? null,
  taxTotal: quote.taxTotal ?? null,
  currency: quote.currency ?? null,
  terms: quote.terms ?? null,
  validUntil: quote.validUntil ?? null,
  revision: quote.revision,
  acceptedRevision: quote.acceptedRevision ?? null,
  outcome: quote.outcome ?? null,
  outcomeReason: quote.outcomeReason ?? null,
  views: quote.views,
  sentAt: timeOf(quote.sentAt),
  acceptedAt: timeOf(quote.acceptedAt),
  paidAt: timeOf(quote.paidAt),
  outcomeAt: timeOf(quote.outcomeAt),
  lastViewedAt: timeOf(quote.lastViewedAt),
  endingRemindedAt: timeOf(quote.endingRemindedAt),
  silenceRemindedAt: timeOf(quote.silenceRemindedAt),
  onAccount: quote.onAccount,
  payBy: quote.payBy ?? null,
});
const restoredAgreement = ({ reference, ...kept }: DeletedAgreement) => ({
  ...kept,
  ...(reference === null ? {} : { reference }),
  sentAt: dateOf(kept.sentAt),
  acceptedAt: dateOf(kept.acceptedAt),
  paidAt: dateOf(kept.paidAt),
  outcomeAt: dateOf(kept.outcomeAt),
  lastViewedAt: dateOf(kept.lastViewedAt),
  endingRemindedAt: dateOf(kept.endingRemindedAt),
  silenceRemindedAt: dateOf(kept.silenceRemindedAt),
});

const contentOf = (quote: Quote): DeletedContent => ({
  customerId: quote.customer?.id ?? null,
  customerName: quote.customerName,
  customerEmail: quote.customerEmail,
  customerPhone: quote.customerPhone ?? null,
  customerCompany: quote.customerCompany ?? null,
  pickupAddress: quote.pickupAddress,
  deliveryAddress: quote.deliveryAddress,
  pickupContact: quote.pickupContact ?? null,
  deliveryContact: quote.deliveryContact ?? null,
  notes: quote.notes ?? null,
  demands: { weightKg: quote.weightKg ?? null, needs: quote.needs },
  language: quote.language ?? null,
  collect: quote.collect ?? null,
  speedType: quote.speedType,
  speedDate: quote.speedDate ?? null,
  wantedDay: quote.wantedDay ?? null,
  status: quote.status,
  price: quote.price ?? null,
  paymentUrl: quote.paymentUrl ?? null,
  createdAt: quote.createdAt.toISOString(),
  version: quote.version,
  agreement: agreementOf(quote),
  numbers: {
    externalId: quote.externalId ?? null,
    externalScope: quote.externalScope ?? null,
    externalHash: quote.externalHash ?? null,
    metadata: quote.metadata ?? null,
  },
  items: quote.items.getItems().map((item) => ({
    id: item.id,
    position: item.position,
    name: item.name,
    description: item.description ?? null,
    quantity: item.quantity,
    value: item.value ?? null,
    imageUrls: item.imageUrls,
  })),
});

/** Any quote except a converted one, because its order needs it. Photos stay claimed while it can be restored. */
export async function deleteQuote(ctx: AppContext, id: number): Promise<{ success: true }> {
  const quote = await lockQuote(ctx, id);
  requireVersion(ctx, 'quote', quote);
  if (!canDeleteQuote(quote.status))
    throw conflict('QUOTE_ALREADY_CONVERTED', t('A converted quote cannot be deleted'));
  await quote.items.loadItems();
  await keepOwner(ctx, 'quote', quote);
  ctx.em.create(DeletedQuote, { id, content: contentOf(quote), deletedAt: now(ctx) });
  record(ctx, {
    subject: 'quote',
    subjectId: id,
    action: 'quote.deleted',
    from: quote.status,
    detail: quote.customerName,
  });
  ctx.em.remove(quote);
  await publish(ctx.em, { topic: 'quote', id });
  return { success: true };
}

const restorableSince = (at: Date): Date => new Date(at.getTime() - QUOTE_RESTORE_MINUTES * 60_000);

/** Undo of a deletion: the quote comes back as it was, with its number, items, photos and history. */
export async function restoreQuote(ctx: AppContext, id: number): Promise<QuoteView> {
  const deleted = await ctx.em.findOneOrFail(
    DeletedQuote,
    { id, deletedAt: { $gte: restorableSince(now(ctx)) } },
    {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      failHandler: () =>
        new DomainError(
          'NOT_FOUND',
          'QUOTE_NOT_RESTORABLE',
          t('Quote #{id} cannot be restored: a deleted quote can be brought back once, for {count} minutes', {
            id,
            count: QUOTE_RESTORE_MINUTES,
          }),
        ),
    },
  );
  const { items, customerId, version, agreement, demands, numbers, ...content } = deleted.content;
  await requireFreeNumber(ctx, 'quote', numbers);
  const customer = customerId === null ? null : await ctx.em.findOne(Customer, customerId);
  const quote = ctx.em.create(Quote, {
    ...content,
    ...(agreement ? restoredAgreement(agreement) : {}),
    needs: [],
    ...demands,
    ...numbers,
    ...newContacts(content),
    id,
    customer,
    createdAt: new Date(content.createdAt),
  });
  if (!agreement) giveLink(ctx, quote);
  for (const item of items) quote.items.add(ctx.em.create(QuoteItem, { ...item, quote }));
  ctx.em.remove(deleted);
  record(ctx, { subject: 'quote', subjectId: id, action: 'quote.restored', to: content.status });
  await ctx.em.flush();
  await showDue(ctx, quote);
  await ctx.em.flush();
  // Newer than whatever was read before the deletion: an insert begins at 1 again.
  await run(ctx.em, 'update quotes set version = ? where id = ?', [version + 1, id]);
  await publish(ctx.em, { topic: 'quote', id, isNew: true });
  return readQuote(ctx, id);
}

/** Ends what can no longer be restored, with its notes; its photos are unclaimed then, and swept like all others.
 * Money that came in for it waits for staff. */
export async function purgeDeletedQuotes(em: EntityManager, at: Date): Promise<void> {
  await run(
    em,
    `with ended as (delete from deleted_quotes where deleted_at < ? returning id, content),
     notes as (delete from office_notes where subject = 'quote' and subject_id in (select id from ended)),
     questions as (delete from quote_questions where quote_id in (select id from ended)),
     waiting as (delete from waiting_words where quote_id in (select id from ended)),
     visitors as (delete from quote_visitors where quote_id in (select id from ended)),
     revisions as (delete from quote_revisions where quote_id in (select id from ended) returning content),
     acceptances as (delete from quote_acceptances where quote_id in (select id from ended) returning signature_url),
     money as (update payments set state = 'unmatched', code = 'QUOTE_NOT_FOUND', problem = 'Quote #' || quote_id || ' was deleted',
         problem_said = jsonb_build_object('is', 'payment_waits', 'because', 'deleted', 'quote', quote_id)
       where source = 'event' and state = 'matched' and quote_id in (select id from ended)),
     contents as (select content from ended union all select content from revisions)
     update stored_files set claimed_at = null, created_at = created_at - make_interval(hours => ${PENDING_UPLOAD_HOURS}) where '${FILES_BASE}/' || key in (
       select jsonb_array_elements_text(item -> 'imageUrls') from contents, jsonb_array_elements(content -> 'items') item
       union all select signature_url from acceptances where signature_url is not null
     )`,
    [restorableSince(at)],
  );
}
