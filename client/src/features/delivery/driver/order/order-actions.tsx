import { Button, Group, Text } from '@mantine/core';
import { missingProof, type ProofKind, sayMissing } from '@quickfleet/shared/company/proof/proof-demands';
import { signatureKindFor } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowBackUp, IconArrowRight, IconSignature, IconTruckDelivery } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import type { AttemptAsk } from '../attempts/attempt-dialog.tsx';
import { photosWaiting } from '../items/item-proof.tsx';
import { portal } from '../outbox/portal.ts';
import type { Entry, Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { notifyNotLoaded, record } from '../portal/drivers-mutations.ts';
import { loadDialogs } from './load-dialogs.ts';
import { StopTools } from './stop-tools.tsx';
import { UndoSignature, useUndoable } from './undo-signature.tsx';

const signText: Record<Stage, string> = {
  pickup: t('Get Pickup Signature'),
  delivery: t('Get Delivery Signature'),
};
const cannotText = {
  pickup: t('Can’t pick up'),
  delivery: t('Can’t deliver'),
  return: t('Can’t return'),
} as const;
/** The height is smaller in landscape (driver.module.css). */
const mainButton = { fullWidth: true, size: 'xl', mih: 'var(--action-height)' } as const;
const sideButton = { variant: 'default', mih: 48, px: 4 } as const;
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

interface OrderActionsProps {
  order: Order;
  entries: readonly Entry[];
  isStop: boolean;
  onNext: () => void;
}
/** The one thing to do now, always under the thumb; nothing once the order is delivered or cancelled. */
export function OrderActions({ order, entries, isStop, onNext }: OrderActionsProps) {
  // A dialog that was open when the page was ended comes back.
  const [stage, setStage] = useState(() => portal.draftOf(order.id, 'signature')?.stage);
  const [attempt, setAttempt] = useState<AttemptAsk | undefined>(() => portal.draftOf(order.id, 'attempt'));
  const dialogs = useLater(loadDialogs, stage !== undefined || attempt !== undefined, () =>
    notifyNotLoaded(() => {
      setStage(undefined);
      setAttempt(undefined);
    }),
  );
  const undoable = useUndoable(entries);
  const isAsking = attempt !== undefined && !dialogs;
  const isReturning = order.outcome === 'returning';
  const hasFailed = order.outcome === 'failed' || order.outcome === 'partial';
  const due = isReturning ? undefined : signatureKindFor(order.status);
  const missing = due ? missingFirst(order, due, entries) : [];
  const rules = due && order.proof[due];
  const mayLeave = rules?.isSaid && (rules.signature !== 'required' || rules.leaveAtDoor);
  const sign = due && {
    disabled: missing.length > 0,
    loading: stage !== undefined && !dialogs,
    onClick: () => setStage(due),
    children: signText[due],
  };

  let action: ReactNode = null;
  if (isReturning && order.status !== 'cancelled')
    action = (
      <Button
        {...mainButton}
        leftSection={<IconArrowBackUp size={24} aria-hidden />}
        loading={isAsking}
        onClick={() => setAttempt({ stop: 'return', mode: 'done' })}
      >
        {t('Returned to the sender (by the driver)')}
      </Button>
    );
  else if (due && hasFailed)
    action = (
      <Button {...mainButton} rightSection={<IconArrowRight size={24} aria-hidden />} onClick={onNext}>
        {isStop ? t('Next stop') : t('Next delivery')}
      </Button>
    );
  else if (sign) action = <Button {...mainButton} leftSection={<IconSignature size={24} aria-hidden />} {...sign} />;
  else if (order.status === 'picked_up')
    action = (
      <Button
        {...mainButton}
        leftSection={<IconTruckDelivery size={24} aria-hidden />}
        onClick={() => void record(order.id, { kind: 'status', status: 'in_transit' })}
      >
        {t('Move to In Transit')}
      </Button>
    );
  const cannot = isReturning ? 'return' : due;

  return (
    <>
      {(action || undoable) && (
        <section className={styles.actions} data-bar aria-label={t('What to do now')}>
          <div className={styles.column}>
            {undoable && (
              <UndoSignature
                key={undoable.seq}
                order={order}
                entry={undoable}
                onUndone={() => setStage(undoable.stage)}
              />
            )}
            {rules && missing.length > 0 && (
              <Text size="sm" mb={6} role="status">
                {sayMissing(missing, rules)}
              </Text>
            )}
            <div className={styles.choice} hidden={!action}>
              {action && <StopTools order={order} entries={entries} isPhotoMissing={missing.includes('photos')} />}
              {action}
              {cannot && (
                <Group grow gap="xs">
                  {hasFailed && sign && <Button {...sideButton} {...sign} />}
                  <Button
                    {...sideButton}
                    loading={isAsking && attempt.mode === 'failed'}
                    onClick={() => setAttempt({ stop: cannot, mode: 'failed' })}
                  >
                    {cannotText[cannot]}
                  </Button>
                  {due && mayLeave && (
                    <Button
                      {...sideButton}
                      disabled={missing.some((kind) => kind !== 'photos')}
                      loading={isAsking && attempt.mode === 'done'}
                      onClick={() => setAttempt({ stop: due, mode: 'done' })}
                    >
                      {t('Without a signature')}
                    </Button>
                  )}
                </Group>
              )}
            </div>
          </div>
        </section>
      )}
      {dialogs && <dialogs.SignatureDialog order={order} stage={stage} onClose={() => setStage(undefined)} />}
      {dialogs && <dialogs.AttemptDialog order={order} ask={attempt} onClose={() => setAttempt(undefined)} />}
    </>
  );
}
