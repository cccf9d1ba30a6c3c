import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/postgresql';
import { CURRENCY_DEFAULT } from '@quickfleet/shared/base/money/money';
import { sameDayDelivery } from '@quickfleet/shared/company/business-hours';
import { QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import { canEditQuote } from '@quickfleet/shared/quoting/quote-status';
import type { CreateQuote, QuoteItemInput, Quote as QuoteView, UpdateQuote } from '@quickfleet/shared/quoting/quotes';
import { SPEED_DEFAULT, type SpeedType } from '@quickfleet/shared/quoting/speed';
import { isStaff } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { change } from '../../company/history/change-words.ts';
import type { Said } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { setPins } from '../../company/places/places.service.ts';
import { currencyFor, readCompany } from '../../company/settings/company.service.ts';
import { requireSkills } from '../../company/settings/skills.ts';
import { claimImages, releaseImages } from '../../files/uploads/uploads.service.ts';
import { requireAccount, requireOpenDay } from '../../http/caller/merchant.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { badRequest, conflict, forbidden, type Issue, invalid, issuesOf, notFound } from '../../http/errors.ts';
import { keepAmount, keepCollect } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { changeNumbers, findMade, isOnlyNumbers, newNumbers } from '../../http/own-numbers.ts';
import { publish } from '../../http/streams/events.ts';
import { findMailId } from '../../messages/outbox/outbox.service.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { languageFor } from '../../people/customers/customer-language.ts';
import { findOrCreateCustomer } from '../../people/customers/customers.service.ts';
import { changeContacts, newContacts } from '../../people/customers/stop-contacts.ts';
import { requireNear } from '../../process/clock.ts';
import { shownEstimate } from '../estimates/estimates.service.ts';
import { queueRulePrice } from '../estimates/price-by-rule.queue.ts';
import { makePromise } from '../promises/quotes.promises.ts';
import { clearOutcome, outcomeOf, requireOpen } from '../quote-page/quotes.outcome.ts';
import { Quote, QuoteItem } from './quote.entity.ts';
import { changesBetween, changesForHistory, changesInWords, contentOf } from './quote-content.ts';
import { noteAccount } from './quotes.account.ts';
import { giveFormLink, giveLink } from './quotes.link.ts';
import { mailCustomer, mailPriced, mailReceived } from './quotes.mail.ts';
import { moveQuote, offer } from './quotes.moves.ts';
import { changePayBy, changePrice } from './quotes.price.ts';
import { mayReadPlaces, readQuote } from './quotes.queries.ts';
import { keepRevision, photosOfRevisions } from './quotes.revisions.ts';

/** A visitor's request or one that staff type in; always a draft without a price, whatever else the body holds. */
export async function createQuote(
  ctx: AppContext,
  input: CreateQuote,
  requireFreeDay?: (ctx: AppContext, input: CreateQuote) => Promise<void>,
): Promise<Partial<QuoteView> & Pick<QuoteView, 'id' | 'status'>> {
  const { customer, items, ...rest } = input;
  const seesAll = isStaff(ctx.caller.user?.role) || ctx.caller.key !== undefined;
  if (!seesAll && (rest.externalId || rest.metadata))
    throw forbidden(t('Only staff and API keys give an externalId or metadata'));
  const made = await findMade(ctx, 'quote', input);
  if (made !== undefined) return readQuote(ctx, made);
  await requireFreeDay?.(ctx, input);
  await requireSkills(ctx, 'needs', rest.needs);
  const account = await requireAccount(ctx, customer.email, 'customer.email');
  const currency = await currencyFor(ctx.em, ...items.map(({ value }) => value));
  const person = account ? ctx.em.getReference(Customer, account.id) : await findOrCreateCustomer(ctx, customer);
  const quote = ctx.em.create(Quote, {
    customer: person,
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone ?? null,
    customerCompany: customer.company ?? null,
    language: await languageFor(ctx, rest.language, person.id),
    pickupAddress: rest.pickupAddress,
    deliveryAddress: rest.deliveryAddress,
    ...newContacts(rest),
    notes: rest.notes ?? null,
    collect: keepCollect(rest.collect, currency ?? (await readCompany(ctx.em)).quoting.currency),
    weightKg: rest.weightKg ?? null,
    needs: rest.needs ?? [],
    speedType: SPEED_DEFAULT,
    status: 'draft',
    ...newNumbers(ctx, input),
    createdAt: ctx.services.clock(),
  });
  setSpeed(ctx, quote, rest.speedType, rest.speedDate);
  if (mayReadPlaces(ctx)) await setPins(ctx, rest, input);
  if (!seesAll) quote.estimate = await shownEstimate(ctx, { ...input, weightKg: input.weightKg });
  giveLink(ctx, quote);
  const formUrl = seesAll ? null : giveFormLink(ctx, quote);
  for (const [position, item] of items.entries()) await addItem(ctx, quote, item, position, currency);
  await ctx.em.flush();
  await noteAccount(ctx, quote);
  await makePromise(ctx, quote, 'price');
  record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.created', to: 'draft' });
  await mailReceived(ctx, quote);
  await queueRulePrice(ctx, quote.id);
  await publish(ctx.em, { topic: 'quote', id: quote.id, isNew: true });
  await ctx.em.flush();
  const created = await readQuote(ctx, quote.id);
  return seesAll ? created : { ...forVisitor(created), customerUrl: formUrl };
}

/** What a new quote breaks that its schema does not know of: the rules of `createQuote`, without making it. */
export function findQuoteFaults(ctx: AppContext, input: CreateQuote, currency: string): Promise<Issue[]> {
  const plain = { speedType: SPEED_DEFAULT, speedDate: null, wantedDay: null };
  return issuesOf([
    () => setSpeed(ctx, plain, input.speedType, input.speedDate),
    () => requireSkills(ctx, 'needs', input.needs),
    ...input.items.map(
      ({ value }, position) =>
        () =>
          keepValue(value, currency, position),
    ),
  ]);
}

/** What a visitor sent, with the id and the status: nothing of what the house knows. */
function forVisitor({
  id,
  reference,
  status,
  pickupAddress,
  deliveryAddress,
  pickupContact,
  deliveryContact,
  notes,
  collect,
  weightKg,
  needs,
  speedType,
  speedDate,
  wantedDay,
  estimate,
  currency,
  customer,
  items,
}: QuoteView) {
  return {
    id,
    reference,
    status,
    pickupAddress,
    deliveryAddress,
    pickupContact,
    deliveryContact,
    notes,
    collect,
    weightKg,
    needs,
    speedType,
    speedDate,
    wantedDay,
    estimate,
    currency,
    customer: { ...customer, id: null },
    items,
  };
}

const keepValue = (value: string | null | undefined, currency: string | null, position: number) =>
  keepAmount(value, currency ?? CURRENCY_DEFAULT, `items.${position}.value`, t('Value must be non-negative'));

async function addItem(
  ctx: AppContext,
  quote: Quote,
  item: QuoteItemInput,
  position: number,
  currency: string | null,
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
      value: keepValue(value, currency, position) ?? null,
      imageUrls,
    }),
  );
}

export const lockQuote = (ctx: AppContext, id: number): Promise<Quote> =>
  ctx.em.findOneOrFail(Quote, id, { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => notFound('Quote') });

/**
 * Partial update. A price with its payment link sends a draft; a status in the body goes through the same transition
 * table. What the customer was shown is never changed in place: the change is a new version, which is mailed to them
 * and which they have to accept again (decision 036).
 */
export async function updateQuote(ctx: AppContext, input: UpdateQuote): Promise<QuoteView> {
  const quote = await lockQuote(ctx, input.id);
  requireVersion(ctx, 'quote', quote, input.version);
  if (isOnlyNumbers(input)) return changeNumbersAlone(ctx, quote, input);
  if (!canEditQuote(quote.status))
    throw conflict('QUOTE_ALREADY_CONVERTED', t('This quote has already been converted to an order'));
  await keepRevision(ctx, quote);
  const { quoting } = await readCompany(ctx.em);
  await quote.items.loadItems();
  const before = contentOf(quote, quoting.currency);
  const offered = offerOf(quote);
  if (input.pickupAddress !== undefined) quote.pickupAddress = input.pickupAddress;
  if (input.deliveryAddress !== undefined) quote.deliveryAddress = input.deliveryAddress;
  const places = await setPins(ctx, quote, input);
  const contacts = changeContacts(quote, input);
  if (input.notes !== undefined) quote.notes = input.notes;
  if (input.language !== undefined) quote.language = input.language;
  const collect = changeCollect(quote, input, quoting.currency);
  const demands = await changeDemands(ctx, quote, input);
  if (input.terms !== undefined) quote.terms = input.terms;
  const { speedType = quote.speedType, speedDate = quote.speedDate ?? null } = input;
  setSpeed(ctx, quote, speedType, speedDate);
  changeValidity(ctx, quote, input);
  if (input.items) await replaceItems(ctx, quote, input.items, quote.currency ?? quoting.currency);
  if (quote.status === 'draft') await noteAccount(ctx, quote);
  const isOtherWay = changePayBy(quote, input, quoting);
  const numbers = await changeNumbers(ctx, 'quote', quote, input);
  const isPricing = changePrice(ctx, quote, input, quoting) || isOtherWay;
  quote.updatedAt = ctx.services.clock();
  const wanted = input.status ?? (isPricing && quote.status === 'draft' && quote.isPayable() ? 'sent' : undefined);
  if (wanted && wanted !== quote.status) {
    await moveQuote(ctx, quote, wanted, input);
    await keepRevision(ctx, quote);
  } else {
    // What the customer was shown has its changes in the line of its version.
    const changes = quote.revision > 0 ? [] : changesBetween(before, contentOf(quote, quoting.currency));
    const says = [
      ...changesForHistory(changes, quote.currency ?? null),
      ...contacts,
      ...places,
      ...collect,
      ...demands,
      ...numbers,
    ];
    record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.updated', says });
    if (quote.status === 'draft') clearIfPriced(quote, offered);
    else await keepChange(ctx, quote, offerOf(quote) !== offered);
  }
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
  return readQuote(ctx, quote.id);
}

/** What is to be collected at the door; answers its line of history. */
function changeCollect(quote: Quote, { collect }: UpdateQuote, currency: string): Said[] {
  if (collect === undefined) return [];
  const forHistory = () => quote.collect && { is: 'collect' as const, ...quote.collect };
  const before = forHistory();
  quote.collect = keepCollect(collect, currency);
  const after = forHistory();
  return isDeepStrictEqual(before ?? null, after ?? null) ? [] : [change('To collect at the door', before, after)];
}

/** The numbers of other programs may change whatever became of the quote: its customer is shown none of them. */
async function changeNumbersAlone(ctx: AppContext, quote: Quote, input: UpdateQuote): Promise<QuoteView> {
  const lines = await changeNumbers(ctx, 'quote', quote, input);
  if (lines.length > 0) {
    quote.updatedAt = now(ctx);
    record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.updated', says: lines });
    await publish(ctx.em, { topic: 'quote', id: quote.id });
    await ctx.em.flush();
  }
  return readQuote(ctx, quote.id);
}

/** What an offer is apart from the request: a change of it opens a quote again that has ended. */
const offerOf = ({ lines, price, terms, validUntil }: Quote): string =>
  JSON.stringify([lines, price, terms, validUntil]);

/** Reopens a draft that was declined for the customer when staff price it. */
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
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: 'quote.revised',
    says: [{ is: 'version', version: revision }, ...changesForHistory(changes, quote.currency ?? null)],
  });
  if (quote.acceptedRevision !== null && quote.status === 'accepted') {
    quote.offerAgain();
    offer(ctx, quote, (await readCompany(ctx.em)).quoting);
    await keepRevision(ctx, quote);
  }
  if (quote.status !== 'sent' || (isEnded && !isAgain)) return;
  if (isAgain) await mailPriced(ctx, quote);
  else await mailCustomer(ctx, quote, 'quote_changed', () => ({ whatChanged: changesInWords(changes) }));
}

/** What it weighs and needs; the lines of its history. */
async function changeDemands(ctx: AppContext, quote: Quote, { weightKg, needs }: UpdateQuote): Promise<Said[]> {
  await requireSkills(ctx, 'needs', needs, quote.needs);
  const inWords = () => [quote.weightKg ?? null, quote.needs.join(', ') || null] as const;
  const [weight, words] = inWords();
  if (weightKg !== undefined) quote.weightKg = weightKg;
  if (needs) quote.needs = needs;
  const [newWeight, newWords] = inWords();
  return [
    ...(weight === newWeight ? [] : [change('Weight in kg', weight?.toString(), newWeight?.toString())]),
    ...(words === newWords ? [] : [change('Needs', words, newWords)]),
  ];
}

function changeValidity(ctx: AppContext, quote: Quote, { validUntil }: UpdateQuote): void {
  if (validUntil === undefined || validUntil === (quote.validUntil ?? null)) return;
  if (validUntil !== null && validUntil < todayOf(ctx)) throw invalid('validUntil', t('Choose today or a later day'));
  if (validUntil !== null) requireNear(todayOf(ctx), 'validUntil', validUntil);
  quote.validUntil = validUntil;
  quote.endingRemindedAt = null;
}

/**
 * When it is wanted, from now on: what `today` means is fixed by the business hours, and stays when it comes back as it
 * was read. Rejects with 400 for a day that is missing, over, too far ahead, or closed for others than the office.
 */
export function setSpeed(
  ctx: AppContext,
  quote: Pick<Quote, 'speedType' | 'speedDate' | 'wantedDay'>,
  speedType: SpeedType,
  speedDate: string | null,
): void {
  const day = speedType === 'specific_date' ? speedDate : null;
  if (speedType === 'specific_date' && !day) throw invalid('speedDate', t('Choose a date'));
  const isNew = day !== (quote.speedDate ?? null);
  if (day && isNew && day < todayOf(ctx)) throw invalid('speedDate', t('Choose today or a later day'));
  if (day && isNew) requireNear(todayOf(ctx), 'speedDate', day);
  if (day && isNew) requireOpenDay(ctx, 'speedDate', day);
  const { BUSINESS_TIMEZONE, hours } = ctx.services.config;
  if (speedType !== 'today') quote.wantedDay = null;
  else if (quote.speedType !== 'today') quote.wantedDay = sameDayDelivery(now(ctx), BUSINESS_TIMEZONE, hours).day;
  quote.speedType = speedType;
  quote.speedDate = day;
}

/**
 * Items with an id are changed, those without are new, those not named are removed. A photo of the quote may move to
 * any of its items; one that no item shows any more is released.
 */
async function replaceItems(
  ctx: AppContext,
  quote: Quote,
  items: NonNullable<UpdateQuote['items']>,
  currency: string,
): Promise<void> {
  const present = new Map((await quote.items.loadItems()).map((item) => [item.id, item]));
  const earlier = await photosOfRevisions(ctx, quote.id);
  const held = [...[...present.values()].flatMap((item) => item.imageUrls), ...earlier];
  const kept = new Set<number>();
  for (const [position, item] of items.entries()) {
    const known = item.id === undefined ? undefined : present.get(item.id);
    if (item.id !== undefined && !known)
      throw badRequest('UNKNOWN_ITEM', t('One of the items is not part of this quote'), [
        { path: `items.${position}.id`, message: t('Unknown item') },
      ]);
    if (!known) {
      await addItem(ctx, quote, { ...item, quantity: item.quantity ?? QUANTITY_DEFAULT }, position, currency, held);
      continue;
    }
    kept.add(known.id);
    known.position = position;
    known.name = item.name;
    if (item.description !== undefined) known.description = item.description;
    if (item.quantity !== undefined) known.quantity = item.quantity;
    if (item.value !== undefined) known.value = keepValue(item.value, currency, position) ?? null;
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
  requireVersion(ctx, 'quote', quote);
  if (!quote.isPayable()) throw conflict('QUOTE_NOT_PRICED', t('Set a price and a payment link first'));
  if (quote.status === 'sent') requireOpen(ctx, quote);
  const email = await mailPriced(ctx, quote);
  if (!email) throw conflict('TEMPLATE_DISABLED', t('The e-mail template for sent quotes is switched off'));
  record(ctx, { subject: 'quote', subjectId: id, action: 'quote.mailed', detail: quote.customerEmail });
  const delivery = email.status === 'kept' ? ('kept' as const) : ('queued' as const);
  const message =
    delivery === 'kept'
      ? t('The quote e-mail was written to the Mailbox; no mail server is set up.')
      : t('The quote e-mail to {customerEmail} is on its way.', { customerEmail: quote.customerEmail });
  return { success: true as const, message, delivery, emailId: await findMailId(ctx, email) };
}
