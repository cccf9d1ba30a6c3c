import { Button } from '@mantine/core';
import { signatureKindFor } from '@quickfleet/shared/order-status';
import type { Order } from '@quickfleet/shared/orders';
import { IconSignature, IconTruckDelivery } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './driver.module.css';
import { notifyNotLoaded, record } from './drivers-mutations.ts';
import { loadDialogs } from './load-dialogs.ts';
import type { Stage } from './outbox/entries.ts';
import { useLater } from './use-later.ts';

const signText: Record<Stage, string> = { pickup: 'Get Pickup Signature', delivery: 'Get Delivery Signature' };

/** The one thing to do now, always under the thumb; nothing once the order is delivered or cancelled. */
export function OrderActions({ order }: { order: Order }) {
  const [stage, setStage] = useState<Stage>();
  const dialogs = useLater(loadDialogs, stage !== undefined, () => notifyNotLoaded(() => setStage(undefined)));
  const due = signatureKindFor(order.status);
  const action = due ? (
    <Button fullWidth size="xl" leftSection={<IconSignature size={24} aria-hidden />} onClick={() => setStage(due)}>
      {signText[due]}
    </Button>
  ) : (
    order.status === 'picked_up' && (
      <Button
        fullWidth
        size="xl"
        leftSection={<IconTruckDelivery size={24} aria-hidden />}
        onClick={() => void record(order.id, { kind: 'status', status: 'in_transit' })}
      >
        Move to In Transit
      </Button>
    )
  );
  return (
    <>
      {action && (
        <div className={styles.actions} data-bar>
          <div className={styles.column}>{action}</div>
        </div>
      )}
      {dialogs && <dialogs.SignatureDialog order={order} stage={stage} onClose={() => setStage(undefined)} />}
    </>
  );
}
