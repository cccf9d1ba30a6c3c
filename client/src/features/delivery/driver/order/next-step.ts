import { isBeforePickup, isCarried } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { waitsForOffice } from '@quickfleet/shared/delivery/planning/next-stop';
import { t } from '@quickfleet/shared/words/t';

/** What the driver does next about an order; true of what was tried as well. */
export function nextStep({ status, items, outcome }: Pick<Order, 'status' | 'items' | 'outcome'>): string {
  const isReturning = outcome === 'returning' || outcome === 'returned';
  switch (status) {
    case 'pending':
    case 'assigned': {
      if (waitsForOffice(outcome)) return t('The office will decide what to do next');
      const count = items.filter(({ isPickedUp }) => !isPickedUp).length;
      if (count === 0 && items.length > 0) return t('Next: get the pickup signature.');
      return t('Next: pick up {count, plural, one {# item} other {# items}}, then get the pickup signature.', {
        count,
      });
    }
    case 'picked_up':
    case 'in_transit': {
      if (isReturning) return t('Next: bring it back to the pickup address.');
      if (waitsForOffice(outcome)) return t('The office will decide what to do next');
      if (status === 'picked_up') return t('Next: leave for the delivery address.');
      const count = items.filter(({ isDelivered }) => !isDelivered).length;
      if (count === 0 && items.length > 0) return t('Next: get the delivery signature.');
      return t('Next: deliver {count, plural, one {# item} other {# items}}, then get the delivery signature.', {
        count,
      });
    }
    case 'delivered':
      return outcome === 'partial'
        ? t('This order was delivered in part. Nothing is left to do.')
        : t('This order is delivered. Nothing is left to do.');
    case 'cancelled':
      return outcome === 'returned'
        ? t('This order was returned. Nothing is left to do.')
        : t('Stop here: this order was cancelled.');
  }
}

/** The address that the driver drives to next, if any. */
export function nextAddress({ status, outcome }: Pick<Order, 'status' | 'outcome'>): 'pickup' | 'delivery' | undefined {
  if (waitsForOffice(outcome)) return undefined;
  if (isCarried(status)) return outcome === 'returning' ? 'pickup' : 'delivery';
  return isBeforePickup(status) ? 'pickup' : undefined;
}

/** The windows that still say something to the driver. */
export function windowsThatHold({
  status,
  outcome,
  pickupWindow,
  deliveryWindow,
}: Pick<Order, 'status' | 'outcome' | 'pickupWindow' | 'deliveryWindow'>): Pick<
  Order,
  'pickupWindow' | 'deliveryWindow'
> {
  const isAhead = outcome === null && (isBeforePickup(status) || isCarried(status));
  return {
    pickupWindow: isAhead && isBeforePickup(status) ? pickupWindow : null,
    deliveryWindow: isAhead ? deliveryWindow : null,
  };
}
