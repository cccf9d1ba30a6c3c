import { Text } from '@mantine/core';
import type { MyOrder } from '@quickfleet/shared/delivery/my/my';
import { keepNumbers } from '@quickfleet/shared/words/isolates';

type Route = Pick<MyOrder, 'pickupAddress' | 'deliveryAddress' | 'items'> & { recipientName?: string | null };

const oneLine = (address: string): string => keepNumbers(address.split('\n').join(', '));

/** From where to where, and what. */
export function MyRoute({ pickupAddress, deliveryAddress, recipientName, items }: Route) {
  return (
    <Text size="sm" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {oneLine(pickupAddress)} → {recipientName ? `${recipientName}, ` : ''}
      {oneLine(deliveryAddress)}
      <br />
      {items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')}
    </Text>
  );
}
