// What the office took after the order had ended for this phone: it is shown until the driver dismisses it.

import type { LateReason } from '@quickfleet/shared/base/late-evidence';
import { formatCount } from '../../../../lib/words/format.ts';
import type { Entry } from './storing/entries.ts';

export interface HandedIn {
  orderId: number;
  trackingNumber: string;
  after: LateReason | undefined;
  photos: number;
  signatures: number;
  attempts?: number;
}

const reasons: Record<LateReason, string> = {
  cancelled: 'Handed in after the order was cancelled; the office has it.',
  delivered: 'Handed in after the order was marked as delivered; the office has it.',
  moved_on: 'Handed in after somebody else had moved the order on; the office has it.',
  reassigned: 'Handed in after the order was given to another driver; the office has it.',
  code_replaced: 'Handed in after the access code was replaced; the office has it.',
  deleted: 'Handed in after the order was deleted; the office has it.',
  unassigned: 'Handed in after the order was taken back from its driver; the office has it.',
  refused: 'The office has it; it could not count.',
};
export const lateSentence = (after: LateReason | undefined): string =>
  after ? reasons[after] : 'Handed in after the order had ended; the office has it.';

/** One notice for each order and reason, which counts what came. */
export function withHandedIn(
  notices: readonly HandedIn[],
  entry: Pick<Entry, 'kind' | 'orderId'>,
  trackingNumber: string,
  after: LateReason | undefined,
): HandedIn[] {
  const isSame = (notice: HandedIn) => notice.orderId === entry.orderId && notice.after === after;
  const before: Pick<HandedIn, 'photos' | 'signatures' | 'attempts'> = notices.find(isSame) ?? {
    photos: 0,
    signatures: 0,
  };
  const photos = before.photos + (entry.kind === 'photo' ? 1 : 0);
  const attempts = (before.attempts ?? 0) + (entry.kind === 'attempt' ? 1 : 0);
  const signatures = before.signatures + (entry.kind === 'signature' ? 1 : 0);
  const notice = { orderId: entry.orderId, trackingNumber, after, photos, signatures, attempts };
  return [...notices.filter((other) => !isSame(other)), notice];
}

export const describeHandedIn = ({ photos, signatures, attempts = 0 }: HandedIn): string =>
  [
    photos && formatCount(photos, 'photo'),
    signatures && formatCount(signatures, 'signature'),
    attempts && formatCount(attempts, 'attempt'),
  ]
    .filter(Boolean)
    .join(' and ');
