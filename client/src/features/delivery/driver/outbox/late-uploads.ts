// Evidence that reached the office after the order had ended for this phone: shown until the driver dismisses it.

import type { LateReason } from '@quickfleet/shared/base/late-evidence';
import { listOf } from '@quickfleet/shared/words/lists';
import { t } from '@quickfleet/shared/words/t';
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
  cancelled: t('Uploaded after the order was cancelled. The office has it.'),
  delivered: t('Uploaded after the order was marked as delivered. The office has it.'),
  moved_on: t('Uploaded after someone else updated the order. The office has it.'),
  reassigned: t('Uploaded after the order was given to another driver. The office has it.'),
  code_replaced: t('Uploaded after the access code was replaced. The office has it.'),
  deleted: t('Uploaded after the order was deleted. The office has it.'),
  unassigned: t('Uploaded after the order was taken back from its driver. The office has it.'),
  refused: t('The office has it, but it could not change the order.'),
};
export const lateSentence = (after: LateReason | undefined): string =>
  after ? reasons[after] : t('Uploaded after the order had ended. The office has it.');

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
  listOf(
    [
      photos > 0 && t('{count, plural, one {# photo} other {# photos}}', { count: photos }),
      signatures > 0 && t('{count, plural, one {# signature} other {# signatures}}', { count: signatures }),
      attempts > 0 && t('{count, plural, one {# attempt} other {# attempts}}', { count: attempts }),
      charges > 0 && t('{count, plural, one {# charge} other {# charges}}', { count: charges }),
    ].filter((part) => part !== false),
  );
