import type { CaptureIn } from '@quickfleet/shared/base/capture';
import { type LateKind, type LateReason, lateReasonWords } from '@quickfleet/shared/base/late-evidence';
import { IMAGES_PER_ITEM_MAX, LATE_MAIL_MINUTES } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { wordOf } from '../../company/history/values.ts';
import { LOCKS_OF } from '../../db/advisory-locks.ts';
import { exists, run } from '../../db/rows.ts';
import { addPicture, type WrittenPicture } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { writeMail } from '../../messages/outbox/outbox.service.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { sha256 } from '../../security/secrets.ts';
import { inLanguageOf } from '../../words/speak.ts';
import type { ClosedOrder } from '../order-rights/orders.rights.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import { LateEvidence } from './late-evidence.entity.ts';
import { addPiece } from './orders.proof.ts';

interface Pieces {
  kind: LateKind;
  item?: { id: number; name: string } | undefined;
  pictures: readonly WrittenPicture[];
  signerName?: string | null;
  /** Canonical JSON of the signature's. */
  strokes?: string | null;
  capture: CaptureIn;
  /** The refusal that the phone received. */
  refusal?: string | null | undefined;
}

const pieceOf = {
  pickup_photo: { kind: 'photo', stop: 'pickup' },
  transit_photo: { kind: 'photo', stop: 'transit' },
  delivery_photo: { kind: 'photo', stop: 'delivery' },
  pickup_signature: { kind: 'signature', stop: 'pickup' },
  delivery_signature: { kind: 'signature', stop: 'delivery' },
  // A photo of an item proves no stop.
  item_photo: undefined,
} as const;

/**
 * Keeps what came too late: it moves no state and sets no flag, writes history, and lets staff know. Bytes that are
 * already kept for the same item and step are not kept twice.
 */
export async function keepLate(ctx: AppContext, order: ClosedOrder, pieces: Pieces): Promise<void> {
  // A deleted order has no row to lock.
  await run(ctx.em, 'select pg_advisory_xact_lock(?, ?)', [LOCKS_OF.lateEvidence, order.id]);
  const kept = await ctx.em.find(LateEvidence, {
    orderId: order.id,
    kind: pieces.kind,
    itemId: pieces.item?.id ?? null,
  });
  const known = new Set(kept.map(({ contentHash }) => contentHash));
  const fresh = pieces.pictures.filter(({ contentHash }) => !known.has(contentHash) && known.add(contentHash));
  if (fresh.length === 0) return;
  if (kept.length + fresh.length > IMAGES_PER_ITEM_MAX)
    throw conflict(
      'TOO_MANY_PHOTOS',
      t('At most {count} photos or signatures of one step are kept', { count: IMAGES_PER_ITEM_MAX }),
    );
  const time = readPhoneTime(ctx, order, pieces.capture.takenAt);
  for (const picture of fresh) {
    ctx.em.create(LateEvidence, {
      orderId: order.id,
      kind: pieces.kind,
      itemId: pieces.item?.id ?? null,
      itemName: pieces.item?.name ?? null,
      url: addPicture(ctx, picture, true, time.takenAt),
      contentHash: picture.contentHash,
      signerName: pieces.signerName ?? null,
      strokes: pieces.strokes ?? null,
      takenAt: time.takenAt,
      receivedAt: now(ctx),
      after: order.after,
      by: actorOf(ctx).name,
    });
    const itemId = pieces.item ? { itemId: pieces.item.id } : {};
    const piece = pieceOf[pieces.kind];
    if (piece) addPiece(ctx, order, { ...piece, ...itemId, picture, isLate: true }, pieces.capture);
  }
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'evidence.late',
    ...historyTime(time, {
      is: 'arrived_late',
      count: fresh.length,
      what: wordOf('lateKind', pieces.kind),
      of: (pieces.item?.name ?? pieces.signerName) || null,
      when: wordOf('lateReason', order.after),
      refusal: pieces.refusal ?? null,
    }),
    files: [...fresh.map(({ sha256: hash }) => hash), ...(pieces.strokes ? [sha256(pieces.strokes)] : [])],
  });
  await publish(ctx.em, { topic: 'order', id: order.id, trackingNumber: order.trackingNumber });
  await mailLate(ctx, order);
  await ctx.em.flush();
}

const lateMail = (after: LateReason) => ({
  subject: t('Arrived late: order {number}', { number: '{{trackingNumber}}' }),
  content: [
    t('Hello,'),
    t(
      'Photos or signatures of order {number} arrived {when}. They are kept with the order under "{place}"; nothing else about it was changed.',
      { number: '{{trackingNumber}}', when: lateReasonWords[after], place: t('Arrived late') },
    ),
    t('Open the order: {link}', { link: '{{adminUrl}}' }),
  ].join('\n\n'),
});

/** One mail an hour for each order: a phone sends its pieces one by one. */
export async function mailLate(ctx: AppContext, { id, trackingNumber, after }: ClosedOrder): Promise<void> {
  const to = ctx.services.config.ADMIN_EMAIL;
  if (!to) return;
  const isRecent = await exists(
    ctx.em,
    `select 1 from emails where order_id = ? and trigger = 'late_evidence' and created_at > ?::timestamptz - make_interval(mins => ?) limit 1`,
    [id, now(ctx), LATE_MAIL_MINUTES],
  );
  if (isRecent) return;
  const values = { trackingNumber, adminUrl: `${publicUrl(ctx.services.config)}/admin/orders?order=${id}` };
  inLanguageOf(ctx, {}, () =>
    writeMail(ctx, { trigger: 'late_evidence', to, orderId: id, values }, lateMail(after), null),
  );
}
