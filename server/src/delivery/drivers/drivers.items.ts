import { isBeforePickup, isCarried, isOpenOrder, orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { addPicture, type WrittenPicture } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, conflict } from '../../http/errors.ts';
import { photosOf, releaseUnshown } from '../orders/change/orders.photos.ts';
import { OrderItem } from '../orders/order.entity.ts';
import { finishChange, lockOrder } from '../orders/orders.service.ts';
import { answerItem, lockOrderOfItem, newPictures } from './drivers.proof.ts';

interface ItemFields {
  name: string;
  description?: string | null | undefined;
  quantity: number;
}

export async function addItem(ctx: AppContext, { orderId, ...fields }: ItemFields & { orderId: number }) {
  const order = await lockOrder(ctx, orderId);
  if (!isOpenOrder(order.status))
    throw conflict(
      'ORDER_CLOSED',
      t('This order is {status} and cannot be changed any more', { status: order.statusWords() }),
    );
  const item = ctx.em.create(OrderItem, {
    order,
    position: Math.max(-1, ...order.items.getItems().map((candidate) => candidate.position)) + 1,
    name: fields.name,
    description: fields.description ?? null,
    quantity: fields.quantity,
    imageUrls: [],
    pickupImageUrls: [],
    transitImageUrls: [],
    deliveryImageUrls: [],
    isPickedUp: !isBeforePickup(order.status),
    isInTransit: isCarried(order.status) && orderFacts[order.status].hasLeft,
  });
  order.items.add(item);
  await ctx.em.flush();
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'item.added',
    detail: `${fields.quantity} × ${fields.name}`,
  });
  return answerItem(ctx, order, item.id);
}

interface ItemChanges extends Partial<ItemFields> {
  itemId: number;
  removeImageUrls: readonly string[];
  pictures: readonly WrittenPicture[];
}
/** Only photos that this very item shows can be taken off it (docs/security.md, T-15). */
export async function editItem(ctx: AppContext, changes: ItemChanges) {
  const { order, item } = await lockOrderOfItem(ctx, changes.itemId);
  if (!changes.removeImageUrls.every((url) => item.imageUrls.includes(url))) {
    throw badRequest('UNKNOWN_IMAGE', t('One of the photos is not part of this item'), [
      { path: 'removeImageUrls', message: t('Unknown photo') },
    ]);
  }
  if (changes.name !== undefined) item.name = changes.name;
  if (changes.description !== undefined) item.description = changes.description;
  if (changes.quantity !== undefined) item.quantity = changes.quantity;
  const left = item.imageUrls.filter((url) => !changes.removeImageUrls.includes(url));
  const fresh = await newPictures(ctx, left, changes.pictures);
  item.imageUrls = [...left, ...fresh.map((picture) => addPicture(ctx, picture, true))];
  await releaseUnshown(ctx, order, changes.removeImageUrls);
  record(ctx, { subject: 'order', subjectId: order.id, action: 'item.edited', detail: item.name });
  return answerItem(ctx, order, item.id);
}

/** The last item stays: an order without items would be nothing to deliver. */
export async function deleteItem(ctx: AppContext, itemId: number): Promise<{ success: true; order: OrderView }> {
  const { order, item } = await lockOrderOfItem(ctx, itemId);
  if (order.items.length <= 1) throw conflict('LAST_ITEM', t('The last item of an order cannot be removed'));
  record(ctx, { subject: 'order', subjectId: order.id, action: 'item.deleted', detail: item.name });
  order.items.remove(item);
  await releaseUnshown(ctx, order, photosOf([item]));
  return { success: true, order: await finishChange(ctx, order) };
}
