import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { keepPhoto, reasonOf } from '../items/item-photos.ts';
import type { Stage } from '../outbox/storing/entries.ts';
import { notifyPhotoFailed, record } from '../portal/drivers-mutations.ts';

/** Keeps one photo of a whole stop for all its orders; a file that cannot be read is said. */
export async function takeStopPhoto(
  orders: readonly Pick<Order, 'id'>[],
  stage: Stage,
  file: File | null,
  isUndoable = false,
): Promise<void> {
  if (!file) return;
  const ids = orders.map(({ id }) => id);
  try {
    await record(ids, { kind: 'stopPhoto', stage, photo: await keepPhoto(file) }, undefined, isUndoable);
  } catch (error) {
    notifyPhotoFailed(stage, reasonOf(error));
  }
}
