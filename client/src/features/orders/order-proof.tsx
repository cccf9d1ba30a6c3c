import { Button, Group, Stack, Text } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/order-status';
import type { Order } from '@quickfleet/shared/orders';
import { ProofRulesButton } from '../../components/proof-rules-dialog.tsx';
import { useResetPin, useUpdateOrder } from './order-mutations.ts';

const photoWords = { none: '', one: 'a photo', each_item: 'a photo of each item' } as const;
const signatureWords = { required: 'the signature', optional: '', photo_instead: 'the signature or a photo' } as const;

function inWords(stop: Order['proof']['pickup']): string {
  const parts = [
    photoWords[stop.photos],
    signatureWords[stop.signature],
    stop.pin && 'the PIN',
    stop.scan && 'the scan of each parcel',
    stop.position && 'the position',
  ].filter(Boolean);
  return `${parts.length > 0 ? parts.join(', ') : 'nothing'}${stop.leaveAtDoor ? '; may be left at the door' : ''}`;
}

function pinWords({ pinVerified, pinTriesLeft }: Order['proof']['pickup']): string {
  if (pinVerified) return 'The PIN was right.';
  return pinTriesLeft === 0 ? 'Too many wrong PINs.' : `The PIN was not entered yet; ${pinTriesLeft} tries left.`;
}

/** What the two stops must prove, and where the PIN stands. */
export function OrderProof({ order, mayChange }: { order: Order; mayChange: boolean }) {
  const update = useUpdateOrder();
  const reset = useResetPin();
  const { pickup, delivery } = order.proof;
  const isOpen = isOpenOrder(order.status);
  const pinStop = pickup.pin && !pickup.pinVerified ? 'pickup' : 'delivery';
  const withPin = order.proof[pinStop].pin ? order.proof[pinStop] : undefined;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">Pickup: {inWords(pickup)}</Text>
      <Text size="sm">Delivery: {inWords(delivery)}</Text>
      {withPin && <Text size="sm">{pinWords(withPin)}</Text>}
      {mayChange && isOpen && (
        <Group gap="xs">
          <ProofRulesButton
            of="this order"
            asBefore="As the customer or the company says"
            rules={order.proofRules}
            isSaving={update.isPending}
            onSave={(proofRules) => update.mutateAsync({ id: order.id, version: order.version, proofRules })}
          />
          {withPin && !withPin.pinVerified && (
            <Button
              variant="default"
              size="xs"
              loading={reset.isPending}
              onClick={() => reset.mutate({ id: order.id, stop: pinStop })}
            >
              Send a new PIN
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
