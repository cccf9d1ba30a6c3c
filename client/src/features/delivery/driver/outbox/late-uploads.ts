// Evidence that reached the office after the order had ended for this phone: shown until the driver dismisses it.

import type { LateReason } from '@quickfleet/shared/base/late-evidence';
import { formatCount } from '../../../../lib/words/format.ts';
import type { Entry } from './storing/entries.ts';

export interface LateUpload {
  orderId: number;
  trackingNumber: string;
  after: LateReason | undefined;
  photos: number;
  signatures: number;
  attempts?: number;
  charges?: number;
}

const reasons: Record<LateReason, string> = {
  cancelled: 'Uploaded after the order was cancelled. The office has it.',
  delivered: 'Uploaded after the order was marked as delivered. The office has it.',
  moved_on: 'Uploaded after someone else updated the order. The office has it.',
  reassigned: 'Uploaded after the order was given to another driver. The office has it.',
  code_replaced: 'Uploaded after the access code was replaced. The office has it.',
  deleted: 'Uploaded after the order was deleted. The office has it.',
  unassigned: 'Uploaded after the order was taken back from its driver. The office has it.',
  refused: 'The office has it, but it could not change the order.',
};
export const lateSentence = (after: LateReason | undefined): string =>
  after ? reasons[after] : 'Uploaded after the order had ended. The office has it.';

/** One notice for each order and reason, which counts what came. */
export function withLateUpload(
  notices: readonly LateUpload[],
  entry: Pick<Entry, 'kind' | 'orderId'>,
  trackingNumber: string,
  after: LateReason | undefined,
): LateUpload[] {
  const isSame = (notice: LateUpload) => notice.orderId === entry.orderId && notice.after === after;
  const before: Pick<LateUpload, 'photos' | 'signatures' | 'attempts' | 'charges'> = notices.find(isSame) ?? {
    photos: 0,
    signatures: 0,
  };
  const photos = before.photos + (entry.kind === 'photo' || entry.kind === 'stopPhoto' ? 1 : 0);
  const attempts = (before.attempts ?? 0) + (entry.kind === 'attempt' ? 1 : 0);
  const charges = (before.charges ?? 0) + (entry.kind === 'charge' ? 1 : 0);
  const signatures = before.signatures + (entry.kind === 'signature' ? 1 : 0);
  const notice = { orderId: entry.orderId, trackingNumber, after, photos, signatures, attempts, charges };
  return [...notices.filter((other) => !isSame(other)), notice];
}

export const describeLateUpload = ({ photos, signatures, attempts = 0, charges = 0 }: LateUpload): string =>
  [
    photos && formatCount(photos, 'photo'),
    signatures && formatCount(signatures, 'signature'),
    attempts && formatCount(attempts, 'attempt'),
    charges && formatCount(charges, 'charge'),
  ]
    .filter(Boolean)
    .join(' and ');
