import { LockMode } from '@mikro-orm/postgresql';
import { CURRENCY_DEFAULT } from '@quickfleet/shared/base/money/money';
import { daysBetween } from '@quickfleet/shared/base/time/zoned-time';
import type { ConvertQuote, CreateOrder, Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { DAYS_BACK_MAX } from '@quickfleet/shared/limits';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import { quoteWords } from '@quickfleet/shared/quoting/quote-words';
import { dayOfSpeed } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { currencyFor } from '../../company/settings/company.service.ts';
import { claimImages, hashesOf } from '../../files/uploads/uploads.service.ts';
import { refuseOfficeFields, requireAccount } from '../../http/caller/merchant.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { badRequest, conflict, type Issue, issuesOf, notFound } from '../../http/errors.ts';
import { keepAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { carriedNumbers, findMade, newNumbers } from '../../http/own-numbers.ts';
import { publish } from '../../http/streams/events.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { languageFor } from '../../people/customers/customer-language.ts';
import { findByContact } from '../../people/customers/customers.service.ts';
import { newContacts } from '../../people/customers/stop-contacts.ts';
import { User } from '../../people/users/user.entity.ts';
import { currencyOf } from '../../quoting/payments/quotes.payments.ts';
import { findAcceptance, recordAcceptance } from '../../quoting/quote-page/quotes.acceptance.ts';
import { Quote } from '../../quoting/quotes/quote.entity.ts';
import { bookOnAccount } from '../../quoting/quotes/quotes.account.ts';
import { lockQuote } from '../../quoting/quotes/quotes.service.ts';
import { newAccessCode, newTrackingNumber } from '../../security/codes.ts';
import { notifyDriver } from '../order-rights/orders.driver-news.ts';
import { requirePinAddress, sendPins } from '../proof/orders.pins.ts';
import { Order, OrderItem } from './order.entity.ts';
import { mailOrder, mailRecipient } from './orders.mail.ts';
import { planOrder } from './orders.plan.ts';
import { readOrder } from './orders.queries.ts';

/** A fresh access code in the two forms that are stored: to look it up, and to show it to staff. */
export function sealAccessCode(ctx: AppContext): { accessCodeHash: string; accessCodeSealed: string } {
  const code = newAccessCode();
  const [accessCodeHash = ''] = ctx.services.secrets.lookupHashes(code);
  return { accessCodeHash, accessCodeSealed: ctx.services.secrets.seal(code) };
}

export interface NewItem {
  name: string;
  description?: string | null | undefined;
  quantity: number;
  value?: string | null | undefined;
  imageUrls: string[];
}
export const keepValue = (value: string | null | undefined, currency: string, position: number) =>
  keepAmount(value, currency, `items.${position}.value`, t('Value must be non-negative'));
/** Puts one more item into an order; `currency` is what its value is in. */
export function addItem(ctx: AppContext, order: Order, item: NewItem, position: number, currency: string): OrderItem {
  const added = ctx.em.create(OrderItem, {
    order,
    position,
    name: item.name,
    description: item.description ?? null,
    quantity: item.quantity,
    value: keepValue(item.value, currency, position) ?? null,
    imageUrls: item.imageUrls,
    pickupImageUrls: [],
    transitImageUrls: [],
    deliveryImageUrls: [],
  });
  order.items.add(added);
  return added;
}
/** The order's currency is known where one of them has a value. */
export function addItems(ctx: AppContext, order: Order, items: readonly NewItem[]): void {
  const currency = order.currency ?? order.quote?.currency ?? CURRENCY_DEFAULT;
  for (const [position, item] of items.entries()) addItem(ctx, order, item, position, currency);
}

/** Everything that follows a new order: its history, the customer's mail and the live event. `isConfirmed`: they know of it. */
export async function announce(ctx: AppContext, order: Order, detail?: string, isConfirmed = false): Promise<void> {
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'order.created',
    to: 'pending',
    ...(detail ? { detail } : {}),
    files: await hashesOf(
      ctx,
      order.items.getItems().flatMap(({ imageUrls }) => imageUrls),
    ),
  });
  if (!isConfirmed) {
    await mailOrder(ctx, order, 'order_created');
    await mailRecipient(ctx, order, 'recipient_booked');
  }
  await publish(ctx.em, { topic: 'order', id: order.id, trackingNumber: order.trackingNumber });
}

/** The answer about a new order, after its PINs are mailed to the customer. */
export async function answerNew(ctx: AppContext, order: Order): Promise<OrderView> {
  // Read first: hardly any order has a PIN, and the answer already contains the rules that require one.
  const made = await readOrder(ctx, order.id);
  if (!made.proof.pickup.pin && !made.proof.delivery.pin) return made;
  await sendPins(ctx, order);
  return readOrder(ctx, order.id);
}

/**
 * Creates the one order of a paid quote. The quote's row is locked, its status decides, and the unique constraint on
 * orders.quote_id is the last guard: a second call gets a 409.
 */
export async function convertQuote(ctx: AppContext, { id, ...windows }: ConvertQuote): Promise<OrderView> {
  const quote = await lockQuote(ctx, id);
  requireVersion(ctx, 'quote', quote);
  const isOnAccount = await bookOnAccount(ctx, quote);
  if (!isPaidQuote(quote.status))
    throw conflict(
      'QUOTE_NOT_PAID',
      t('Only a paid quote becomes an order; this one is {status}', { status: quoteWords[quote.status] }),
    );
  const before = quote.status;
  const move = quote.moveTo('converted', 'convert');
  await ctx.em.populate(quote, ['items', 'customer']);
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const wanted = dayOfSpeed(quote, zone);
  // A day that is long over is no plan any more.
  const day = wanted && daysBetween(wanted, todayOf(ctx)) <= DAYS_BACK_MAX ? wanted : null;
  const numbers = await carriedNumbers(ctx, quote);
  const order = ctx.em.create(Order, {
    quote,
    customer: quote.customer ?? null,
    ...sealAccessCode(ctx),
    trackingNumber: newTrackingNumber(),
    customerName: quote.customerName,
    customerEmail: quote.customerEmail,
    customerPhone: quote.customerPhone ?? null,
    customerCompany: quote.customerCompany ?? null,
    language: quote.language ?? null,
    pickupAddress: quote.pickupAddress,
    deliveryAddress: quote.deliveryAddress,
    ...newContacts(quote),
    notes: quote.notes ?? null,
    quotePrice: quote.price ?? null,
    currency: await currencyOf(ctx, quote),
    onAccount: isOnAccount,
    acceptanceId: await findAcceptance(ctx, quote.id),
    ...numbers,
    status: 'pending',
    createdAt: now(ctx),
  });
  await planOrder(ctx, order, { ...windows, deliveryDate: day });
  addItems(ctx, order, quote.items.getItems());
  await ctx.em.flush();
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: move.action,
    from: before,
    to: 'converted',
    detail: order.trackingNumber,
  });
  await announce(
    ctx,
    order,
    numbers.externalId === (quote.externalId ?? null)
      ? undefined
      : `without the externalId ${quote.externalId}, which another order has`,
  );
  await recordAcceptance(ctx, order.id);
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
  return answerNew(ctx, order);
}

/**
 * Somebody who may carry an order: an active user with the role driver, who stays one until the transaction is over.
 */
export async function requireDriver(ctx: AppContext, driverId: number): Promise<User> {
  const driver = await ctx.em.findOne(User, driverId, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true });
  if (!driver) throw notFound('Driver');
  if (driver.role !== 'driver')
    throw badRequest('NOT_A_DRIVER', t('This user is not a driver'), [
      { path: 'driverId', message: t('Not a driver') },
    ]);
  if (!driver.isActive) throw conflict('DRIVER_INACTIVE', t('This driver is deactivated'));
  return driver;
}

async function beginWithDriver(ctx: AppContext, id: number, driverId: number, isConfirmed: boolean): Promise<Order> {
  const driver = await requireDriver(ctx, driverId);
  const order = await ctx.em.findOneOrFail(Order, id, { populate: ['items'] });
  order.driver = driver;
  const move = order.moveTo('assigned', 'assign', 'staff', now(ctx));
  const detail = driver.username;
  record(ctx, { subject: 'order', subjectId: id, action: move.action, from: 'pending', to: 'assigned', detail });
  await notifyDriver(ctx, order, { kind: 'assigned', driver, isConfirmed });
  await ctx.em.flush();
  return order;
}

/** What of an order the office alone decides. */
const officeFields = ['driverId', 'quotePrice', 'onAccount', 'officeNotes', 'driverNotes', 'proofRules'];

const withoutCustomer = { customer: null, customerEmail: null, proofRules: null };
/** What a new order breaks that its schema does not know of: the rules of `createOrder`, without making it. */
export function findOrderFaults(ctx: AppContext, input: CreateOrder, currency: string): Promise<Issue[]> {
  const unplanned = {
    pickupFrom: null,
    pickupTo: null,
    deliveryFrom: null,
    deliveryTo: null,
    deliveryDate: null,
    plannedDay: null,
  };
  return issuesOf([
    () => planOrder(ctx, unplanned, input),
    () => requirePinAddress(ctx, { ...withoutCustomer, ...input }),
    () => keepAmount(input.quotePrice, currency, 'quotePrice'),
    ...input.items.map(
      ({ value }, position) =>
        () =>
          keepValue(value, currency, position),
    ),
  ]);
}

/** What was agreed about an order besides its input; `detail` is added to its history line. */
interface Agreed {
  quotePrice: string;
  currency: string;
  detail: string;
}
/** An order made without a quote; with a driver it starts as assigned. */
export async function createOrder(ctx: AppContext, input: CreateOrder, agreed?: Agreed): Promise<OrderView> {
  refuseOfficeFields(ctx, input, officeFields);
  const made = await findMade(ctx, 'order', input);
  if (made !== undefined) return readOrder(ctx, made);
  const items: NewItem[] = [];
  for (const item of input.items) items.push({ ...item, imageUrls: await claimImages(ctx, item.imageUrls ?? []) });
  const { detail, ...price } = agreed ?? { detail: undefined };
  return placeOrder(ctx, { ...input, ...price, items, numbers: newNumbers(ctx, input) }, detail);
}

/**
 * The same for items with the order's own photos; `detail` is added to its history line. With `isConfirmed` the customer
 * has had the rule that it follows, and is not mailed about each order.
 */
export async function placeOrder(
  ctx: AppContext,
  input: Omit<CreateOrder, 'items'> & {
    items: readonly NewItem[];
    currency?: string | null;
    numbers?: ReturnType<typeof newNumbers>;
  },
  detail?: string,
  isConfirmed = false,
): Promise<OrderView> {
  const { driverId, items, ...fields } = input;
  const amounts = [fields.quotePrice, ...items.map(({ value }) => value)];
  const currency = fields.currency ?? (await currencyFor(ctx.em, ...amounts));
  const email = fields.customerEmail ?? null;
  const account = await requireAccount(ctx, email, 'customerEmail');
  const contact = {
    name: fields.customerName,
    email,
    phone: fields.customerPhone,
    company: fields.customerCompany,
  };
  const customer = account ? ctx.em.getReference(Customer, account.id) : await findByContact(ctx, contact);
  const order = ctx.em.create(Order, {
    quote: null,
    customer,
    ...sealAccessCode(ctx),
    trackingNumber: newTrackingNumber(),
    customerName: fields.customerName,
    customerEmail: email,
    customerPhone: fields.customerPhone ?? null,
    customerCompany: fields.customerCompany ?? null,
    language: await languageFor(ctx, fields.language, customer?.id),
    pickupAddress: fields.pickupAddress,
    deliveryAddress: fields.deliveryAddress,
    ...newContacts(fields),
    notes: fields.notes ?? null,
    driverNotes: fields.driverNotes ?? null,
    officeNotes: fields.officeNotes ?? null,
    parcels: fields.parcels ?? null,
    proofRules: fields.proofRules ?? null,
    onAccount: account?.onAccount ?? fields.onAccount ?? false,
    quotePrice: keepAmount(fields.quotePrice, currency ?? CURRENCY_DEFAULT, 'quotePrice') ?? null,
    currency,
    ...fields.numbers,
    status: 'pending',
    createdAt: now(ctx),
  });
  await requirePinAddress(ctx, order);
  await planOrder(ctx, order, fields);
  addItems(ctx, order, items);
  await ctx.em.flush();
  await announce(ctx, order, detail, isConfirmed);
  const begun = driverId ? await beginWithDriver(ctx, order.id, driverId, isConfirmed) : order;
  return answerNew(ctx, begun);
}

/** The order is gone: its quote can be converted again. */
export async function reopenQuote(ctx: AppContext, quoteId: number): Promise<void> {
  const quote = await ctx.em.findOne(Quote, quoteId);
  if (!quote) return;
  quote.reopen();
  record(ctx, { subject: 'quote', subjectId: quoteId, action: 'quote.reopened', from: 'converted', to: 'paid' });
}
