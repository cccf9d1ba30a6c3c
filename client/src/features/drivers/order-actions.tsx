import { Button, Group, Text } from '@mantine/core';
import { signatureKindFor } from '@quickfleet/shared/order-status';
import type { Order } from '@quickfleet/shared/orders';
import { missingProof, type ProofKind, sayMissing } from '@quickfleet/shared/proof-demands';
import { IconArrowBackUp, IconSignature, IconTruckDelivery } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { AttemptAsk } from './attempt-dialog.tsx';
import styles from './driver.module.css';
import { notifyNotLoaded, record } from './drivers-mutations.ts';
import { photosWaiting } from './item-proof.tsx';
import { loadDialogs } from './load-dialogs.ts';
import type { Entry, Stage } from './outbox/entries.ts';
import { useLater } from './use-later.ts';

const signText: Record<Stage, string> = { pickup: 'Get Pickup Signature', delivery: 'Get Delivery Signature' };
const cannotText = { pickup: 'Can’t pick up', delivery: 'Can’t deliver', return: 'Can’t return' } as const;
/** What the dialogs themselves ask for. */
const askedLater: readonly ProofKind[] = ['signature', 'signerName', 'signerRelation', 'position'];

/** What must be there before the signature; a PIN or a photo that waits to be sent is there. */
function missingFirst(order: Order, stage: Stage, entries: readonly Entry[]): ProofKind[] {
  const rules = order.proof[stage];
  if (!rules.isSaid) return [];
  const list = stage === 'pickup' ? 'pickupImageUrls' : 'deliveryImageUrls';
  return missingProof(rules, {
    itemPhotos: order.items.map(
      (item) => item[list].length + photosWaiting(entries, { ...item, key: item.id }, stage).length,
    ),
    photos: 0,
    hasSignature: false,
    signerName: null,
    signerRelation: null,
    pinVerified: rules.pinVerified || entries.some((entry) => entry.kind === 'pin' && !entry.refusal),
    scanned: rules.scanned.length,
    parcels: order.parcels,
    hasPosition: true,
    place: null,
  }).filter((kind) => !askedLater.includes(kind));
}

/** The one thing to do now, always under the thumb; nothing once the order is delivered or cancelled. */
export function OrderActions({ order, entries }: { order: Order; entries: readonly Entry[] }) {
  const [stage, setStage] = useState<Stage>();
  const [attempt, setAttempt] = useState<AttemptAsk>();
  const dialogs = useLater(loadDialogs, stage !== undefined || attempt !== undefined, () =>
    notifyNotLoaded(() => {
      setStage(undefined);
      setAttempt(undefined);
    }),
  );
  const isReturning = order.outcome === 'returning';
  const due = isReturning ? undefined : signatureKindFor(order.status);
  const missing = due ? missingFirst(order, due, entries) : [];
  const rules = due && order.proof[due];
  const mayLeave = rules?.isSaid && (rules.signature !== 'required' || rules.leaveAtDoor);

  let action: ReactNode = null;
  if (isReturning && order.status !== 'cancelled')
    action = (
      <Button
        fullWidth
        size="xl"
        leftSection={<IconArrowBackUp size={24} aria-hidden />}
        onClick={() => setAttempt({ stop: 'return', mode: 'done' })}
      >
        Returned to the sender
      </Button>
    );
  else if (due)
    action = (
      <Button
        fullWidth
        size="xl"
        leftSection={<IconSignature size={24} aria-hidden />}
        disabled={missing.length > 0}
        onClick={() => setStage(due)}
      >
        {signText[due]}
      </Button>
    );
  else if (order.status === 'picked_up')
    action = (
      <Button
        fullWidth
        size="xl"
        leftSection={<IconTruckDelivery size={24} aria-hidden />}
        onClick={() => void record(order.id, { kind: 'status', status: 'in_transit' })}
      >
        Move to In Transit
      </Button>
    );
  const cannot = isReturning ? 'return' : due;

  return (
    <>
      {action && (
        <div className={styles.actions} data-bar>
          <div className={styles.column}>
            {rules && missing.length > 0 && (
              <Text size="sm" mb={6} role="status">
                {sayMissing(missing, rules)}
              </Text>
            )}
            {action}
            {cannot && (
              <Group grow gap="xs" mt={6}>
                <Button variant="default" mih={48} px={4} onClick={() => setAttempt({ stop: cannot, mode: 'failed' })}>
                  {cannotText[cannot]}
                </Button>
                {due && mayLeave && (
                  <Button
                    variant="default"
                    mih={48}
                    px={4}
                    disabled={missing.some((kind) => kind !== 'photos')}
                    onClick={() => setAttempt({ stop: due, mode: 'done' })}
                  >
                    Without a signature
                  </Button>
                )}
              </Group>
            )}
          </div>
        </div>
      )}
      {dialogs && <dialogs.SignatureDialog order={order} stage={stage} onClose={() => setStage(undefined)} />}
      {dialogs && <dialogs.AttemptDialog order={order} ask={attempt} onClose={() => setAttempt(undefined)} />}
    </>
  );
}
