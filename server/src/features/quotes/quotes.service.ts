import { LockMode } from '@mikro-orm/postgresql';
import { QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import { normalPaymentUrl } from '@quickfleet/shared/primitives';
import { canEditQuote, type QuoteStatus } from '@quickfleet/shared/quote-status';
import type { CreateQuote, QuoteItemInput, Quote as QuoteView, UpdateQuote } from '@quickfleet/shared/quotes';
import { isStaff } from '@quickfleet/shared/roles';
import type { AppContext } from '../../context.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '../../lib/errors.ts';
import { publish } from '../../lib/events.ts';
import { requireFresh } from '../../lib/fresh.ts';
import { findOrCreateCustomer } from '../customers/customers.service.ts';
import { record } from '../history/history.service.ts';
import { claimImages, releaseImages } from '../uploads/uploads.service.ts';
import { Quote, QuoteItem } from './quote.entity.ts';
import { mailQuote, mailReceived } from './quotes.mail.ts';
import { readQuote } from './quotes.queries.ts';

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
  for (const [position, item] of items.entries()) await addItem(ctx, quote, item, position);
  await ctx.em.flush();
  record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.created', to: 'draft' });
  await mailReceived(ctx, quote);
  await publish(ctx.em, { topic: 'quote', id: quote.id, isNew: true });
  await ctx.em.flush();
  const created = await readQuote(ctx, quote.id);
  return isStaff(ctx.caller.user?.role) || ctx.caller.key ? created : forVisitor(created);
}

/** What a visitor sent, with the id and the status: nothing of what the house knows. */
function forVisitor({
  id,
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
 * the same transition table.
 */
export async function updateQuote(ctx: AppContext, input: UpdateQuote): Promise<QuoteView> {
  const quote = await lockQuote(ctx, input.id);
  requireFresh(ctx, 'quote', quote, input.version);
  if (!canEditQuote(quote.status))
    throw conflict('QUOTE_ALREADY_CONVERTED', 'This quote has already been converted to an order');
  if (input.pickupAddress !== undefined) quote.pickupAddress = input.pickupAddress;
  if (input.deliveryAddress !== undefined) quote.deliveryAddress = input.deliveryAddress;
  if (input.notes !== undefined) quote.notes = input.notes;
  changeSpeed(quote, input);
  if (input.items) await replaceItems(ctx, quote, input.items);
  const isPricing = changePrice(ctx, quote, input);
  quote.updatedAt = ctx.services.clock();
  const wanted =
    input.status ?? (isPricing && quote.status === 'draft' && quote.price && quote.paymentUrl ? 'sent' : undefined);
  if (wanted && wanted !== quote.status) await moveQuote(ctx, quote, wanted);
  else record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.updated' });
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
  return readQuote(ctx, quote.id);
}

function changeSpeed(quote: Quote, { speedType, speedDate }: UpdateQuote): void {
  if (speedType !== undefined) quote.speedType = speedType;
  if (speedDate !== undefined) quote.speedDate = speedDate;
  if (quote.speedType !== 'specific_date') quote.speedDate = null;
  else if (!quote.speedDate) throw invalid('speedDate', 'Choose a date');
}

/** Whether price or link were given; a price that is set is changed, never taken away, and not after payment. */
function changePrice(ctx: AppContext, quote: Quote, { price, paymentUrl }: UpdateQuote): boolean {
  const changes = {
    price: price !== undefined && price !== quote.price,
    // A link of an earlier release may stand in another form of the same address.
    paymentUrl:
      paymentUrl !== undefined &&
      paymentUrl !== (quote.paymentUrl && (normalPaymentUrl(quote.paymentUrl) ?? quote.paymentUrl)),
  };
  if (!changes.price && !changes.paymentUrl) return price !== undefined || paymentUrl !== undefined;
  if (quote.status === 'paid')
    throw conflict('QUOTE_ALREADY_PAID', 'This quote is paid; its price and payment link stay as they are');
  if (changes.price) {
    if (price === null && quote.price)
      throw badRequest('PRICE_REQUIRED', 'A price that is set can be changed but not removed', [
        { path: 'price', message: 'A price is required' },
      ]);
    record(ctx, {
      subject: 'quote',
      subjectId: quote.id,
      action: 'quote.priced',
      detail: `${quote.price ?? 'no price'} → ${price ?? 'no price'}`,
    });
    quote.price = price ?? null;
  }
  if (changes.paymentUrl) {
    if (paymentUrl === null && quote.status !== 'draft')
      throw badRequest('PAYMENT_URL_REQUIRED', 'A sent quote needs its payment link', [
        { path: 'paymentUrl', message: 'A payment link is required' },
      ]);
    quote.paymentUrl = paymentUrl ?? null;
  }
  return true;
}

/**
 * Items with an id are changed, those without are new, those not named are gone. A photo that the quote has may stand at
 * any of its items; one that none of them shows any more is released.
 */
async function replaceItems(ctx: AppContext, quote: Quote, items: NonNullable<UpdateQuote['items']>): Promise<void> {
  const present = new Map((await quote.items.loadItems()).map((item) => [item.id, item]));
  const held = [...present.values()].flatMap((item) => item.imageUrls);
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
  const shown = new Set(quote.items.getItems().flatMap((item) => item.imageUrls));
  await releaseImages(
    ctx,
    held.filter((url) => !shown.has(url)),
  );
}

/** A change of state with its history and its mail, in the running transaction. */
async function moveQuote(ctx: AppContext, quote: Quote, to: QuoteStatus): Promise<void> {
  if (ctx.caller.key && to === 'paid' && !ctx.caller.key.scopes.includes('quotes:manage'))
    throw forbidden('This API key lacks the scope quotes:manage');
  const before = quote.status;
  const move = quote.moveTo(to);
  record(ctx, { subject: 'quote', subjectId: quote.id, action: move.action, from: before, to });
  if (to === 'sent') await mailQuote(ctx, quote, 'quote_sent');
  if (to === 'paid') await mailQuote(ctx, quote, 'quote_paid');
}

/** Sends the priced quote to its customer once more and says what happened to the mail. */
export async function sendQuoteEmail(ctx: AppContext, id: number) {
  const quote = await lockQuote(ctx, id);
  requireFresh(ctx, 'quote', quote);
  if (!quote.price || !quote.paymentUrl) throw conflict('QUOTE_NOT_PRICED', 'Set a price and a payment link first');
  const email = await mailQuote(ctx, quote, 'quote_sent');
  if (!email) throw conflict('TEMPLATE_DISABLED', 'The e-mail template for sent quotes is switched off');
  record(ctx, { subject: 'quote', subjectId: id, action: 'quote.mailed', detail: quote.customerEmail });
  const delivery = email.status === 'kept' ? ('kept' as const) : ('queued' as const);
  const message =
    delivery === 'kept'
      ? 'The quote e-mail was written to the Mailbox; no mail server is set up.'
      : `The quote e-mail to ${quote.customerEmail} is on its way.`;
  return { success: true as const, message, delivery, emailId: email.id };
}
