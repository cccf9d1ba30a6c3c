import { LockMode } from '@mikro-orm/postgresql';
import { fieldsThat, pickFields } from '@quickfleet/shared/base/fields';
import { CURRENCY_DEFAULT } from '@quickfleet/shared/base/money/money';
import { daysBetween } from '@quickfleet/shared/base/time/zoned-time';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import {
  type CarriedColumn,
  orderFields,
  orderTexts,
  type RuledField,
  textsOfQuote,
} from '@quickfleet/shared/delivery/orders/order-fields';
import type {
  ConvertQuote,
  CreateOrder,
  CreateOrderByCall,
  Order as OrderView,
} from '@quickfleet/shared/delivery/orders/orders';
import { DAYS_BACK_MAX } from '@quickfleet/shared/limits';
import type { PriceBasis } from '@quickfleet/shared/quoting/pricing/price-basis';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import { quoteWords } from '@quickfleet/shared/quoting/quote-words';
import { dayOfSpeed } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import type { Said } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { setPins } from '../../company/places/places.service.ts';
import { currencyFor, readCompanyAhead } from '../../company/settings/company.service.ts';
import { requireSkills } from '../../company/settings/skills.ts';
import { claimImages, hashesOf } from '../../files/uploads/uploads.service.ts';
import { merchantOf, refuseOfficeFields, requireAccount } from '../../http/caller/merchant.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { badRequest, conflict, type Issue, invalid, issuesOf, notFound } from '../../http/errors.ts';
import { keepAmount, keepCollect } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { carriedNumbers, findHoldersAhead, findMade, newNumbers } from '../../http/own-numbers.ts';
import { publish } from '../../http/streams/events.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { languageFor, readLanguagesAhead } from '../../people/customers/customer-language.ts';
import { findByContact, findCustomersAhead } from '../../people/customers/customers.service.ts';
import { newContacts } from '../../people/customers/stop-contacts.ts';
import { User } from '../../people/users/user.entity.ts';
import { currencyOf } from '../../quoting/payments/quotes.payments.ts';
import { zoneNameOf } from '../../quoting/places/zone-names.ts';
import { readPricesAhead } from '../../quoting/price-lists/customer-price.ts';
import { findAcceptance, recordAcceptance } from '../../quoting/quote-page/quotes.acceptance.ts';
import { Quote } from '../../quoting/quotes/quote.entity.ts';
import { bookPayment, isDueAtDoor } from '../../quoting/quotes/quotes.account.ts';
import { lockQuote } from '../../quoting/quotes/quotes.service.ts';
import { newAccessCode, newTrackingNumber } from '../../security/codes.ts';
import { notifyDriver } from '../order-rights/orders.driver-news.ts';
import { creditWarning } from '../payments/credit.ts';
import { requireFreeWindow } from '../plans/full-windows.ts';
import { requirePinAddress, sendPins } from '../proof/orders.pins.ts';
import { givenBasis, priceOrder } from './change/orders.price.ts';
import { Order, OrderItem } from './order.entity.ts';
import { mailOrder, mailRecipient } from './orders.mail.ts';
import { collectFor, type KeptPrice, keepPrice, newPrice } from './orders.money.ts';
import { planOrder } from './orders.plan.ts';
import { readOrder, readOrders } from './orders.queries.ts';
import { keepPartnerCodes } from './partner-codes.ts';

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
export async function announce(
  ctx: AppContext,
  order: Order,
  says: readonly Said[] = [],
  isConfirmed = false,
): Promise<void> {
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'order.created',
    to: 'pending',
    says,
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

const asksForPin = ({ proof }: OrderView): boolean => proof.pickup.pin || proof.delivery.pin;

/** The answer about a new order, after its PINs are mailed to the customer. */
export async function answerNew(ctx: AppContext, order: Order): Promise<OrderView> {
  // The answer already has the rules that require a PIN, and reads the same after it is sent.
  const made = await readOrder(ctx, order.id);
  if (asksForPin(made)) await sendPins(ctx, order);
  const warning = await creditWarning(ctx, made.customerId);
  return warning ? { ...made, creditWarning: warning } : made;
}

/**
 * Creates the one order of a paid quote. The quote's row is locked, its status decides, and the unique constraint on
 * orders.quote_id is the last guard: a second call gets a 409.
 */
export async function convertQuote(ctx: AppContext, { id, ...windows }: ConvertQuote): Promise<OrderView> {
  const quote = await lockQuote(ctx, id);
  requireVersion(ctx, 'quote', quote);
  const payment = await bookPayment(ctx, quote);
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
    ...pickFields(quote, textsOfQuote),
    zone: zoneNameOf(quote.deliveryAddress, ctx.services.config.priceZones),
    ...({
      ...newContacts(quote),
      language: quote.language ?? null,
      quotePrice: quote.price ?? null,
      currency: await currencyOf(ctx, quote),
      collect: quote.collect ?? null,
      taxTotal: quote.taxTotal ?? null,
      onAccount: payment === 'account',
      weightKg: quote.weightKg ?? null,
      needs: quote.needs,
    } satisfies Record<Exclude<CarriedColumn<'quote'>, (typeof textsOfQuote)[number]>, unknown>),
    priceBasis: quote.price ? { kind: 'agreed', id: quote.id, reason: null } : null,
    payment,
    paidAt: payment === 'paid' ? (quote.paidAt ?? null) : null,
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
    numbers.externalId === (quote.externalId ?? null) ? [] : [{ is: 'without_number', number: quote.externalId ?? '' }],
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

function beginWith(ctx: AppContext, order: Order, driver: User): void {
  order.driver = driver;
  order.moveTo('assigned', 'assign', 'staff', now(ctx));
}

/** The history and messages of an order that begins with a driver, after those of the order itself. */
async function announceDriver(ctx: AppContext, order: Order, driver: User, isConfirmed: boolean): Promise<void> {
  const { id: subjectId } = order;
  const detail = driver.username;
  record(ctx, { subject: 'order', subjectId, action: 'order.assigned', from: 'pending', to: 'assigned', detail });
  await notifyDriver(ctx, order, { kind: 'assigned', driver, isConfirmed });
}

/** What of an order the office alone decides. */
const officeFields = fieldsThat(orderFields, { writtenBy: 'office' });

const nobody = { customer: null, customerEmail: null, customerPhone: null, deliveryContact: null, proofRules: null };
/** What a new order breaks that its schema does not know of: the rules of `createOrder`, without making it. */
export async function findOrderFaults(
  ctx: AppContext,
  input: CreateOrder,
  quoting: CompanySettings['quoting'],
): Promise<Issue[]> {
  const { currency } = quoting;
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
    () => requirePinAddress(ctx, { ...nobody, ...input }),
    () => keepPrice(input.quotePrice, quoting),
    () => keepPartnerCodes(input.partnerCodes),
    () => keepCollect(input.collect, currency),
    () => requireSkills(ctx, 'needs', input.needs),
    ...input.items.map(
      ({ value }, position) =>
        () =>
          keepValue(value, currency, position),
    ),
  ]);
}

/** What was agreed about an order besides its input; `says` is added to its history line. */
interface Agreed extends KeptPrice {
  currency: string;
  priceBasis: PriceBasis;
  says: readonly Said[];
}
/** Who orders: a merchant's key may leave it out, and is its customer then. */
async function nameCustomer(
  ctx: AppContext,
  { customerName, customerEmail }: CreateOrderByCall,
): Promise<Pick<CreateOrder, 'customerName' | 'customerEmail'>> {
  const account = await requireAccount(ctx, customerEmail ?? null, 'customerEmail');
  const name = customerName ?? account?.name;
  if (name === undefined) throw invalid('customerName', t('Customer name is required'));
  return { customerName: name, customerEmail: customerEmail === undefined ? account?.email : customerEmail };
}

/** An order that is in no table before the next flush. */
interface Unwritten {
  order: Order;
  driver: User | null;
  says: readonly Said[];
  isConfirmed: boolean;
}

/** An order made without a quote; with a driver it starts as assigned. */
export async function createOrder(ctx: AppContext, input: CreateOrderByCall, agreed?: Agreed): Promise<OrderView> {
  const begun = await beginOrder(ctx, input, agreed);
  return typeof begun === 'number' ? readOrder(ctx, begun) : writeOrder(ctx, begun);
}

/** The order of a call before it is written; the number of the one that the same call made before. */
async function beginOrder(ctx: AppContext, input: CreateOrderByCall, agreed?: Agreed): Promise<Unwritten | number> {
  refuseOfficeFields(ctx, input, officeFields);
  const made = await findMade(ctx, 'order', input);
  if (made !== undefined) return made;
  await requireFreeWindow(ctx, input);
  const items: NewItem[] = [];
  for (const item of input.items) items.push({ ...item, imageUrls: await claimImages(ctx, item.imageUrls ?? []) });
  const { says, ...price } = agreed ?? { says: [], ...(await newPrice(ctx, input)) };
  const { netTotal: _, priceBasis: given, ...fields } = input;
  const priceBasis = agreed?.priceBasis ?? givenBasis(price, given);
  const named = { ...fields, ...(await nameCustomer(ctx, input)) };
  return fillOrder(ctx, { ...named, ...price, priceBasis, items, numbers: newNumbers(ctx, input) }, says);
}

/** One of several calls, each with its own context in one transaction. */
export interface OrderCall {
  ctx: AppContext;
  input: CreateOrderByCall;
}
/** Does the work of one of several calls; what it throws ends the transaction. */
type DoFor = <T>(at: number, work: () => Promise<T>) => Promise<T>;

/** What the rules of several orders read, by one statement for all of them. */
async function readAheadFor(calls: readonly OrderCall[]): Promise<void> {
  const [first] = calls;
  if (!first) return;
  const { ctx } = first;
  await readCompanyAhead(ctx.em);
  const taken = await findHoldersAhead(
    ctx,
    'order',
    calls.map(({ input }) => input),
  );
  if (merchantOf(ctx) !== undefined) return;
  const customers = await findCustomersAhead(
    ctx,
    calls.flatMap(({ input: { externalId, customerName: name, customerEmail: email, ...contact } }) =>
      name && email && !taken.has(externalId ?? '')
        ? [{ name, email, phone: contact.customerPhone, company: contact.customerCompany }]
        : [],
    ),
  );
  await readLanguagesAhead(ctx, customers);
  await readPricesAhead(ctx, customers);
}

/**
 * Several orders in one transaction, each by the rules of `createOrder`: what they read is read for all of them, and all
 * are written together. The answers are in the order of the calls.
 */
export async function createOrdersTogether(
  calls: readonly OrderCall[],
  doFor: DoFor = (_, work) => work(),
): Promise<OrderView[]> {
  const [first] = calls;
  if (!first) return [];
  const numbers = calls.flatMap(({ input }) => input.externalId || []);
  // The second of two with one number finds the first in its table.
  if (new Set(numbers).size < numbers.length) {
    const views: OrderView[] = [];
    for (const [at, { ctx, input }] of calls.entries()) views.push(await doFor(at, () => createOrder(ctx, input)));
    return views;
  }
  await readAheadFor(calls);
  const begun: (Unwritten | number)[] = [];
  for (const [at, { ctx, input }] of calls.entries()) begun.push(await doFor(at, () => beginOrder(ctx, input)));
  await first.ctx.em.flush();
  for (const [at, { ctx }] of calls.entries()) {
    const one = begun[at];
    if (typeof one === 'object') await doFor(at, () => announceNew(ctx, one));
  }
  const ids = begun.map((one) => (typeof one === 'number' ? one : one.order.id));
  const read = new Map((await readOrders(first.ctx, ids)).map((view) => [view.id, view]));
  const views: OrderView[] = [];
  for (const [at, { ctx }] of calls.entries()) {
    const [one, id = 0] = [begun[at], ids[at]];
    const view = read.get(id) ?? (await readOrder(ctx, id));
    if (typeof one === 'object' && asksForPin(view)) await sendPins(ctx, one.order);
    views.push(view);
  }
  return views;
}

/**
 * The same for items with the order's own photos; `says` is added to its history line. With `isConfirmed` the customer
 * has had the rule that it follows, and is not mailed about each order.
 */
export const placeOrder = async (...call: Parameters<typeof fillOrder>): Promise<OrderView> =>
  writeOrder(call[0], await fillOrder(...call));

async function fillOrder(
  ctx: AppContext,
  input: Omit<CreateOrder, 'items' | 'quotePrice' | 'netTotal' | 'priceBasis'> & {
    items: readonly NewItem[];
    /** As they are kept. */
    quotePrice?: string | null | undefined;
    taxTotal?: string | null | undefined;
    currency?: string | null;
    /** Without a price it is priced by what counts for the customer. */
    priceBasis?: PriceBasis | null;
    numbers?: ReturnType<typeof newNumbers>;
  },
  says: readonly Said[] = [],
  isConfirmed = false,
): Promise<Unwritten> {
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
  const onAccount = account?.onAccount ?? fields.onAccount ?? false;
  const customer = account ? ctx.em.getReference(Customer, account.id) : await findByContact(ctx, contact);
  await requireSkills(ctx, 'needs', fields.needs);
  const order = ctx.em.create(Order, {
    quote: null,
    customer,
    ...sealAccessCode(ctx),
    trackingNumber: newTrackingNumber(),
    ...pickFields(fields, orderTexts),
    zone: zoneNameOf(fields.deliveryAddress, ctx.services.config.priceZones),
    ...({
      ...newContacts(fields),
      language: await languageFor(ctx, fields.language, customer?.id),
      parcels: fields.parcels ?? null,
      proofRules: fields.proofRules ?? null,
      partnerCodes: keepPartnerCodes(fields.partnerCodes),
      collect: await collectFor(ctx, fields.collect),
      weightKg: fields.weightKg ?? null,
      needs: fields.needs ?? [],
      fixedStops: fields.fixedStops ?? [],
      onAccount,
      quotePrice: fields.quotePrice ?? null,
      priceBasis: fields.priceBasis ?? givenBasis(fields, undefined),
    } satisfies Record<RuledField, unknown>),
    taxTotal: fields.taxTotal ?? null,
    payment: onAccount ? 'account' : 'open',
    currency,
    ...fields.numbers,
    status: 'pending',
    createdAt: now(ctx),
  });
  await setPins(ctx, order, fields);
  await requirePinAddress(ctx, order);
  await planOrder(ctx, order, fields);
  addItems(ctx, order, items);
  if (order.quotePrice === null) await priceOrder(ctx, order, items);
  const driver = driverId ? await requireDriver(ctx, driverId) : null;
  if (driver) beginWith(ctx, order, driver);
  return { order, driver, says, isConfirmed };
}

async function writeOrder(ctx: AppContext, made: Unwritten): Promise<OrderView> {
  await ctx.em.flush();
  await announceNew(ctx, made);
  return answerNew(ctx, made.order);
}
async function announceNew(ctx: AppContext, { order, driver, says, isConfirmed }: Unwritten): Promise<void> {
  await announce(ctx, order, says, isConfirmed);
  if (driver) await announceDriver(ctx, order, driver, isConfirmed);
}

/** The order is gone: its quote can be converted again. */
export async function reopenQuote(ctx: AppContext, quoteId: number): Promise<void> {
  const quote = await ctx.em.findOne(Quote, quoteId);
  if (!quote) return;
  quote.reopen();
  if (await isDueAtDoor(ctx, quote)) quote.unpay();
  record(ctx, { subject: 'quote', subjectId: quoteId, action: 'quote.reopened', from: 'converted', to: quote.status });
}
