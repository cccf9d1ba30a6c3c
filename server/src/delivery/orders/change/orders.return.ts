import { pickFields } from '@quickfleet/shared/base/fields';
import { returnedColumns } from '@quickfleet/shared/delivery/orders/order-fields';
import { orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView, ReturnOrder } from '@quickfleet/shared/delivery/orders/orders';
import { ERASED_EMAIL } from '@quickfleet/shared/people/personal-data';
import { t } from '@quickfleet/shared/words/t';
import { runInTransaction } from '../../../db/transaction.ts';
import { type CopyImages, withCopies } from '../../../files/uploads/uploads.copy.ts';
import { type AppContext, now } from '../../../http/context.ts';
import { conflict } from '../../../http/errors.ts';
import { zoneNameOf } from '../../../quoting/places/zone-names.ts';
import { newTrackingNumber } from '../../../security/codes.ts';
import { requirePinAddress } from '../../proof/orders.pins.ts';
import { Order } from '../order.entity.ts';
import { addItems, announce, answerNew, sealAccessCode } from '../orders.create.ts';
import { copiedItems } from '../orders.duplicate.ts';
import { currencyOfOrder } from '../orders.money.ts';
import { planOrder } from '../orders.plan.ts';
import { lockOrder, touchOrder } from '../orders.service.ts';

/**
 * The way back of an order that was picked up, as an order of its own: from where it was delivered to where it was
 * picked up, with the same items, without a price, driver, notes and proof. The photos are copied.
 *
 * @throws 404, 409 NOTHING_TO_RETURN before the pickup and for what went back already, 409 ORDER_ERASED
 */
export const returnOrder = (ctx: AppContext, input: ReturnOrder): Promise<OrderView> =>
  withCopies(ctx, (copy) =>
    runInTransaction(ctx, 'orders.return', input, (em) => bringBack({ ...ctx, em }, input, copy)),
  );

async function bringBack(ctx: AppContext, { id, notes, ...plan }: ReturnOrder, copy: CopyImages): Promise<OrderView> {
  const source = await lockOrder(ctx, id);
  if (source.customerEmail === ERASED_EMAIL)
    throw conflict('ORDER_ERASED', t('The customer of this order was erased; there is nothing left to repeat'));
  if (!orderFacts[source.status].isPickedUp || source.outcome === 'returning')
    throw conflict('NOTHING_TO_RETURN', t('Nothing of this order was picked up, so nothing goes back'));
  await ctx.em.populate(source, ['quote']);
  const order = ctx.em.create(Order, {
    quote: null,
    customer: source.customer ?? null,
    returnOfId: source.id,
    ...sealAccessCode(ctx),
    trackingNumber: newTrackingNumber(),
    ...pickFields(source, returnedColumns),
    pickupAddress: source.deliveryAddress,
    deliveryAddress: source.pickupAddress,
    zone: zoneNameOf(source.pickupAddress, ctx.services.config.priceZones),
    pickupContact: source.deliveryContact ?? null,
    deliveryContact: source.pickupContact ?? null,
    notes: notes ?? null,
    payment: source.onAccount ? 'account' : 'open',
    currency: await currencyOfOrder(ctx, source),
    status: 'pending',
    createdAt: now(ctx),
  });
  await requirePinAddress(ctx, order);
  await planOrder(ctx, order, plan);
  addItems(ctx, order, await copiedItems(ctx, source, copy));
  await touchOrder(ctx, source);
  await ctx.em.flush();
  await announce(ctx, order, [{ is: 'way_back', order: source.trackingNumber }]);
  return answerNew(ctx, order);
}
