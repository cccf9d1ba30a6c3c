import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { DeliveryValues } from '../../../components/delivery-form/delivery-values.ts';
import { trpc } from '../../../lib/api/trpc.ts';

export type BookingValues = DeliveryValues & {
  customerId: number;
  speedType: 'let_quickfleet_choose' | 'today' | 'specific_date';
  speedDate: string;
};

const PAUSE_MS = 500;
/** What the price depends on; undefined while there is not enough of it. */
function requestOf({ customerId, pickupAddress, deliveryAddress, items, speedType, speedDate }: BookingValues) {
  if (pickupAddress.trim() === '' || deliveryAddress.trim() === '') return undefined;
  if (speedType === 'specific_date' && speedDate === '') return undefined;
  const things = items.map(({ name, description, quantity }) => ({ name, description, quantity: Number(quantity) }));
  if (things.some(({ name, quantity }) => name.trim() === '' || !Number.isInteger(quantity) || quantity < 1))
    return undefined;
  return { customerId, pickupAddress, deliveryAddress, items: things, speedType, speedDate };
}

/** The agreed price of what is typed, after each pause; undefined until it is the price of just that. */
export function useAgreedPrice(values: BookingValues) {
  const { client } = trpc.useUtils();
  const request = requestOf(values);
  const text = request && JSON.stringify(request);
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const price = useQuery({
    queryKey: ['agreed price', settled],
    queryFn: () => client.my.price.mutate(JSON.parse(settled ?? '{}')),
    enabled: settled !== undefined,
    staleTime: 60_000,
    retry: false,
  });
  const isOfThis = text !== undefined && text === settled;
  return { price: isOfThis ? price.data : undefined, error: isOfThis ? price.error : null, refetch: price.refetch };
}
