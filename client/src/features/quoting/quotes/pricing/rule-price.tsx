import { Button, Group, Text } from '@mantine/core';
import { amountOf, formatAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import type { EstimateBasis } from '@quickfleet/shared/quoting/pricing/price-rules';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../../lib/api/trpc.ts';
import { rich } from '../../../../lib/words/rich.tsx';

const basisWords: Record<EstimateBasis, string> = {
  distance: t('by the distance between earlier stops there'),
  zone: t('by the areas of the postcodes'),
  flat: t('without the way'),
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
        {t('No price by the rules: {reason}', { reason: data.message ?? '' })}
      </Text>
    );
  const amount = (value: string) => formatAmount(value, data.currency);
  const price = data.rules?.price ?? null;
  // What the rules say is a price like a typed one: the setting says whether its tax is inside.
  const typed = amountOf(
    (data.rules?.lines ?? []).reduce((sum, { from }) => sum + unitsOf(from, data.currency), 0n),
    data.currency,
  );
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm" className="tabular">
        {rich('Price rules: {amount}', {
          amount: (
            <strong>
              {price === null ? t('{low} to {high}', { low: amount(data.from), high: amount(data.to) }) : amount(price)}
            </strong>
          ),
        })}{' '}
        <Text span c="dimmed" inherit>
          ({data.basis && basisWords[data.basis]})
        </Text>
      </Text>
      {price !== null && (
        <Button size="compact-sm" variant="default" onClick={() => onUse(typed)}>
          {t('Use it')}
        </Button>
      )}
    </Group>
  );
}
