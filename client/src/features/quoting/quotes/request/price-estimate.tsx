import { Text } from '@mantine/core';
import { useDebouncedValue, useNetwork } from '@mantine/hooks';
import { estimateWords } from '@quickfleet/shared/quoting/pricing/estimate-words';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import type { QuoteValues } from '../fields/quote-values.ts';

const PAUSE_MS = 700;
const HOUR_MS = 3_600_000;

/** What the rules ask for; undefined while there is not enough of it. */
function requestOf({ pickupAddress, deliveryAddress, items, speedType, speedDate }: QuoteValues) {
  if (pickupAddress.trim() === '' || deliveryAddress.trim() === '' || items.length === 0) return undefined;
  const things = items.map(({ name, description, quantity }) => {
    const pieces = Number(quantity);
    return { name, description, quantity: Number.isInteger(pieces) && pieces > 0 ? pieces : 1 };
  });
  return { pickupAddress, deliveryAddress, items: things, speedType, speedDate };
}

/** A first number for what is typed, after each pause. Nothing while there is none, or no network. */
export function PriceEstimate({ values }: { values: QuoteValues }) {
  const { client } = trpc.useUtils();
  const { online } = useNetwork();
  const request = requestOf(values);
  const [isOff, setOff] = useState(false);
  const [text] = useDebouncedValue(request && JSON.stringify(request), PAUSE_MS);
  const estimate = useQuery({
    queryKey: ['estimate', text],
    queryFn: async () => {
      const answer = await client.estimates.create.mutate(JSON.parse(text ?? '{}'));
      if (answer.code === 'ESTIMATES_OFF') setOff(true);
      return answer;
    },
    // Where the rules are off, one question is enough.
    enabled: text !== undefined && online && !isOff,
    placeholderData: keepPreviousData,
    staleTime: HOUR_MS,
    retry: false,
  });
  const words = online && request && estimate.data && !estimate.isError ? estimateWords(estimate.data) : undefined;
  return (
    <Text role="status" size="sm" flex="1 1 100%" className="tabular" hidden={words === undefined}>
      {words !== undefined &&
        (estimate.data?.isBinding
          ? rich('Your price: {price}.', { price: <strong>{words}</strong> })
          : rich('We expect {price}. You get the exact price from us.', { price: <strong>{words}</strong> }))}
    </Text>
  );
}
