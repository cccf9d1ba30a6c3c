import { Button, Group, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money';
import type { EstimateBasis } from '@quickfleet/shared/quoting/price-rules';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../../lib/api/trpc.ts';

const basisWords: Record<EstimateBasis, string> = {
  distance: 'by the distance between earlier stops there',
  zone: 'by the areas of the postcodes',
  flat: 'without the way',
};

/** What the price rules say about a quote, to be taken over; nothing while they are off. */
export function RulePrice({ quote, onUse }: { quote: Quote; onUse: (price: string) => void }) {
  const { client } = trpc.useUtils();
  const { id, version, pickupAddress, deliveryAddress, items, speedType, speedDate } = quote;
  const estimate = useQuery({
    queryKey: ['rule-price', id, version],
    queryFn: () =>
      client.estimates.create.mutate({
        pickupAddress,
        deliveryAddress,
        items: items.map(({ name, description, quantity }) => ({ name, description, quantity })),
        speedType,
        speedDate,
      }),
    retry: false,
  });
  const { data } = estimate;
  if (!data || data.code === 'ESTIMATES_OFF') return null;
  if (data.code !== null || data.from === null || data.to === null)
    return (
      <Text size="sm" c="dimmed">
        No price by the rules: {data.message}
      </Text>
    );
  const amount = (value: string) => formatAmount(value, data.currency);
  const price = data.rules?.price ?? null;
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm" className="tabular">
        Price rules: <strong>{price === null ? `${amount(data.from)} to ${amount(data.to)}` : amount(price)}</strong>{' '}
        <Text span c="dimmed" inherit>
          ({data.basis && basisWords[data.basis]})
        </Text>
      </Text>
      {price !== null && (
        <Button size="compact-sm" variant="default" onClick={() => onUse(price)}>
          Use it
        </Button>
      )}
    </Group>
  );
}
