import { DAY_MS } from '@quickfleet/shared/base/time/zoned-time';
import { orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { RateDelivery } from '@quickfleet/shared/delivery/tracking/ratings';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { lockOrder, touchOrder } from '../orders/orders.service.ts';
import { findMailedDelivery } from '../tracking/delivery-link.ts';
import { Rating } from './rating.entity.ts';

/** As long as the page of a link shows more than the state. */
const DAYS = 30;
const closedBecause = (delivered: Date | null, at: Date): string | undefined => {
  if (!delivered) return t('You can rate this delivery once it has arrived');
  const isOver = at.getTime() - delivered.getTime() > DAYS * DAY_MS;
  return isOver ? t('A delivery can be rated for {days} days', { days: DAYS }) : undefined;
};
/** Whether a delivery that nobody has rated can be rated now. */
export const canRate = ({ status, deliveredAt }: Pick<TrackedOrder, 'status' | 'deliveredAt'>, at: Date): boolean =>
  orderFacts[status].isDelivered &&
  closedBecause(deliveredAt === null ? null : new Date(deliveredAt), at) === undefined;

/**
 * The customer or the recipient rates a delivery by their link, once for both. Reading the page rates nothing.
 *
 * @throws 404, 409 RATING_CLOSED, 409 ALREADY_RATED
 */
export async function rateByLink(ctx: AppContext, { token, stars, words = null }: RateDelivery) {
  const { id, reader } = await findMailedDelivery(ctx, token);
  const order = await lockOrder(ctx, id);
  const closed = closedBecause(orderFacts[order.status].isDelivered ? (order.deliveredAt ?? null) : null, now(ctx));
  if (closed) throw conflict('RATING_CLOSED', closed);
  if (await ctx.em.findOne(Rating, { order: id, correctedAt: null }))
    throw conflict('ALREADY_RATED', t('This delivery has been rated already. Thank you'));
  const rating = { by: reader, stars, words: words || null, correctedAt: null, createdAt: now(ctx) };
  ctx.em.create(Rating, { order, ...rating });
  const says = [{ is: 'stars' as const, stars, by: reader }, ...(words ? [words] : [])];
  record(ctx, { subject: 'order', subjectId: id, action: 'order.rated', says });
  await touchOrder(ctx, order);
  await ctx.em.flush();
  return { stars, words: rating.words, createdAt: rating.createdAt.toISOString() };
}

/** A delivery was taken back: what was said of it stays with the order's row and counts no more. */
export const dropRating = (ctx: AppContext, orderId: number): Promise<number> =>
  ctx.em.nativeUpdate(Rating, { order: orderId, correctedAt: null }, { correctedAt: now(ctx) });
