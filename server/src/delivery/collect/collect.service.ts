import type { LateAnswer } from '@quickfleet/shared/base/late-evidence';
import { collectMethodWords } from '@quickfleet/shared/base/money/collect-words';
import { unitsOf } from '@quickfleet/shared/base/money/money';
import type { SaveCollected } from '@quickfleet/shared/delivery/collect/collect';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, DomainError, invalid, notFound } from '../../http/errors.ts';
import { amountWords, keepAmount } from '../../http/money.ts';
import { User } from '../../people/users/user.entity.ts';
import { requireOrderAccess, shortAnswer } from '../drivers/drivers.late.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { lockAnyOrder, touchOrder } from '../orders/orders.service.ts';
import { Collection } from './collection.entity.ts';

/**
 * What the driver says was handed over at the door. What was said before by the same driver is corrected; the same again
 * changes nothing. Money is kept whatever happened to the order in the meantime, unless it was deleted.
 *
 * @throws 404, 409 NOTHING_TO_COLLECT, 400 for another way than the order's, and for nothing without a reason
 */
export async function saveCollected(
  ctx: AppContext,
  { id, reason = null, collectedAt, method, ...given }: SaveCollected,
): Promise<OrderView | LateAnswer> {
  const access = await requireOrderAccess(ctx, id);
  if (!access) throw notFound('Order');
  if ('closed' in access && access.closed.after === 'deleted')
    throw new DomainError('NOT_FOUND', 'ORDER_DELETED', t('This order was deleted'));
  const isOwn = 'order' in access || access.closed.order !== undefined;
  const order = 'order' in access ? access.order : (access.closed.order ?? (await lockAnyOrder(ctx, id)));
  const { collect } = order;
  if (!collect) throw conflict('NOTHING_TO_COLLECT', t('Nothing is to be collected for this order'));
  const { currency } = collect;
  const amount = keepAmount(given.amount, currency, 'amount', amountWords(currency));
  if (unitsOf(amount, currency) === 0n) {
    if (!reason) throw invalid('reason', t('Say why nothing was handed over'));
  } else if (collect.method !== 'any' && collect.method !== method)
    throw invalid('method', t('This is paid: {how}', { how: collectMethodWords[collect.method] }));
  const driverId = ctx.caller.user?.role === 'driver' ? ctx.caller.user.id : (order.driver?.id ?? null);
  const time = readPhoneTime(ctx, order, collectedAt);
  const known = await ctx.em.findOne(Collection, { orderId: id, driver: driverId });
  const said = { amount, currency, method, reason };
  const isSame =
    known?.currency === currency &&
    unitsOf(known.amount, currency) === unitsOf(amount, currency) &&
    known.method === method &&
    (known.reason ?? null) === reason;
  if (!isSame) {
    const taken = { ...said, collectedAt: time.takenAt ?? now(ctx), receivedAt: now(ctx), by: actorOf(ctx).name };
    if (known) Object.assign(known, taken);
    else
      ctx.em.create(Collection, {
        orderId: id,
        driver: driverId === null ? null : ctx.em.getReference(User, driverId),
        ...taken,
      });
    record(ctx, {
      subject: 'order',
      subjectId: id,
      action: unitsOf(amount, currency) === 0n ? 'order.not_collected' : 'order.collected',
      ...historyTime(time, { is: 'collected', ...said }),
    });
    await touchOrder(ctx, order);
    await ctx.em.flush();
  }
  if ('closed' in access && !isOwn) return shortAnswer(id, access.closed);
  return readOrder(ctx, id);
}
