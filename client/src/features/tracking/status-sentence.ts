import { trackingProgress } from '@quickfleet/shared/order-status';
import type { TrackedOrder } from '@quickfleet/shared/tracking';
import { formatDate, formatTime, todayInZone } from '../../lib/format.ts';

/** Where is it, what comes next, and when. */
export interface StatusSentence {
  where: string;
  next?: string | undefined;
  when?: string | undefined;
}

const DAY_MS = 86_400_000;

function plannedDay(at: string): string {
  const day = todayInZone(new Date(at));
  if (day === todayInZone()) return 'Delivery is planned for today.';
  if (day === todayInZone(new Date(Date.now() + DAY_MS))) return 'Delivery is planned for tomorrow.';
  return `Delivery ${day < todayInZone() ? 'was' : 'is'} planned for ${formatDate(at)}.`;
}

const at = (moment: string) => `${formatDate(moment)} at ${formatTime(moment)}`;

/** By the step that was reached; what has no step of its own is worded by `sentenceOf`. */
const steps: readonly StatusSentence[] = [
  { where: 'We have your order', next: 'Next: a driver is assigned and collects your items.' },
  { where: 'Your items are picked up', next: 'Next: the trip to the delivery address.' },
  { where: 'Your order is on its way', next: 'Next: delivery to the recipient.' },
];

export function sentenceOf(order: TrackedOrder): StatusSentence {
  const { status, driver, deliveryDate, deliveredAt, cancelledAt, quote, items } = order;
  if (status === 'cancelled') {
    return {
      where: 'This order was cancelled',
      when: cancelledAt ? `Cancelled on ${at(cancelledAt)}.` : undefined,
      next: 'It is not delivered. Questions? Our support is glad to help.',
    };
  }
  if (status === 'delivered') {
    const signer = quote?.signatureCustomerName;
    return {
      where: 'Your order is delivered',
      when: deliveredAt ? `Delivered on ${at(deliveredAt)}${signer ? `, signed for by ${signer}` : ''}.` : undefined,
    };
  }
  const when = deliveryDate ? plannedDay(deliveryDate) : undefined;
  const reached = trackingProgress(status, items);
  if (status === 'assigned')
    return {
      where: `${driver?.firstName ?? 'A driver'} takes care of your order`,
      next: 'Next: your items are collected.',
      when,
    };
  return {
    ...(steps[reached] ?? { where: 'We are looking into your order', next: 'Questions? Our support is glad to help.' }),
    when,
  };
}
