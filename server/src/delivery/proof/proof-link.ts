import { DAY_MS } from '@quickfleet/shared/base/time/zoned-time';
import { PROOF_LINK_DAYS } from '@quickfleet/shared/limits';
import { now, type RequestContext } from '../../http/context.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';

// The link of a mail to the proof of one order: it carries its own end, and nothing is kept about it.

const wordsOf = (orderId: number, day: number) => `proof:${orderId}:${day}`;

/** A token that opens the proof of this order for PROOF_LINK_DAYS: order, last day, keyed hash. */
export function proofToken({ services }: Pick<RequestContext, 'services'>, orderId: number, at: Date): string {
  const day = Math.ceil(at.getTime() / DAY_MS) + PROOF_LINK_DAYS;
  return [orderId.toString(36), day.toString(36), services.secrets.lookupHashes(wordsOf(orderId, day))[0]].join('-');
}

/** A public link to the proof, valid for PROOF_LINK_DAYS from now. */
export const proofUrl = (
  ctx: Pick<RequestContext, 'services'>,
  order: { id: number; trackingNumber: string },
): string =>
  `${publicUrl(ctx.services.config)}/track/${order.trackingNumber}?proof=${proofToken(ctx, order.id, now(ctx))}`;

/** Whether a token opens the proof of this order at this time. */
export function opensProof(
  { services }: Pick<RequestContext, 'services'>,
  orderId: number,
  token: string,
  at: Date,
): boolean {
  const [order, days = '', hash = ''] = token.split('-');
  const day = Number.parseInt(days, 36);
  if (order !== orderId.toString(36) || !Number.isSafeInteger(day) || day.toString(36) !== days) return false;
  return at.getTime() <= day * DAY_MS && services.secrets.lookupHashes(wordsOf(orderId, day)).includes(hash);
}
