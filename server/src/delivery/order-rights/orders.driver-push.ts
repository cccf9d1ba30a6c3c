import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import type { AppContext } from '../../http/context.ts';
import { queuePush } from '../../messages/push/push.service.ts';
import type { Order } from '../orders/order.entity.ts';
import { windowsOf } from '../orders/orders.plan.ts';
import type { DriverNews } from './orders.driver-mail.ts';

const titles: Readonly<Record<DriverNews['kind'], string>> = {
  assigned: 'New job',
  changed: 'Job changed',
  removed: 'Job taken back',
};

/** When a driver has to be somewhere for it: at the pickup while that is ahead. */
function whenOf(ctx: AppContext, order: Order): string {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const { pickupWindow, deliveryWindow } = windowsOf(order);
  if (pickupWindow) return `, pickup ${windowInWords(pickupWindow, zone)}`;
  return deliveryWindow ? `, delivery ${windowInWords(deliveryWindow, zone)}` : '';
}

/**
 * Tells the driver's phones that asked for it, in the transaction of the change. The lock screen is anybody's to read:
 * number and time, no name, no address.
 */
export const pushToDriver = (ctx: AppContext, order: Order, news: DriverNews): Promise<void> =>
  queuePush(ctx, news.driver.id, {
    title: titles[news.kind],
    body: `${formatTracking(order.trackingNumber)}${news.kind === 'removed' ? '' : whenOf(ctx, order)}`,
    tag: order.trackingNumber,
  });
