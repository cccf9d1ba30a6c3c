import { placeWords } from '@quickfleet/shared/company/proof/failure-words';
import { type OrderProgress, type OrderState, orderProgress } from '@quickfleet/shared/delivery/orders/order-progress';
import type { DeliveryReader } from '@quickfleet/shared/delivery/tracking/delivery-token';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import type { Window } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { formatDate, formatTime, todayInZone } from '../../../lib/words/format.ts';

const DAY_MS = 86_400_000;

function plannedDay(date: string): NonNullable<OrderState['planned']> {
  const [planned, today, tomorrow] = [new Date(date), new Date(), new Date(Date.now() + DAY_MS)].map((moment) =>
    todayInZone(moment),
  );
  const written = formatDate(date);
  if (planned === today) return { day: 'today', date: written };
  if (planned === tomorrow) return { day: 'tomorrow', date: written };
  return { day: (planned ?? '') < (today ?? '') ? 'past' : 'later', date: written };
}

export const formatMoment = (moment: string): string =>
  t('{day} at {time}', { day: formatDate(moment), time: formatTime(moment) });

/** The customer's latest signature may be the pickup's: only one given since the trip began is for the delivery. */
function signerOfDelivery({ quote, steps }: TrackedOrder): string | null {
  const departed = steps.find(({ step }) => step === 'in_transit')?.completedAt;
  if (!quote?.signatureCapturedAt || !departed || quote.signatureCapturedAt < departed) return null;
  return quote.signatureCustomerName;
}

/** What did not go as planned; an attempt before the last success is over. */
function troubleOf({ attempts, outcome, status }: TrackedOrder): OrderState['trouble'] {
  const last = attempts.at(-1);
  const place = status === 'delivered' && last?.outcome === 'done' ? last.place : null;
  const left = place && place !== 'recipient' ? placeWords[place] : undefined;
  const failed = attempts.findLast((attempt) => attempt.outcome !== 'done');
  if (!failed || (last?.outcome === 'done' && outcome === null)) return { outcome, left };
  const { items } = failed;
  return {
    outcome,
    left,
    last: {
      stop: failed.stop,
      reasonText: failed.reasonText,
      note: failed.noteCustomer,
      resolution: failed.resolution,
      delivered: items.reduce((all, { delivered }) => all + delivered, 0),
      of: items.reduce((all, item) => all + item.of, 0),
    },
  };
}

/** A stop's window while it still says something: once it is over, the sentence about the planned day says so. */
export const shownWindow = (window: Window | null, isShown: boolean): Window | undefined =>
  window && isShown && Date.parse(window.to) > Date.now() ? window : undefined;

/** The delivery should have happened by now: its window is over, or without one the planned day. */
const isLate = ({ deliveryWindow, deliveryDate }: TrackedOrder): boolean =>
  deliveryWindow
    ? Date.parse(deliveryWindow.to) < Date.now()
    : deliveryDate !== null && plannedDay(deliveryDate).day === 'past';

/** Everything that the page says about where the order is: sentence, badge, steps and the items' badges. */
export function progressOf(order: TrackedOrder, reader?: DeliveryReader): OrderProgress {
  const { status, hasDriver, items, driver, deliveryDate, deliveredAt, cancelledAt } = order;
  return orderProgress({
    status,
    hasDriver,
    items,
    driverName: driver?.firstName,
    planned: deliveryDate ? plannedDay(deliveryDate) : undefined,
    deliveredAt: deliveredAt ? formatMoment(deliveredAt) : undefined,
    signedBy: signerOfDelivery(order),
    cancelledAt: cancelledAt ? formatMoment(cancelledAt) : undefined,
    isLate: isLate(order),
    trouble: troubleOf(order),
    isForRecipient: reader === 'recipient',
  });
}

/** The tab's title: where the order is, as soon as that is known. */
export const titleOf = (trackingNumber: string, order: TrackedOrder | undefined): string =>
  order ? `${progressOf(order).sentence}: ${trackingNumber}` : t('Order {trackingNumber}', { trackingNumber });
