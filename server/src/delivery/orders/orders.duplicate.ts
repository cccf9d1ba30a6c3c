import { pickFields } from '@quickfleet/shared/base/fields';
import { duplicatedColumns } from '@quickfleet/shared/delivery/orders/order-fields';
import type { DuplicateOrder, Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { ERASED_EMAIL } from '@quickfleet/shared/people/personal-data';
import { t } from '@quickfleet/shared/words/t';
import { runInTransaction } from '../../db/transaction.ts';
import { type CopyImages, withCopies } from '../../files/uploads/uploads.copy.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { findByContact } from '../../people/customers/customers.service.ts';
import { zoneNameOf } from '../../quoting/places/zone-names.ts';
import { newTrackingNumber } from '../../security/codes.ts';
import { requirePinAddress } from '../proof/orders.pins.ts';
import { Order } from './order.entity.ts';
import { addItems, announce, answerNew, type NewItem, sealAccessCode } from './orders.create.ts';
import { currencyOfOrder, taxOfOrder } from './orders.money.ts';
import { planOrder } from './orders.plan.ts';
import { lockOrder } from './orders.service.ts';

/**
 * Copies an order in any status. The photos are copied too, so that either order can be deleted without the other.
 * Driver, proof (not what it has to be) and quote are left out, and so is the planned time unless it is given.
 *
 * @throws 404, 409 ORDER_ERASED for one with an erased customer, 400 for windows as in `planOrder`
 */
export const duplicateOrder = (ctx: AppContext, input: DuplicateOrder): Promise<OrderView> =>
  withCopies(ctx, (copy) =>
    runInTransaction(ctx, 'orders.duplicate', input, (em) => duplicate({ ...ctx, em }, input, copy)),
  );

/** The items of an order with copies of the photos that were asked for. */
export async function copiedItems(ctx: AppContext, source: Order, copy: CopyImages): Promise<NewItem[]> {
  const items: NewItem[] = [];
  for (const { name, description, quantity, value, imageUrls } of source.items)
    items.push({ name, description, quantity, value, imageUrls: await copy(ctx, imageUrls) });
  return items;
}

async function duplicate(ctx: AppContext, { id, ...plan }: DuplicateOrder, copy: CopyImages): Promise<OrderView> {
  const source = await lockOrder(ctx, id);
  if (source.customerEmail === ERASED_EMAIL)
    throw conflict('ORDER_ERASED', t('The customer of this order was erased; there is nothing left to repeat'));
  await ctx.em.populate(source, ['quote']);
  const { customerName, customerEmail, customerPhone, customerCompany } = source;
  const contact = { name: customerName, email: customerEmail, phone: customerPhone, company: customerCompany };
  const order = ctx.em.create(Order, {
    quote: null,
    customer: source.customer ?? (await findByContact(ctx, contact)),
    ...sealAccessCode(ctx),
    trackingNumber: newTrackingNumber(),
    ...pickFields(source, duplicatedColumns),
    zone: zoneNameOf(source.deliveryAddress, ctx.services.config.priceZones),
    taxTotal: source.quotePrice ? taxOfOrder(source) : null,
    payment: source.onAccount ? 'account' : 'open',
    currency: await currencyOfOrder(ctx, source),
    status: 'pending',
    createdAt: now(ctx),
  });
  await requirePinAddress(ctx, order);
  await planOrder(ctx, order, plan);
  addItems(ctx, order, await copiedItems(ctx, source, copy));
  await ctx.em.flush();
  await announce(ctx, order, [{ is: 'again', order: source.trackingNumber }]);
  return answerNew(ctx, order);
}
