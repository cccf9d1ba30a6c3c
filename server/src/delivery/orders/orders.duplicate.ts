import type { DuplicateOrder, Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { ERASED_EMAIL } from '@quickfleet/shared/people/personal-data';
import { t } from '@quickfleet/shared/words/t';
import { runInTransaction } from '../../db/transaction.ts';
import { type CopyImages, withCopies } from '../../files/uploads/uploads.copy.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { findByContact } from '../../people/customers/customers.service.ts';
import { newContacts } from '../../people/customers/stop-contacts.ts';
import { newTrackingNumber } from '../../security/codes.ts';
import { requirePinAddress } from '../proof/orders.pins.ts';
import { Order } from './order.entity.ts';
import { addItems, announce, answerNew, type NewItem, sealAccessCode } from './orders.create.ts';
import { currencyOfOrder } from './orders.money.ts';
import { planOrder } from './orders.plan.ts';
import { lockOrder } from './orders.service.ts';

/**
 * Copies an order in any status. The photos are copied too, so that either order can be deleted without the other.
 * Driver, proof and quote are left out, and so is the planned time unless it is given.
 *
 * @throws 404, 409 ORDER_ERASED for one with an erased customer, 400 for windows as in `planOrder`
 */
export const duplicateOrder = (ctx: AppContext, input: DuplicateOrder): Promise<OrderView> =>
  withCopies(ctx, (copy) =>
    runInTransaction(ctx, 'orders.duplicate', input, (em) => duplicate({ ...ctx, em }, input, copy)),
  );

async function duplicate(ctx: AppContext, { id, ...plan }: DuplicateOrder, copy: CopyImages): Promise<OrderView> {
  const source = await lockOrder(ctx, id);
  if (source.customerEmail === ERASED_EMAIL)
    throw conflict('ORDER_ERASED', t('The customer of this order was erased; there is nothing left to repeat'));
  const { customerName, customerEmail, customerPhone, customerCompany } = source;
  const contact = { name: customerName, email: customerEmail, phone: customerPhone, company: customerCompany };
  const order = ctx.em.create(Order, {
    quote: null,
    customer: source.customer ?? (await findByContact(ctx, contact)),
    ...sealAccessCode(ctx),
    trackingNumber: newTrackingNumber(),
    customerName,
    customerEmail: customerEmail ?? null,
    customerPhone: customerPhone ?? null,
    customerCompany: customerCompany ?? null,
    language: source.language ?? null,
    pickupAddress: source.pickupAddress,
    deliveryAddress: source.deliveryAddress,
    ...newContacts(source),
    notes: source.notes ?? null,
    driverNotes: source.driverNotes ?? null,
    officeNotes: source.officeNotes ?? null,
    parcels: source.parcels ?? null,
    onAccount: source.onAccount,
    quotePrice: source.quotePrice ?? null,
    currency: await currencyOfOrder(ctx, source),
    status: 'pending',
    createdAt: now(ctx),
  });
  await requirePinAddress(ctx, order);
  await planOrder(ctx, order, plan);
  const items: NewItem[] = [];
  for (const { name, description, quantity, value, imageUrls } of source.items)
    items.push({ name, description, quantity, value, imageUrls: await copy(ctx, imageUrls) });
  addItems(ctx, order, items);
  await ctx.em.flush();
  await announce(ctx, order, `again, as ${source.trackingNumber}`);
  return answerNew(ctx, order);
}
