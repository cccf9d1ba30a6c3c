import type { SetPlace } from '@quickfleet/shared/delivery/drivers/drivers';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { setPins } from '../../company/places/places.service.ts';
import type { AppContext } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockOrder } from '../orders/orders.service.ts';

/** Remembers where the driver of an order found a stop. Rejects with 404, 409 ORDER_CLOSED. */
export async function setPlace(ctx: AppContext, { id, stop, lat, lng }: SetPlace): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  if (!isOpenOrder(order.status))
    throw conflict(
      'ORDER_CLOSED',
      t('This order is {status} and cannot be changed any more', { status: order.statusWords() }),
    );
  const says = await setPins(ctx, order, { [`${stop}Place`]: { lat, lng } });
  if (says.length === 0) return readOrder(ctx, id);
  record(ctx, { subject: 'order', subjectId: id, action: 'order.updated', says });
  return finishChange(ctx, order);
}
