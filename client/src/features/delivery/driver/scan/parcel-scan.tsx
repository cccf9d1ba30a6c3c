import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { portal, usePortal } from '../outbox/portal.ts';
import type { PortalState } from '../outbox/portal-store.ts';
import styles from '../portal/driver.module.css';
import { describeOwner, findOwn } from './find-parcel.ts';
import { ScanButton } from './scan-button.tsx';

const doneWords = { pickup: 'picked up', delivery: 'handed over' } as const;

/**
 * How many parcels of the open order were scanned at this stop. All labels of an order carry the same number, so each
 * scan counts one parcel; it is a help against a forgotten one, and moves no state.
 */
export function ParcelScan({ order }: { order: Order }) {
  const state = usePortal();
  if (!isOpenOrder(order.status)) return null;
  const stage = isBeforePickup(order.status) ? 'pickup' : 'delivery';
  // An order that an earlier release kept on the phone does not say how many.
  const parcels = order.parcels ?? 1;
  const scannedIn = ({ notes }: Pick<PortalState, 'notes'>) => Math.min(parcels, notes.scans?.[order.id]?.[stage] ?? 0);
  const scanned = scannedIn(state);
  const count = (scans: number) => portal.countParcels(order.id, stage, scans);

  const tick = async (number: string) => {
    if (number !== order.trackingNumber) {
      const own = findOwn(state, number);
      const text = own
        ? `This is ${formatTracking(number)} for ${own.customerName}, another of your orders. Don’t scan it here.`
        : await describeOwner(number);
      return { text, isRight: false };
    }
    // The present count: the next scan may come before this one is rendered.
    const already = scannedIn(portal.getState());
    if (already === parcels) return { text: `All ${parcels} of ${parcels} were scanned already.`, isRight: true };
    await count(already + 1);
    // Where every label must be scanned, the server counts too.
    if (order.proof[stage].scan) await portal.record(order.id, { kind: 'scan', stop: stage, parcel: already + 1 });
    const text =
      already + 1 === parcels
        ? `${parcels} of ${parcels}: all parcels are here.`
        : `${already + 1} of ${parcels}. Next parcel.`;
    return { text, isRight: true };
  };

  return (
    <section className={styles.card} aria-labelledby="parcels-title">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4" c="dimmed" id="parcels-title">
          Parcels
        </Title>
        <Text fw={600} className="tabular" data-testid="scanned">
          {scanned}/{parcels} scanned
        </Text>
      </Group>
      {scanned > 0 && (
        <Progress value={(scanned / parcels) * 100} mb="sm" aria-label={`Parcels ${doneWords[stage]}, scanned`} />
      )}
      <ScanButton label="Scan parcels" onNumber={tick} />
      {scanned > 0 && !order.proof[stage].scan && (
        <Button variant="subtle" fullWidth mt="xs" onClick={() => void count(0)}>
          Count again
        </Button>
      )}
    </section>
  );
}
