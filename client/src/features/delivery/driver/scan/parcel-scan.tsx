import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { parcelNumber, type ReadLabel } from '@quickfleet/shared/delivery/orders/parcel-number';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { portal, usePortal } from '../outbox/portal.ts';
import type { PortalState } from '../outbox/portal-store.ts';
import type { AttemptDraft } from '../outbox/storing/contents.ts';
import type { Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { describeOwner, findOwn } from './find-parcel.ts';
import { ScanButton } from './scan-button.tsx';

const scannedWords = { pickup: t('Parcels picked up, scanned'), delivery: t('Parcels handed over, scanned') } as const;

/** The parcels that were scanned at a stop, those that wait to be sent included; of these, refused ones do not count. */
function scannedIn(order: Order, stage: Stage, { entries }: Pick<PortalState, 'entries'>): number[] {
  const waiting = entries.flatMap((entry) =>
    entry.kind === 'scan' && entry.orderId === order.id && entry.stop === stage && !entry.refusal ? [entry.parcel] : [],
  );
  const all = new Set([...order.proof[stage].scanned, ...waiting]);
  return [...all].filter((parcel) => parcel <= (order.parcels ?? 1));
}

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
export function ParcelScan({ order, onMissing }: { order: Order; onMissing: (draft: AttemptDraft) => void }) {
  const state = usePortal();
  if (!isOpenOrder(order.status)) return null;
  const stage = isBeforePickup(order.status) ? 'pickup' : 'delivery';
  // An order that an earlier release kept on the phone does not say how many.
  const parcels = order.parcels ?? 1;
  const scanned = scannedIn(order, stage, state);
  const missing = Array.from({ length: parcels }, (_, at) => at + 1).filter((one) => !scanned.includes(one));

  const tick = async ({ trackingNumber, parcel }: ReadLabel) => {
    if (trackingNumber !== order.trackingNumber) {
      const own = findOwn(state, trackingNumber);
      const text = own
        ? t('This is {number} for {customer}, another of your orders. Don’t scan it here.', {
            number: formatTracking(trackingNumber),
            customer: own.customerName,
          })
        : await describeOwner(trackingNumber);
      return { text, isRight: false };
    }
    if (parcel === undefined)
      return { text: t('This label has no parcel number. Type the number next to “Parcel” on it.'), isRight: false };
    if (parcel > parcels)
      return {
        text: t(
          'Parcel {parcel} is not part of this order: it has {count, plural, one {# parcel} other {# parcels}}.',
          {
            parcel,
            count: parcels,
          },
        ),
        isRight: false,
      };
    // The present state: the next scan may come before this one is rendered.
    const { orders, entries } = portal.getState();
    const before = scannedIn(orders.get(order.id)?.order ?? order, stage, { entries });
    if (before.includes(parcel))
      return {
        text: t('Parcel {parcel} was scanned already. {count} of {parcels}.', {
          parcel,
          count: before.length,
          parcels,
        }),
        isRight: true,
      };
    const code = parcelNumber(trackingNumber, parcel);
    await portal.record(order.id, { kind: 'scan', stop: stage, parcel, code });
    const count = before.length + 1;
    const text =
      count === parcels
        ? t('{count} of {parcels}: all parcels are here.', { count, parcels })
        : t('{count} of {parcels}. Next parcel.', { count, parcels });
    return { text, isRight: true };
  };

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
