import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { PlaceLine } from '../../../../components/addresses/place-line.tsx';
import { codeOf, messageOf } from '../../../../lib/api/error-message.ts';
import { useAuth } from '../../../../lib/api/session.tsx';
import { showError } from '../../../../lib/toast.ts';
import { useRefreshOrders, useUpdateOrder } from '../change/order-mutations.ts';

/** Where an address of an order is, for staff, who may set it while the order is open. */
export function OrderPlace({ order, stop }: { order: Order; stop: 'pickup' | 'delivery' }) {
  const { user } = useAuth();
  const update = useUpdateOrder();
  const refresh = useRefreshOrders();
  const set = async (place: string | null) => {
    try {
      await update.mutateAsync({ id: order.id, version: order.version, [`${stop}Place`]: place });
      return true;
    } catch (error) {
      // Other failures have their toast.
      if (codeOf(error) === 'STALE_VERSION' || codeOf(error) === 'VALIDATION_FAILED')
        showError(t('Update Failed'), messageOf(error));
      if (codeOf(error) === 'STALE_VERSION') await refresh();
      return false;
    }
  };
  const [place, other] =
    stop === 'pickup' ? [order.pickupPlace, order.deliveryPlace] : [order.deliveryPlace, order.pickupPlace];
  return (
    <PlaceLine
      place={place}
      near={other ? [other] : []}
      what={stop === 'pickup' ? t('Pickup address') : t('Delivery address')}
      isPending={update.isPending}
      onSet={can(user?.role, 'orders.update') && isOpenOrder(order.status) ? set : undefined}
    />
  );
}
