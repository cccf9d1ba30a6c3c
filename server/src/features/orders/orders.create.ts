import type { CreateOrder, Order as OrderView } from '@quickfleet/shared/orders';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { dayIn } from '../../lib/clock.ts';
import { newAccessCode, newTrackingNumber } from '../../lib/codes.ts';
import { badRequest, conflict, notFound } from '../../lib/errors.ts';
import { publish } from '../../lib/events.ts';
import { requireFresh } from '../../lib/fresh.ts';
import { query } from '../../lib/query.ts';
import { findOrCreateCustomer } from '../customers/customers.service.ts';
import { record } from '../history/history.service.ts';
import { Quote } from '../quotes/quote.entity.ts';
import { lockQuote } from '../quotes/quotes.service.ts';
import { claimImages } from '../uploads/uploads.service.ts';
import { User } from '../users/user.entity.ts';
import { Order, OrderItem } from './order.entity.ts';
import { mailOrder } from './orders.mail.ts';
import { readOrder } from './orders.queries.ts';

/** A fresh access code in the two forms that are stored: to look it up, and to show it to staff. */
export function sealAccessCode(ctx: AppContext): { accessCodeHash: string; accessCodeSealed: string } {
  const code = newAccessCode();
  const [accessCodeHash = ''] = ctx.services.secrets.lookupHashes(code);
  return { accessCodeHash, accessCodeSealed: ctx.services.secrets.seal(code) };
}

/** Noon of a day in the business time zone, so that no zone between shows the day before. */
async function plannedAt(ctx: AppContext, day: string): Promise<Date> {
  const [row] = await query<{ at: string }>(ctx.em, `select ((?::date + time '12:00') at time zone ?) as at`, [
    day,
    ctx.services.config.BUSINESS_TIMEZONE,
  ]);
  return row ? new Date(row.at) : now(ctx);
}

/**
 * When an order is planned for, from a day or a moment. The moment that it has already stays, however far its zone is
 * from UTC: what was read may be written back. Of another moment the day counts, in the business time zone; midnight
 * in UTC, or a time without a zone, is how programs write a bare day.
 */
export async function planFor(
  ctx: AppContext,
  input: string | null,
  present: Date | null = null,
): Promise<Date | null> {
  if (input === null) return null;
  if (present && input.length > DAY_LENGTH && Date.parse(input) === present.getTime()) return present;
  const isBareDay = input.length === DAY_LENGTH || !ZONED.test(input) || MIDNIGHT_UTC.test(input);
  return plannedAt(
    ctx,
    isBareDay ? input.slice(0, DAY_LENGTH) : dayIn(ctx.services.config.BUSINESS_TIMEZONE, new Date(input)),
  );
}
const DAY_LENGTH = '2026-03-01'.length;
const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const MIDNIGHT_UTC = /T00:00(?::00(?:\.0+)?)?Z$/i;

interface NewItem {
  name: string;
  description?: string | null | undefined;
  quantity: number;
  value?: string | null | undefined;
  imageUrls: string[];
}
function addItems(ctx: AppContext, order: Order, items: readonly NewItem[]): void {
  for (const [position, item] of items.entries()) {
    order.items.add(
      ctx.em.create(OrderItem, {
        order,
        position,
        name: item.name,
        description: item.description ?? null,
        quantity: item.quantity,
        value: item.value ?? null,
        imageUrls: item.imageUrls,
        pickupImageUrls: [],
        transitImageUrls: [],
        deliveryImageUrls: [],
      }),
    );
  }
}

async function announce(ctx: AppContext, order: Order): Promise<void> {
  record(ctx, { subject: 'order', subjectId: order.id, action: 'order.created', to: 'pending' });
  await mailOrder(ctx, order, 'order_created');
  await publish(ctx.em, { topic: 'order', id: order.id, trackingNumber: order.trackingNumber });
}

/**
 * Makes the one order of a paid quote. The quote's row is locked, its state decides, and the unique constraint on
 * orders.quote_id has the last word: whoever comes second gets a 409.
 */
export async function convertQuote(ctx: AppContext, id: number): Promise<OrderView> {
  const quote = await lockQuote(ctx, id);
  requireFresh(ctx, 'quote', quote);
  if (quote.status !== 'paid' && quote.status !== 'converted')
    throw conflict('QUOTE_NOT_PAID', `Only a paid quote becomes an order; this one is ${quote.status}`);
  const before = quote.status;
  const move = quote.moveTo('converted', 'convert');
  await ctx.em.populate(quote, ['items', 'customer']);
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const day =
    quote.speedType === 'specific_date' ? quote.speedDate : quote.speedType === 'today' ? dayIn(zone, now(ctx)) : null;
  const order = ctx.em.create(Order, {
    quote,
    customer: quote.customer ?? null,
    ...sealAccessCode(ctx),
    trackingNumber: newTrackingNumber(),
    customerName: quote.customerName,
    customerEmail: quote.customerEmail,
    customerPhone: quote.customerPhone ?? null,
    customerCompany: quote.customerCompany ?? null,
    pickupAddress: quote.pickupAddress,
    deliveryAddress: quote.deliveryAddress,
    notes: quote.notes ?? null,
    quotePrice: quote.price ?? null,
    status: 'pending',
    deliveryDate: day ? await plannedAt(ctx, day) : null,
    createdAt: now(ctx),
  });
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
  await announce(ctx, order);
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
  return readOrder(ctx, order.id);
}

/** Somebody who may carry an order: an active user with the role driver. */
export async function requireDriver(ctx: AppContext, driverId: number): Promise<User> {
  const driver = await ctx.em.findOne(User, driverId);
  if (!driver) throw notFound('Driver');
  if (driver.role !== 'driver')
    throw badRequest('NOT_A_DRIVER', 'This user is not a driver', [{ path: 'driverId', message: 'Not a driver' }]);
  if (!driver.isActive) throw conflict('DRIVER_INACTIVE', 'This driver is deactivated');
  return driver;
}

/** An order made without a quote; with a driver it starts as assigned. */
export async function createOrder(ctx: AppContext, input: CreateOrder): Promise<OrderView> {
  const { driverId, items, ...fields } = input;
  const customer = await findOrCreateCustomer(ctx, {
    name: fields.customerName,
    email: fields.customerEmail,
    phone: fields.customerPhone,
    company: fields.customerCompany,
  });
  const order = ctx.em.create(Order, {
    quote: null,
    customer,
    ...sealAccessCode(ctx),
    trackingNumber: newTrackingNumber(),
    customerName: fields.customerName,
    customerEmail: fields.customerEmail,
    customerPhone: fields.customerPhone ?? null,
    customerCompany: fields.customerCompany ?? null,
    pickupAddress: fields.pickupAddress,
    deliveryAddress: fields.deliveryAddress,
    notes: fields.notes ?? null,
    quotePrice: fields.quotePrice ?? null,
    status: 'pending',
    deliveryDate: await planFor(ctx, fields.deliveryDate ?? null),
    createdAt: now(ctx),
  });
  const claimed: NewItem[] = [];
  for (const item of items) claimed.push({ ...item, imageUrls: await claimImages(ctx, item.imageUrls ?? []) });
  addItems(ctx, order, claimed);
  await ctx.em.flush();
  await announce(ctx, order);
  if (driverId) {
    order.driver = await requireDriver(ctx, driverId);
    const move = order.moveTo('assigned', 'assign', 'staff', now(ctx));
    record(ctx, {
      subject: 'order',
      subjectId: order.id,
      action: move.action,
      from: 'pending',
      to: 'assigned',
      detail: order.driver.username,
    });
    await mailOrder(ctx, order, 'driver_assigned');
  }
  await ctx.em.flush();
  return readOrder(ctx, order.id);
}

/** The order is gone: its quote can be converted again. */
export async function reopenQuote(ctx: AppContext, quoteId: number): Promise<void> {
  const quote = await ctx.em.findOne(Quote, quoteId);
  if (!quote) return;
  quote.reopen();
  record(ctx, { subject: 'quote', subjectId: quoteId, action: 'quote.reopened', from: 'converted', to: 'paid' });
}
