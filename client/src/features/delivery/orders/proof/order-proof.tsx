import { Button, Group, Stack, Text } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { ProofRulesButton } from '../../../../components/proof/proof-rules-dialog.tsx';
import { ProofLines } from '../../../../components/proof/proof-summary.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useOrderLevels } from '../../../../lib/hooks/use-proof-levels.ts';
import type { ProofLevel } from '../../../../lib/words/proof-words.ts';
import { useResetPin, useUpdateOrder } from '../change/order-mutations.ts';

/** The proof rules of this customer's orders that have no rules themselves. */
export function useInheritedRules(customerId: number | null): ProofLevel[] {
  const customer = trpc.customers.get.useQuery({ id: customerId ?? 0 }, { enabled: customerId !== null });
  return useOrderLevels(customer.data?.proofRules);
}

function pinWords({ pinVerified, pinTriesLeft }: Order['proof']['pickup']): string {
  if (pinVerified) return t('PIN confirmed.');
  return pinTriesLeft === 0
    ? t('Too many wrong PINs.')
    : t('PIN not entered yet, {count, plural, other {# tries left}}.', { count: pinTriesLeft ?? 0 });
}

function OwnRules({ order }: { order: Order }) {
  const update = useUpdateOrder();
  return (
    <ProofRulesButton
      of={t('this order (whose rules)')}
      levels={useInheritedRules(order.customerId)}
      rules={order.proofRules}
      isSaving={update.isPending}
      onSave={(proofRules) => update.mutateAsync({ id: order.id, version: order.version, proofRules })}
    />
  );
}

export function OrderProof({ order, mayChange }: { order: Order; mayChange: boolean }) {
  const reset = useResetPin();
  const { pickup } = order.proof;
  const pinStop = pickup.pin && !pickup.pinVerified ? 'pickup' : 'delivery';
  const withPin = order.proof[pinStop].pin ? order.proof[pinStop] : undefined;
  return (
    <Stack gap="xs" align="flex-start">
      <ProofLines rules={order.proof} />
      {withPin && <Text size="sm">{pinWords(withPin)}</Text>}
      {mayChange && isOpenOrder(order.status) && (
        <Group gap="xs">
          <OwnRules order={order} />
          {withPin && !withPin.pinVerified && (
            <Button
              variant="default"
              size="xs"
              loading={reset.isPending}
              onClick={() => reset.mutate({ id: order.id, stop: pinStop })}
            >
              {t('Send a new PIN')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
