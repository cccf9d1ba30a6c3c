import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { trpc } from '../../../lib/api/trpc.ts';
import { useConnection, useLiveQuery } from '../../../lib/live/use-live-query.ts';

export function useTrackedOrder(trackingNumber: string) {
  const following = useLiveQuery(
    ({ status }: TrackedOrder) => isOpenOrder(status),
    ({ whereabouts }) => whereabouts !== null,
  );
  const query = trpc.tracking.get.useQuery({ trackingNumber }, { enabled: trackingNumber !== '', ...following.read });
  const stream = trpc.tracking.onChange.useSubscription({ trackingNumber }, following.streamOf(query));
  return { query, ...useConnection(following, query.data, stream) };
}
