import type { StopPhotosForm } from '@quickfleet/shared/delivery/drivers/drivers';
import { t } from '@quickfleet/shared/words/t';
import { addPicture, findHashes, type WrittenPicture } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import type { ClosedOrder } from '../order-rights/orders.rights.ts';
import { readPhoneTime } from '../order-rights/phone-clock.ts';
import type { Order, OrderItem } from '../orders/order.entity.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange } from '../orders/orders.service.ts';
import { keepLate } from '../proof/orders.late.ts';
import { addPiece } from '../proof/orders.proof.ts';
import { answerLateOrder, requireOrderAccess } from './drivers.late.ts';
import { delivery, newPictures, pickup, recordStep } from './drivers.proof.ts';

interface GivenPhotos extends StopPhotosForm {
  orderId: number;
  pictures: readonly WrittenPicture[];
}
const steps = { pickup, delivery };

/**
 * Photos that show several items of a stop, all of them unless some are named. Each photo is stored once and listed
 * with each of its items, and the rules are those of the photos of one item.
 *
 * @throws 404, 400 UNKNOWN_ITEM, 409 ITEM_NOT_PICKED_UP, 409 TOO_MANY_PHOTOS when one of the items is full
 */
export async function documentStop(ctx: AppContext, given: GivenPhotos) {
  const access = await requireOrderAccess(ctx, given.orderId);
  if (!access) throw notFound('Order');
  if ('closed' in access) return keepLateStop(ctx, access.closed, given);
  const { order } = access;
  const step = steps[given.stop];
  const items = namedItems(order, given.itemIds);
  const missing = new Map<OrderItem, WrittenPicture[]>();
  for (const item of items) missing.set(item, await newPictures(ctx, item[step.list], given.pictures));
  const lacking = items.filter((item) => missing.get(item)?.length);
  if (lacking.length === 0) return readOrder(ctx, order.id);
  for (const item of lacking) step.check(order, item, true, true);
  const time = readPhoneTime(ctx, order, given.takenAt);
  const added = [...new Set(lacking.flatMap((item) => missing.get(item) ?? []))];
  const urls = new Map(added.map((picture) => [picture, addPicture(ctx, picture, true, time.takenAt)]));
  const [only] = lacking;
  const ofItem = lacking.length === 1 && only ? { itemId: only.id } : {};
  for (const picture of added) addPiece(ctx, order, { kind: 'photo', stop: given.stop, ...ofItem, picture }, given);
  for (const item of lacking) {
    const fresh = missing.get(item) ?? [];
    item[step.list] = [...item[step.list], ...fresh.flatMap((picture) => urls.get(picture) ?? [])];
    item[step.flag] = true;
    recordStep(ctx, step, { order, item, isDone: true, fresh, time });
  }
  return finishChange(ctx, order);
}

function namedItems(order: Order, itemIds: readonly number[] | undefined): OrderItem[] {
  const all = order.items.getItems();
  const unknown = itemIds?.find((id) => !all.some((item) => item.id === id));
  if (unknown !== undefined)
    throw badRequest('UNKNOWN_ITEM', t('One of the items is not part of this order'), [
      { path: 'itemIds', message: t('No item {id}', { id: unknown }) },
    ]);
  return all.filter(({ id }) => itemIds?.includes(id) ?? true);
}

/** Photos that an item of the order already shows came in time, and are not late too. */
async function keepLateStop(
  ctx: AppContext,
  closed: ClosedOrder,
  { stop, itemIds, pictures, ...capture }: GivenPhotos,
) {
  const listed = closed.order?.items.getItems().flatMap((item) => item[steps[stop].list]) ?? [];
  const inTime = await findHashes(
    ctx,
    listed,
    pictures.map(({ contentHash }) => contentHash),
  );
  const named = itemIds?.length === 1 ? closed.items.find(({ id }) => id === itemIds[0]) : undefined;
  await keepLate(ctx, closed, {
    kind: `${stop}_photo`,
    item: named,
    pictures: pictures.filter(({ contentHash }) => !inTime.has(contentHash)),
    capture,
  });
  return answerLateOrder(ctx, closed);
}
