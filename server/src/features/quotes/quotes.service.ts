import { LockMode } from '@mikro-orm/postgresql';
import { QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import { canEditQuote } from '@quickfleet/shared/quote-status';
import type { CreateQuote, QuoteItemInput, Quote as QuoteView, UpdateQuote } from '@quickfleet/shared/quotes';
import { isStaff } from '@quickfleet/shared/roles';
import { type AppContext, todayOf } from '../../context.ts';
import { badRequest, conflict, invalid, notFound } from '../../lib/errors.ts';
import { publish } from '../../lib/events.ts';
import { requireFresh } from '../../lib/fresh.ts';
import { readCompany } from '../company/company.service.ts';
import { findOrCreateCustomer } from '../customers/customers.service.ts';
import { record } from '../history/history.service.ts';
import { findMailId } from '../outbox/outbox.service.ts';
import { claimImages, releaseImages } from '../uploads/uploads.service.ts';
import { Quote, QuoteItem } from './quote.entity.ts';
import { changesInWords } from './quote-content.ts';
import { noteAccount } from './quotes.account.ts';
import { giveFormLink, giveLink } from './quotes.link.ts';
import { mailCustomer, mailPriced, mailReceived } from './quotes.mail.ts';
import { moveQuote, offer } from './quotes.moves.ts';
import { clearOutcome, outcomeOf, requireOpen } from './quotes.outcome.ts';
import { changePrice } from './quotes.price.ts';
import { makePromise } from './quotes.promises.ts';
import { readQuote } from './quotes.queries.ts';
import { keepRevision, photosOfRevisions } from './quotes.revisions.ts';

/** A visitor's request or one that staff type in; always a draft without a price, whatever else the body holds. */
export async function createQuote(
  ctx: AppContext,
  input: CreateQuote,
): Promise<Partial<QuoteView> & Pick<QuoteView, 'id' | 'status'>> {
  const { customer, items, ...rest } = input;
  const quote = ctx.em.create(Quote, {
    customer: await findOrCreateCustomer(ctx, customer),
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone ?? null,
    customerCompany: customer.company ?? null,
    pickupAddress: rest.pickupAddress,
    deliveryAddress: rest.deliveryAddress,
    notes: rest.notes ?? null,
    speedType: rest.speedType,
    speedDate: rest.speedDate,
    status: 'draft',
    createdAt: ctx.services.clock(),
  });
  giveLink(ctx, quote);
  const seesAll = isStaff(ctx.caller.user?.role) || ctx.caller.key !== undefined;
  const formUrl = seesAll ? null : giveFormLink(ctx, quote);
  for (const [position, item] of items.entries()) await addItem(ctx, quote, item, position);
  await ctx.em.flush();
  await noteAccount(ctx, quote);
  await makePromise(ctx, quote, 'price');
  record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.created', to: 'draft' });
  await mailReceived(ctx, quote);
  await publish(ctx.em, { topic: 'quote', id: quote.id, isNew: true });
  await ctx.em.flush();
  const created = await readQuote(ctx, quote.id);
  return seesAll ? created : { ...forVisitor(created), customerUrl: formUrl };
}

/** What a visitor sent, with the id and the status: nothing of what the house knows. */
function forVisitor({
  id,
  reference,
  status,
  pickupAddress,
  deliveryAddress,
  notes,
  speedType,
  speedDate,
  customer,
  items,
}: QuoteView) {
  return {
    id,
    reference,
    status,
    pickupAddress,
    deliveryAddress,
    notes,
    speedType,
    speedDate,
    customer: { ...customer, id: null },
    items,
  };
}

async function addItem(
  ctx: AppContext,
  quote: Quote,
  item: QuoteItemInput,
  position: number,
  held: readonly string[] = [],
): Promise<void> {
  const imageUrls = await claimImages(ctx, item.imageUrls ?? [], held);
  const { name, description, quantity, value } = item;
  quote.items.add(
    ctx.em.create(QuoteItem, {
      quote,
      position,
      name,
      description: description ?? null,
      quantity,
      value: value ?? null,
      imageUrls,
    }),
  );
}

export const lockQuote = (ctx: AppContext, id: number): Promise<Quote> =>
  ctx.em.findOneOrFail(Quote, id, { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => notFound('Quote') });

/**
 * Partial update. A price with its payment link on a draft is what sends the quote; any status in the body goes through
 * the same transition table. What the customer was shown is never changed in place: it becomes another version, which
 * they are told of, and which they have to agree to once more (decision 036).
 */
export async function updateQuote(ctx: AppContext, input: UpdateQuote): Promise<QuoteView> {
  const quote = await lockQuote(ctx, input.id);
  requireFresh(ctx, 'quote', quote, input.version);
  if (!canEditQuote(quote.status))
    throw conflict('QUOTE_ALREADY_CONVERTED', 'This quote has already been converted to an order');
  await keepRevision(ctx, quote);
  const { quoting } = await readCompany(ctx.em);
  const offered = offerOf(quote);
  if (input.pickupAddress !== undefined) quote.pickupAddress = input.pickupAddress;
  if (input.deliveryAddress !== undefined) quote.deliveryAddress = input.deliveryAddress;
  if (input.notes !== undefined) quote.notes = input.notes;
  if (input.terms !== undefined) quote.terms = input.terms;
  changeSpeed(quote, input);
  changeValidity(ctx, quote, input);
  if (input.items) await replaceItems(ctx, quote, input.items);
  if (quote.status === 'draft') await noteAccount(ctx, quote);
  const isPricing = changePrice(ctx, quote, input, quoting);
  quote.updatedAt = ctx.services.clock();
  const wanted =
    input.status ??
    (isPricing && quote.status === 'draft' && quote.price && (quote.paymentUrl || quote.onAccount)
      ? 'sent'
      : undefined);
  if (wanted && wanted !== quote.status) {
    await moveQuote(ctx, quote, wanted, input);
    await keepRevision(ctx, quote);
  } else {
    record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.updated' });
    if (quote.status === 'draft') clearIfPriced(quote, offered);
    else await keepChange(ctx, quote, offerOf(quote) !== offered);
  }
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
  return readQuote(ctx, quote.id);
}

/** What an offer is apart from the request: a change of it opens a quote again that has ended. */
const offerOf = ({ lines, price, terms, validUntil }: Quote): string =>
  JSON.stringify([lines, price, terms, validUntil]);

/** A draft that was declined in the customer's stead goes on when somebody prices it. */
function clearIfPriced(quote: Quote, offered: string): void {
  if (quote.outcome && offerOf(quote) !== offered) clearOutcome(quote);
}

/** The version that a change makes of a quote that its customer was shown. */
async function keepChange(ctx: AppContext, quote: Quote, isOther: boolean): Promise<void> {
  const isEnded = outcomeOf(quote, todayOf(ctx)) !== null;
  const isAgain = isOther && isEnded && quote.status === 'sent';
  if (isAgain) offer(ctx, quote, (await readCompany(ctx.em)).quoting);
  const kept = await keepRevision(ctx, quote);
  if (!kept?.isNew) return;
  const { revision, changes } = kept;
  const whatChanged = changesInWords(changes);
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: 'quote.revised',
    detail: `version ${revision}: ${whatChanged}`,
  });
  if (quote.acceptedRevision !== null && quote.status === 'accepted') {
    quote.offerAgain();
    offer(ctx, quote, (await readCompany(ctx.em)).quoting);
    await keepRevision(ctx, quote);
  }
  if (quote.status !== 'sent' || (isEnded && !isAgain)) return;
  if (isAgain) await mailPriced(ctx, quote);
  else await mailCustomer(ctx, quote, 'quote_changed', { whatChanged });
}

function changeValidity(ctx: AppContext, quote: Quote, { validUntil }: UpdateQuote): void {
  if (validUntil === undefined || validUntil === (quote.validUntil ?? null)) return;
  if (validUntil !== null && validUntil < todayOf(ctx)) throw invalid('validUntil', 'Choose today or a later day');
  quote.validUntil = validUntil;
  quote.endingRemindedAt = null;
}

function changeSpeed(quote: Quote, { speedType, speedDate }: UpdateQuote): void {
  if (speedType !== undefined) quote.speedType = speedType;
  if (speedDate !== undefined) quote.speedDate = speedDate;
  if (quote.speedType !== 'specific_date') quote.speedDate = null;
  else if (!quote.speedDate) throw invalid('speedDate', 'Choose a date');
}

/**
 * Items with an id are changed, those without are new, those not named are gone. A photo that the quote has may stand at
 * any of its items; one that none of them shows any more is released.
 */
async function replaceItems(ctx: AppContext, quote: Quote, items: NonNullable<UpdateQuote['items']>): Promise<void> {
  const present = new Map((await quote.items.loadItems()).map((item) => [item.id, item]));
  const earlier = await photosOfRevisions(ctx, quote.id);
  const held = [...[...present.values()].flatMap((item) => item.imageUrls), ...earlier];
  const kept = new Set<number>();
  for (const [position, item] of items.entries()) {
    const known = item.id === undefined ? undefined : present.get(item.id);
    if (item.id !== undefined && !known)
      throw badRequest('UNKNOWN_ITEM', 'One of the items is not part of this quote', [
        { path: `items.${position}.id`, message: 'Unknown item' },
      ]);
    if (!known) {
      await addItem(ctx, quote, { ...item, quantity: item.quantity ?? QUANTITY_DEFAULT }, position, held);
      continue;
    }
    kept.add(known.id);
    known.position = position;
    known.name = item.name;
    if (item.description !== undefined) known.description = item.description;
    if (item.quantity !== undefined) known.quantity = item.quantity;
    if (item.value !== undefined) known.value = item.value;
    if (item.imageUrls !== undefined) known.imageUrls = await claimImages(ctx, item.imageUrls, held);
  }
  for (const item of present.values()) if (!kept.has(item.id)) quote.items.remove(item);
  const shown = new Set([...quote.items.getItems().flatMap((item) => item.imageUrls), ...earlier]);
  await releaseImages(
    ctx,
    held.filter((url) => !shown.has(url)),
  );
}

/** Sends the priced quote to its customer once more and says what happened to the mail. */
export async function sendQuoteEmail(ctx: AppContext, id: number) {
  const quote = await lockQuote(ctx, id);
  requireFresh(ctx, 'quote', quote);
  if (!quote.price || !(quote.paymentUrl || quote.onAccount))
    throw conflict('QUOTE_NOT_PRICED', 'Set a price and a payment link first');
  if (quote.status === 'sent') requireOpen(ctx, quote);
  const email = await mailPriced(ctx, quote);
  if (!email) throw conflict('TEMPLATE_DISABLED', 'The e-mail template for sent quotes is switched off');
  record(ctx, { subject: 'quote', subjectId: id, action: 'quote.mailed', detail: quote.customerEmail });
  const delivery = email.status === 'kept' ? ('kept' as const) : ('queued' as const);
  const message =
    delivery === 'kept'
      ? 'The quote e-mail was written to the Mailbox; no mail server is set up.'
      : `The quote e-mail to ${quote.customerEmail} is on its way.`;
  return { success: true as const, message, delivery, emailId: await findMailId(ctx, email) };
}
