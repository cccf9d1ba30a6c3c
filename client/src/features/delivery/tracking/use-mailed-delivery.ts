import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import { trpc } from '../../../lib/api/trpc.ts';
import { useConnection, useLiveQuery } from '../../../lib/live/use-live-query.ts';

/** The delivery of a mailed link, as it is now. */
export function useMailedDelivery(token: string) {
  const following = useLiveQuery(
    ({ status }: DeliveryPage) => isOpenOrder(status),
    ({ whereabouts }) => whereabouts !== null,
  );
  const query = trpc.deliveryPage.get.useQuery({ token }, following.read);
  const stream = trpc.deliveryPage.onChange.useSubscription({ token }, following.streamOf(query));
  return { query, ...useConnection(following, query.data, stream) };
}
