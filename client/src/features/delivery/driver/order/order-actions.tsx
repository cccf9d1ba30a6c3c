import { Button, Group, Text } from '@mantine/core';
import { missingProof, type ProofKind, sayMissing } from '@quickfleet/shared/company/proof-demands';
import { signatureKindFor } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { IconArrowBackUp, IconArrowRight, IconSignature, IconTruckDelivery } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { AttemptAsk } from '../attempts/attempt-dialog.tsx';
import { photosWaiting } from '../items/item-proof.tsx';
import { draftKey } from '../outbox/storing/drafts.ts';
import type { Entry, Stage } from '../outbox/storing/entries.ts';
import { portal } from '../outbox/use-portal.ts';
import styles from '../portal/driver.module.css';
import { notifyNotLoaded, record } from '../portal/drivers-mutations.ts';
import { loadDialogs } from './load-dialogs.ts';
import { useLater } from './use-later.ts';

const signText: Record<Stage, string> = { pickup: 'Get Pickup Signature', delivery: 'Get Delivery Signature' };
const cannotText = { pickup: 'Can’t pick up', delivery: 'Can’t deliver', return: 'Can’t return' } as const;
/** Of the main button: less on a phone that lies on its side (driver.module.css). */
const HEIGHT = 'var(--action-height)';
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

function draftsOf(orderId: number): { stage?: Stage; attempt?: AttemptAsk } {
  const { drafts } = portal.getState();
  const signature = drafts.get(draftKey({ orderId, dialog: 'signature' }));
  const attempt = drafts.get(draftKey({ orderId, dialog: 'attempt' }));
  return {
    ...(signature?.dialog === 'signature' ? { stage: signature.stage } : {}),
    ...(attempt?.dialog === 'attempt' ? { attempt: { stop: attempt.stop, mode: attempt.mode } } : {}),
  };
}

interface OrderActionsProps {
  order: Order;
  entries: readonly Entry[];
  isStop: boolean;
  onLeave: () => void;
}
/** The one thing to do now, always under the thumb; nothing once the order is delivered or cancelled. */
export function OrderActions({ order, entries, isStop, onLeave }: OrderActionsProps) {
  // A dialog that was open when the page was ended comes back.
  const [drafts] = useState(() => draftsOf(order.id));
  const [stage, setStage] = useState(drafts.stage);
  const [attempt, setAttempt] = useState(drafts.attempt);
  const dialogs = useLater(loadDialogs, stage !== undefined || attempt !== undefined, () =>
    notifyNotLoaded(() => {
      setStage(undefined);
      setAttempt(undefined);
    }),
  );
  const isSigning = stage !== undefined && !dialogs;
  const isAsking = attempt !== undefined && !dialogs;
  const isReturning = order.outcome === 'returning';
  const hasFailed = order.outcome === 'failed' || order.outcome === 'partial';
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
        mih={HEIGHT}
        leftSection={<IconArrowBackUp size={24} aria-hidden />}
        loading={isAsking}
        onClick={() => setAttempt({ stop: 'return', mode: 'done' })}
      >
        Returned to the sender
      </Button>
    );
  else if (due && hasFailed)
    action = (
      <Button
        fullWidth
        size="xl"
        mih={HEIGHT}
        rightSection={<IconArrowRight size={24} aria-hidden />}
        onClick={onLeave}
      >
        {isStop ? 'Next stop' : 'Next delivery'}
      </Button>
    );
  else if (due)
    action = (
      <Button
        fullWidth
        size="xl"
        mih={HEIGHT}
        leftSection={<IconSignature size={24} aria-hidden />}
        disabled={missing.length > 0}
        loading={isSigning}
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
        mih={HEIGHT}
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
            <div className={styles.choice} data-pair={cannot ? true : undefined}>
              {action}
              {cannot && (
                <Group grow gap="xs">
                  {due && hasFailed && (
                    <Button
                      variant="default"
                      mih={48}
                      px={4}
                      disabled={missing.length > 0}
                      loading={isSigning}
                      onClick={() => setStage(due)}
                    >
                      {signText[due]}
                    </Button>
                  )}
                  <Button
                    variant="default"
                    mih={48}
                    px={4}
                    loading={isAsking && attempt.mode === 'failed'}
                    onClick={() => setAttempt({ stop: cannot, mode: 'failed' })}
                  >
                    {cannotText[cannot]}
                  </Button>
                  {due && mayLeave && (
                    <Button
                      variant="default"
                      mih={48}
                      px={4}
                      disabled={missing.some((kind) => kind !== 'photos')}
                      loading={isAsking && attempt.mode === 'done'}
                      onClick={() => setAttempt({ stop: due, mode: 'done' })}
                    >
                      Without a signature
                    </Button>
                  )}
                </Group>
              )}
            </div>
          </div>
        </div>
      )}
      {dialogs && <dialogs.SignatureDialog order={order} stage={stage} onClose={() => setStage(undefined)} />}
      {dialogs && <dialogs.AttemptDialog order={order} ask={attempt} onClose={() => setAttempt(undefined)} />}
    </>
  );
}
