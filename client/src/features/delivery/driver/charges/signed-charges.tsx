import { Group, Stack, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { chargeName } from '@quickfleet/shared/delivery/charges/charge-rates';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { usePortal } from '../outbox/portal.ts';
import { ChargeList } from './charge-list.tsx';
import { useMinutes } from './use-minutes.ts';
import { amountFor, waitingOf } from './waiting.ts';

/** What the signer sees of the charges before signing; a timer that runs stops with the signature. */
export function SignedCharges({ order }: { order: Order }) {
  const waiting = waitingOf(usePortal(), order.id);
  const minutes = useMinutes(waiting);
  const shown = order.charges.filter(({ state }) => state !== 'dropped');
  if (shown.length === 0 && !waiting) return null;
  const amount = waiting && amountFor(order, waiting.label, minutes);
  return (
    <Stack gap={6} component="section" aria-label={t('Charges')}>
      <Text size="sm" c="dimmed">
        {t('Charges on top of the price')}
      </Text>
      <ChargeList order={{ ...order, charges: shown }} />
      {waiting && (
        <Group justify="space-between" wrap="nowrap">
          <Text dir="auto">
            {t('{charge}, until you sign', { charge: chargeName({ label: waiting.label, minutes }) })}
          </Text>
          {amount && (
            <Text className="tabular" style={{ flex: 'none' }}>
              {formatAmount(amount, order.currency)}
            </Text>
          )}
        </Group>
      )}
    </Stack>
  );
}
