import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import { fieldsThat } from '@quickfleet/shared/base/fields';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import {
  countParcels,
  type Order as OrderView,
  type UpdateOrder,
  type UpdateOrderByCall,
} from '@quickfleet/shared/delivery/orders/orders';
import type { PriceBasis } from '@quickfleet/shared/quoting/pricing/price-basis';
import { type PriceZone, zoneOf } from '@quickfleet/shared/quoting/pricing/price-zones';
import { t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../../company/settings/company.service.ts';
import { forCaller } from '../../../http/caller/key-view.ts';
import { merchantOf, requireAccount } from '../../../http/caller/merchant.ts';
import type { AppContext } from '../../../http/context.ts';
import { conflict, DomainError, forbidden } from '../../../http/errors.ts';
import { requireVersion } from '../../../http/optimistic-lock.ts';
import { requireFreeWindow } from '../../plans/full-windows.ts';
import type { Order } from '../order.entity.ts';
import type { KeptPrice } from '../orders.money.ts';
import { readOrder } from '../orders.queries.ts';
import { lockOrder, updateOrder } from '../orders.service.ts';
import { requireBeforePickup } from './orders.cancel.ts';
import { priceOfOrder, zonesOfOrder } from './orders.price.ts';

const officeFields = fieldsThat(orderFields, { writtenBy: 'office' });
const same = (one: unknown, other: unknown): boolean =>
  canonicalJson((one ?? null) as Json) === canonicalJson((other ?? null) as Json);

/** The change without what was only read and is sent back; 403 for what the office decides. */
async function withoutOffice(ctx: AppContext, order: Order, input: UpdateOrder): Promise<UpdateOrder> {
  const read = forCaller(ctx, await readOrder(ctx, order.id));
  const given = Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => !officeFields.some((field) => field === name) || !same(value, Reflect.get(Object(read), name)),
    ),
  );
  const named = officeFields.find((name) => given[name] !== undefined);
  if (named) throw forbidden(t('A key of one customer cannot set {named}', { named }));
  return { ...given, id: input.id };
}

/** A merchant's numbers are its own: it takes over an order without any, and none that the office numbered. */
function claimNumbers(ctx: AppContext, order: Order, input: UpdateOrder): UpdateOrder {
  const merchant = merchantOf(ctx) ?? null;
  if (order.externalScope === merchant) return input;
  const { externalId, metadata, ...rest } = input;
  const isEmpty = !externalId && Object.keys(metadata ?? {}).length === 0;
  if (isEmpty) return rest;
  if (order.externalId || Object.keys(order.metadata ?? {}).length > 0)
    throw forbidden(t('A key of one customer cannot set {named}', { named: externalId ? 'externalId' : 'metadata' }));
  order.externalScope = merchant;
  return input;
}

interface Way {
  pickupAddress: string;
  deliveryAddress: string;
}
const isInSameZones = (before: Way, after: Way, zones: readonly PriceZone[]): boolean =>
  (['pickupAddress', 'deliveryAddress'] as const).every((name) => {
    if (before[name] === after[name]) return true;
    const zone = zoneOf(before[name], zones);
    return zone !== undefined && zone === zoneOf(after[name], zones);
  });

interface Ruled extends KeptPrice {
  basis: PriceBasis | null;
}
/** Where the rules have no price any more, the office names one. */
const noPrice: Ruled = { quotePrice: null, taxTotal: null, basis: null };
interface Priced extends Way {
  weightKg: number | null;
  items: readonly { name: string; description?: string | null | undefined; quantity: number }[];
}
/** What the customer's list or binding rules make an order cost; null where they name no price. */
async function rulePrice(ctx: AppContext, order: Order, { items, ...way }: Priced): Promise<Ruled | null> {
  const found = await priceOfOrder(
    ctx,
    { deliveryDate: order.deliveryDate ?? null, customer: order.customer ?? null, ...way },
    items,
  );
  return found ? { quotePrice: found.price, taxTotal: found.taxTotal, basis: found.basis } : null;
}

/**
 * The price that a change brings with it, once it is accepted; undefined when it stays.
 *
 * @throws 409 ORDER_PLANNED for another price zone once a driver has the order, 409 PRICE_CHANGES
 */
async function priceOfChange(
  ctx: AppContext,
  order: Order,
  { pickupAddress, deliveryAddress, items, weightKg }: UpdateOrder,
  isAccepted: boolean,
): Promise<Ruled | undefined> {
  const before = { pickupAddress: order.pickupAddress, deliveryAddress: order.deliveryAddress };
  const after = {
    pickupAddress: pickupAddress ?? before.pickupAddress,
    deliveryAddress: deliveryAddress ?? before.deliveryAddress,
  };
  const isMoved = !same(before, after);
  const weight = order.weightKg ?? null;
  const isOtherWeight = weightKg !== undefined && weightKg !== weight;
  if (!isMoved && !items && !isOtherWeight) return undefined;
  if (isMoved && order.driver && !isInSameZones(before, after, await zonesOfOrder(ctx, order)))
    throw conflict('ORDER_PLANNED', t('A driver has this order: its addresses stay in their price zones'));
  const present = order.items.getItems();
  const changed = items?.map(({ quantity, ...item }) => ({
    ...item,
    quantity: quantity ?? present.find(({ id }) => id === item.id)?.quantity ?? 1,
  }));
  const was = await rulePrice(ctx, order, { ...before, items: present, weightKg: weight });
  const price = await rulePrice(ctx, order, {
    ...{ ...after, items: changed ?? present },
    weightKg: weightKg === undefined ? weight : weightKg,
  });
  const quotedPrice = price?.quotePrice ?? null;
  if (quotedPrice === (was?.quotePrice ?? null)) return undefined;
  if (isAccepted) return price ?? noPrice;
  const { currency } = (await readCompany(ctx.em)).quoting;
  throw new DomainError(
    'CONFLICT',
    'PRICE_CHANGES',
    quotedPrice === null
      ? t('With this change the order has no price by the rules. Send acceptPrice: true, and the office names one')
      : t('With this change the order costs {amount}. Send acceptPrice: true to accept it', {
          amount: formatAmount(quotedPrice, currency),
        }),
    { body: { quotedPrice } },
  );
}

/**
 * PUT /orders/{id}. By a merchant's key until the pickup begins, without what the office decides.
 *
 * @throws 403, 404, 409 ORDER_UNDER_WAY, ORDER_PLANNED, PRICE_CHANGES, and what `updateOrder` throws
 */
export async function updateOrderByCall(
  ctx: AppContext,
  { acceptPrice = false, ...input }: UpdateOrderByCall,
): Promise<OrderView> {
  if (merchantOf(ctx) === undefined) return updateOrder(ctx, input);
  const order = await lockOrder(ctx, input.id);
  requireVersion(ctx, 'order', order, input.version);
  requireBeforePickup(order);
  const change = claimNumbers(ctx, order, await withoutOffice(ctx, order, input));
  if (change.customerEmail !== undefined && change.customerEmail !== order.customerEmail)
    await requireAccount(ctx, change.customerEmail, 'customerEmail');
  if (change.pickupWindow || change.deliveryWindow || change.deliveryDate)
    await requireFreeWindow(ctx, {
      pickupAddress: change.pickupAddress ?? order.pickupAddress,
      deliveryAddress: change.deliveryAddress ?? order.deliveryAddress,
      parcels: countParcels(order.items.getItems()),
      weightKg: change.weightKg ?? order.weightKg ?? null,
      needs: change.needs ?? order.needs,
      pickupWindow: change.pickupWindow,
      deliveryWindow: change.deliveryWindow,
      deliveryDate: change.deliveryDate,
    });
  const ruled = await priceOfChange(ctx, order, change, acceptPrice);
  if (!ruled) return updateOrder(ctx, change);
  const { basis, ...price } = ruled;
  return updateOrder(ctx, change, { price, basis: basis ?? undefined });
}
