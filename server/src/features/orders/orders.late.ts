import type { CaptureIn } from '@quickfleet/shared/capture';
import { type LateKind, type LateReason, lateKindWords, lateReasonWords } from '@quickfleet/shared/late-evidence';
import { IMAGES_PER_ITEM_MAX, LATE_MAIL_MINUTES } from '@quickfleet/shared/limits';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { conflict } from '../../lib/errors.ts';
import { publish } from '../../lib/events.ts';
import { query } from '../../lib/query.ts';
import { sha256 } from '../../lib/secrets.ts';
import { actorOf, record } from '../history/history.service.ts';
import { writeMail } from '../outbox/outbox.service.ts';
import { publicUrl } from '../templates/mail-values.ts';
import { addPicture, type WrittenPicture } from '../uploads/uploads.service.ts';
import { LateEvidence } from './late-evidence.entity.ts';
import { addPiece } from './orders.proof.ts';
import type { ClosedOrder } from './orders.rights.ts';
import { historyTime, readPhoneTime } from './phone-clock.ts';

/** First half of the advisory lock under which late evidence of one order is stored: a deleted order has no row to lock. */
const LATE_LOCK = 4_711_013;

interface Pieces {
  kind: LateKind;
  item?: { id: number; name: string } | undefined;
  pictures: readonly WrittenPicture[];
  signerName?: string | null;
  /** Canonical JSON of the signature's. */
  strokes?: string | null;
  capture: CaptureIn;
}

const pieceOf = {
  pickup_photo: { kind: 'photo', stop: 'pickup' },
  transit_photo: { kind: 'photo', stop: 'transit' },
  delivery_photo: { kind: 'photo', stop: 'delivery' },
  pickup_signature: { kind: 'signature', stop: 'pickup' },
  delivery_signature: { kind: 'signature', stop: 'delivery' },
} as const;

/**
 * Keeps what came too late: it moves no state and sets no flag, writes history, and lets staff know. Bytes that are
 * already kept for the same item and step are not kept twice.
 */
export async function keepLate(ctx: AppContext, order: ClosedOrder, pieces: Pieces): Promise<void> {
  await query(ctx.em, 'select pg_advisory_xact_lock(?, ?)', [LATE_LOCK, order.id]);
  const kept = await ctx.em.find(LateEvidence, {
    orderId: order.id,
    kind: pieces.kind,
    itemId: pieces.item?.id ?? null,
  });
  const known = new Set(kept.map(({ contentHash }) => contentHash));
  const fresh = pieces.pictures.filter(({ contentHash }) => !known.has(contentHash) && known.add(contentHash));
  if (fresh.length === 0) return;
  if (kept.length + fresh.length > IMAGES_PER_ITEM_MAX)
    throw conflict('TOO_MANY_PHOTOS', `At most ${IMAGES_PER_ITEM_MAX} photos or signatures of one step are kept`);
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
    addPiece(ctx, order, { ...pieceOf[pieces.kind], ...itemId, picture, isLate: true }, pieces.capture);
  }
  const what = `${fresh.length > 1 ? `${fresh.length} × ` : ''}${lateKindWords[pieces.kind]}`;
  const of = pieces.item ? ` of ${pieces.item.name}` : pieces.signerName ? ` of ${pieces.signerName}` : '';
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'evidence.late',
    ...historyTime(time, `${what}${of} arrived ${lateReasonWords[order.after]}`),
    files: [...fresh.map(({ sha256: hash }) => hash), ...(pieces.strokes ? [sha256(pieces.strokes)] : [])],
  });
  await publish(ctx.em, { topic: 'order', id: order.id, trackingNumber: order.trackingNumber });
  await mailOffice(ctx, order);
  await ctx.em.flush();
}

const mailContent = (after: LateReason) => `Hello,

Photos or signatures of order {{trackingNumber}} arrived ${lateReasonWords[after]}. They are kept with the order under "Arrived late"; nothing else about it was changed.

Open the order: {{adminUrl}}`;

/** One mail an hour for each order: a phone sends its pieces one by one. */
async function mailOffice(ctx: AppContext, { id, trackingNumber, after }: ClosedOrder): Promise<void> {
  const to = ctx.services.config.ADMIN_EMAIL;
  if (!to) return;
  const [recent] = await query<unknown>(
    ctx.em,
    `select 1 from emails where order_id = ? and trigger = 'late_evidence' and created_at > ?::timestamptz - make_interval(mins => ?) limit 1`,
    [id, now(ctx), LATE_MAIL_MINUTES],
  );
  if (recent) return;
  const values = { trackingNumber, adminUrl: `${publicUrl(ctx.services.config)}/admin/orders?order=${id}` };
  const template = { subject: 'Arrived late: order {{trackingNumber}}', content: mailContent(after) };
  writeMail(ctx, { trigger: 'late_evidence', to, orderId: id, values }, template, null);
}
