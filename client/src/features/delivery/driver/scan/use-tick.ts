import { parcelNumber, type ReadLabel } from '@quickfleet/shared/base/scan/parcel-number';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { portal, usePortal } from '../outbox/portal.ts';
import type { PortalState } from '../outbox/portal-store.ts';
import type { Stage } from '../outbox/storing/entries.ts';
import { describeOwner, findOwn } from './find-parcel.ts';
import type { ScanAnswer } from './scan-dialog.tsx';

/** The parcels that were scanned at a stop, those that wait to be sent included; of these, refused ones do not count. */
export function scannedIn(order: Order, stage: Stage, { entries }: Pick<PortalState, 'entries'>): number[] {
  const waiting = entries.flatMap((entry) =>
    entry.kind === 'scan' && entry.orderId === order.id && entry.stop === stage && !entry.refusal ? [entry.parcel] : [],
  );
  const all = new Set([...order.proof[stage].scanned, ...waiting]);
  return [...all].filter((parcel) => parcel <= (order.parcels ?? 1));
}

/** Counts the parcel of a label for its order, one of those at the stop; the answer is a sentence for the driver. */
export function useTick(orders: readonly Order[], stage: Stage): (label: ReadLabel) => Promise<ScanAnswer> {
  const state = usePortal();
  return async ({ trackingNumber, parcel }) => {
    const order = orders.find((one) => one.trackingNumber === trackingNumber);
    if (!order) {
      const own = findOwn(state, trackingNumber);
      const text = own
        ? t('This is {number} for {customer}, another of your orders. Don’t scan it here.', {
            number: formatTracking(trackingNumber),
            customer: own.customerName,
          })
        : await describeOwner(trackingNumber);
      return { text, isRight: false };
    }
    // An order that an earlier release kept on the phone does not say how many.
    const parcels = order.parcels ?? 1;
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
    const { orders: known, entries } = portal.getState();
    const before = scannedIn(known.get(order.id)?.order ?? order, stage, { entries });
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
}
