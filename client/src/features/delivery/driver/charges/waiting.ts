import { type ChargeRate, rateAmount } from '@quickfleet/shared/delivery/charges/charge-rates';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { portal } from '../outbox/portal.ts';
import type { PortalState } from '../outbox/portal-store.ts';
import { draftKey, type WaitingDraft } from '../outbox/storing/contents.ts';

/** The timer of this order, which runs on the phone whether or not its page is open. */
export function waitingOf({ drafts }: Pick<PortalState, 'drafts'>, orderId: number): WaitingDraft | undefined {
  const draft = drafts.get(draftKey({ orderId, dialog: 'waiting' }));
  return draft?.dialog === 'waiting' ? draft : undefined;
}

/** Whole minutes since it began; what has begun is at least one. */
export const minutesOf = ({ startedAt }: WaitingDraft, now = Date.now()): number =>
  Math.max(1, Math.floor((now - Date.parse(startedAt)) / 60_000));

export const rateOf = (order: Order, label: string): ChargeRate | undefined =>
  order.chargeRates?.find((rate) => rate.label === label);

/** The amount as the phone knows it; the server has the last word. */
export function amountFor(order: Order, label: string, minutes: number | null): string | null {
  const rate = rateOf(order, label);
  return rate ? rateAmount(rate, minutes, order.currency) : null;
}

export const startWaiting = (order: Order, label: string): Promise<void> =>
  portal.keepDraft({ dialog: 'waiting', orderId: order.id, label, startedAt: new Date().toISOString() });

/** Ends the timer and keeps what was waited as a proposal; in one step, so that it is kept once. */
export async function stopWaiting(order: Order): Promise<void> {
  const waiting = waitingOf(portal.getState(), order.id);
  if (!waiting) return;
  const { label } = waiting;
  const minutes = minutesOf(waiting);
  const amount = amountFor(order, label, minutes);
  const hasTax = amount === null ? {} : { hasTax: true as const };
  await portal.record(
    order.id,
    { kind: 'charge', label, minutes, amount, ...hasTax },
    { dropDraft: draftKey(waiting) },
  );
}
