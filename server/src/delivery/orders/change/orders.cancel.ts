import { isNothing } from '@quickfleet/shared/base/money/money';
import { orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { CancelOrder, Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { message, t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../../company/settings/company.service.ts';
import { merchantOf } from '../../../http/caller/merchant.ts';
import { type AppContext, now } from '../../../http/context.ts';
import { conflict, forbidden } from '../../../http/errors.ts';
import { requireVersion } from '../../../http/optimistic-lock.ts';
import { inHistory } from '../../../words/speak.ts';
import { chargeByRule, dropByRule } from '../../charges/charges.service.ts';
import type { Order } from '../order.entity.ts';
import { finishChange, lockOrder, moveOrder } from '../orders.service.ts';

const HOUR_MS = 3_600_000;
/** What its charge is known by. */
const RULE = 'cancellation';
const FEE = message('Cancellation fee');
const feeLabel = () => inHistory(() => t(FEE));

/** @throws 409 ORDER_UNDER_WAY from the first item that is picked up on */
export function requireBeforePickup(order: Order): void {
  const { isPickedUp } = orderFacts[order.status];
  if (isPickedUp || order.items.getItems().some((item) => item.isPickedUp))
    throw conflict('ORDER_UNDER_WAY', t('The driver has picked this order up already'));
}

/** What a late cancellation costs by the company's rule; null when it costs nothing. */
async function feeOf(ctx: AppContext, { pickupFrom }: Order): Promise<string | null> {
  const { fee, hoursBefore } = (await readCompany(ctx.em)).cancellation;
  if (fee === null || isNothing(fee) || !pickupFrom) return null;
  return now(ctx).getTime() > pickupFrom.getTime() - hoursBefore * HOUR_MS ? fee : null;
}

/**
 * Cancels an order until it is picked up. When a merchant does so late, the fee of the company's rule is a charge.
 *
 * @throws 403 for another key without `orders:manage`, 404, 409 ORDER_UNDER_WAY
 */
export async function cancelOrder(ctx: AppContext, { id, reason, version }: CancelOrder): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  const merchant = merchantOf(ctx);
  const { key } = ctx.caller;
  if (key && merchant === undefined && !key.scopes.includes('orders:manage'))
    throw forbidden(t('This API key lacks the scope {key}', { key: 'orders:manage' }));
  requireVersion(ctx, 'order', order, version);
  requireBeforePickup(order);
  const fee = merchant === undefined ? null : await feeOf(ctx, order);
  await moveOrder(ctx, order, 'cancelled', 'status', reason ? { detail: reason } : {});
  if (fee !== null) await chargeByRule(ctx, order, RULE, { label: feeLabel(), amount: fee });
  return finishChange(ctx, order);
}

/** Without the cancellation there is no fee for it. */
export const takeBackFee = (ctx: AppContext, order: Order): Promise<void> => dropByRule(ctx, order, RULE, feeLabel());
