import { Group, Stack, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { chargeName, chargeStateWords } from '@quickfleet/shared/delivery/charges/charge-rates';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';

/** What drivers proposed for this order, sent or not. */
export function ChargeList({ order }: { order: Order }) {
  if (order.charges.length === 0) return null;
  return (
    <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
      {order.charges.map((charge) => (
        <Group component="li" key={charge.id} justify="space-between" wrap="nowrap" align="flex-start">
          <Text
            dir="auto"
            style={{ overflowWrap: 'anywhere' }}
            td={charge.state === 'dropped' ? 'line-through' : undefined}
          >
            {chargeName(charge)}
            {charge.state !== 'proposed' && (
              <Text span inherit c="dimmed">
                {' '}
                · {chargeStateWords[charge.state]}
              </Text>
            )}
          </Text>
          <Text className="tabular" style={{ flex: 'none' }}>
            {charge.amount === '' ? '' : formatAmount(charge.amount, order.currency)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
