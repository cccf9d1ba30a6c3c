import type { PriceBasis, PriceBasisIn } from '@quickfleet/shared/quoting/pricing/price-basis';
import { SPEED_DEFAULT } from '@quickfleet/shared/quoting/speed';
import { type AppContext, todayOf } from '../../../http/context.ts';
import { dayIn } from '../../../process/clock.ts';
import { type CustomerPrice, priceFor, zonesFor } from '../../../quoting/price-lists/customer-price.ts';
import type { Order } from '../order.entity.ts';
import type { KeptPrice } from '../orders.money.ts';

// By what the price of an order is made. Whoever gives a number has the last word.

/** Of a price that was settled before the order. */
export const agreedBasis: PriceBasis = { kind: 'agreed', id: null, reason: null };

/** Of a price that somebody gave; null without one. */
export function givenBasis(
  { quotePrice }: { quotePrice?: string | null | undefined },
  given: PriceBasisIn | null | undefined,
  present?: PriceBasis | null,
): PriceBasis | null {
  if (!quotePrice) return null;
  const kind = given?.kind === 'agreed' && present?.kind !== 'agreed' ? 'agreed' : 'typed';
  return { kind, id: null, reason: given?.reason ?? null };
}

interface Item {
  name: string;
  description?: string | null | undefined;
  quantity: number;
}
type Way = Pick<Order, 'pickupAddress' | 'deliveryAddress' | 'deliveryDate' | 'weightKg'> & {
  customer?: { id: number } | null;
};

const dayOf = (ctx: AppContext, deliveryDate: Date | null | undefined): string | null =>
  deliveryDate ? dayIn(ctx.services.config.BUSINESS_TIMEZONE, deliveryDate) : null;

/** The zones that the price of an order is made by. */
export const zonesOfOrder = (ctx: AppContext, { customer, deliveryDate }: Pick<Way, 'customer' | 'deliveryDate'>) =>
  zonesFor(ctx, customer?.id ?? null, dayOf(ctx, deliveryDate) ?? todayOf(ctx));

/** What an order costs by the customer's list, else by binding rules of the company; undefined where nothing says it. */
export function priceOfOrder(
  ctx: AppContext,
  { pickupAddress, deliveryAddress, deliveryDate, customer, weightKg }: Way,
  items: readonly Item[],
): Promise<CustomerPrice | undefined> {
  const today = todayOf(ctx);
  const day = dayOf(ctx, deliveryDate);
  const speedType = day === null ? SPEED_DEFAULT : day === today ? 'today' : 'specific_date';
  return priceFor(ctx, customer?.id ?? null, day ?? today, {
    ...{ pickupAddress, deliveryAddress, speedType, speedDate: day, weightKg },
    items: items.map(({ name, description, quantity }) => ({ name, description, quantity })),
  });
}

/** Prices an order that has no price; it stays without one where nothing says it. */
export async function priceOrder(ctx: AppContext, order: Order, items: readonly Item[]): Promise<void> {
  const found = await priceOfOrder(ctx, order, items);
  if (!found || (order.currency && order.currency !== found.quoting.currency)) return;
  const price: KeptPrice = { quotePrice: found.price, taxTotal: found.taxTotal };
  Object.assign(order, price, { currency: found.quoting.currency, priceBasis: found.basis });
}

/** What the office says of the price of an order that keeps its number; by another kind it is priced again. */
export async function changeBasis(ctx: AppContext, order: Order, { kind, reason }: PriceBasisIn): Promise<void> {
  const present = order.priceBasis ?? null;
  if ((kind === 'list' || kind === 'rules') && present?.kind !== kind)
    return priceOrder(ctx, order, order.items.getItems());
  if (order.quotePrice === null || reason === undefined || reason === (present?.reason ?? null)) return;
  order.priceBasis = { kind: present?.kind ?? 'typed', id: present?.id ?? null, reason };
}
