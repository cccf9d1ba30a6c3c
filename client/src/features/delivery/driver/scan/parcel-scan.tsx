import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { parcelNumber } from '@quickfleet/shared/base/scan/parcel-number';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { usePortal } from '../outbox/portal.ts';
import type { AttemptDraft } from '../outbox/storing/contents.ts';
import type { Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { ScanButton } from './scan-button.tsx';
import { scannedIn, useTick } from './use-tick.ts';

const scannedWords = { pickup: t('Parcels picked up, scanned'), delivery: t('Parcels handed over, scanned') } as const;

/** A partial attempt that says which parcels are missing; the counts of items with known parcels are lowered. */
export function missingDraft(order: Order, stage: Stage, missing: readonly number[]): AttemptDraft {
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  let first = 1;
  const results = order.items.map(({ id, quantity }) => {
    const last = first + quantity - 1;
    // Labels count the pieces of the items in their order, unless the office gave another number of parcels.
    const lost = pieces === order.parcels ? missing.filter((one) => one >= first && one <= last).length : 0;
    first = last + 1;
    return { itemId: id, delivered: quantity - lost, damaged: false };
  });
  const numbers = missing.map((one) => parcelNumber(order.trackingNumber, one)).join(', ');
  return {
    ...{ dialog: 'attempt', orderId: order.id, stop: stage, mode: 'failed', arrivedAt: new Date().toISOString() },
    ...{ code: '', isPartial: true, place: null, signerName: '', noteCustomer: '', photos: [], results },
    noteOffice: t('Missing: {parcels}', { parcels: numbers }),
  };
}

/** Which parcels of the open order were scanned at this stop: each label counts once, and nothing moves by it. */
export function ParcelScan({
  order,
  siblings,
  onMissing,
}: {
  order: Order;
  /** The orders of the same stop, this one among them: their labels count too. */
  siblings?: readonly Order[];
  onMissing: (draft: AttemptDraft) => void;
}) {
  const state = usePortal();
  const stage = isBeforePickup(order.status) ? 'pickup' : 'delivery';
  const tick = useTick(siblings ?? [order], stage);
  if (!isOpenOrder(order.status)) return null;
  // An order that an earlier release kept on the phone does not say how many.
  const parcels = order.parcels ?? 1;
  const scanned = scannedIn(order, stage, state);
  const missing = Array.from({ length: parcels }, (_, at) => at + 1).filter((one) => !scanned.includes(one));

  return (
    <section className={styles.card} aria-labelledby="parcels-title">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4" c="dimmed" id="parcels-title">
          {t('Parcels')}
        </Title>
        <Text fw={600} className="tabular" data-testid="scanned">
          {t('{count}/{total} scanned', { count: scanned.length, total: parcels })}
        </Text>
      </Group>
      {scanned.length > 0 && (
        <Progress value={(scanned.length / parcels) * 100} mb="sm" aria-label={scannedWords[stage]} />
      )}
      {(order.partnerCodes ?? []).map(({ code, parcel }) => (
        <Text key={code} size="sm" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {parcel === null ? t('Also on a parcel:') : t('Also on parcel {parcel}:', { parcel })}{' '}
          <span className="mono" dir="ltr">
            {code}
          </span>
        </Text>
      ))}
      <ScanButton label={t('Scan parcels')} trackingNumber={order.trackingNumber} onLabel={tick} />
      {scanned.length > 0 && missing.length > 0 && (
        <>
          <Text mt="sm">{t('Missing: {parcels}', { parcels: missing.join(', ') })}</Text>
          <Button variant="subtle" fullWidth mt="xs" onClick={() => onMissing(missingDraft(order, stage, missing))}>
            {t('Report missing parcels')}
          </Button>
        </>
      )}
    </section>
  );
}
