// Pieces of proof with their when and where, the rules that a stop has to meet, and what is refused for want of them.

import type { CaptureIn } from '@quickfleet/shared/base/capture';
import type { Place } from '@quickfleet/shared/company/proof/failure-words';
import {
  explicitRules,
  type GivenRules,
  type GivenStopRules,
  mergeRules,
  missingProof,
  type ProofStop,
  sayMissing,
} from '@quickfleet/shared/company/proof/proof-demands';
import type { PieceKind } from '@quickfleet/shared/company/proof/proof-rules';
import { proofRulesOut } from '@quickfleet/shared/company/proof/proof-rules';
import { CLOCK_AHEAD_MINUTES, NAME_MAX, PARCELS_MAX } from '@quickfleet/shared/limits';
import { saying } from '../../company/history/detail-words.ts';
import { actorOf, record } from '../../company/history/history.service.ts';
import { c, exists, type Row, readOne, select } from '../../db/rows.ts';
import type { WrittenPicture } from '../../files/uploads/uploads.service.ts';
import { fileUrl } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { readPhoneTime } from '../order-rights/phone-clock.ts';
import type { Order } from '../orders/order.entity.ts';
import { type PieceStop, ProofPiece } from './proof-piece.entity.ts';
import { Signature } from './signature.entity.ts';

/** The columns of a capture (`capture-columns.ts`) from what a phone sent; a clock or a position that is wrong loses nothing. */
export function captureRow(ctx: AppContext, order: { createdAt: Date }, capture: CaptureIn) {
  const ahead = Math.round((capture.clockOffset ?? 0) / 1000);
  return {
    takenAt: readPhoneTime(ctx, order, capture.takenAt).takenAt,
    receivedAt: now(ctx),
    position: capture.position ?? null,
    deviceId: capture.device?.id ?? null,
    deviceName: (capture.device?.name ?? ctx.request.device ?? '').slice(0, NAME_MAX) || null,
    clockOffBy: Math.abs(ahead) > CLOCK_AHEAD_MINUTES * 60 ? ahead : null,
    by: actorOf(ctx).name,
  };
}

interface Piece {
  kind: PieceKind;
  stop: PieceStop;
  itemId?: number;
  attemptId?: number;
  parcel?: number;
  picture?: WrittenPicture;
  /** It came after it could move anything: no rule is met by it. */
  isLate?: boolean;
}
/** Writes when and where one piece was taken. */
export function addPiece(
  ctx: AppContext,
  order: { id: number; createdAt: Date },
  { picture, ...piece }: Piece,
  capture: CaptureIn,
): void {
  ctx.em.create(ProofPiece, {
    orderId: order.id,
    ...piece,
    url: picture ? fileUrl(picture.key) : null,
    sha256: picture?.sha256 ?? null,
    ...captureRow(ctx, order, capture),
  });
}

const levelRules = select({
  company: c.json(proofRulesOut, `(select settings -> 'proof' from company)`),
  customer: c.json(proofRulesOut, '(select proof_rules from customers where id = ?)'),
});
type Ruled = Pick<Order, 'proofRules'> & { customer?: { id: number } | null | undefined };
/** The rules about proof of each level, from the company to the order. */
export async function rulesOf(ctx: AppContext, order: Ruled): Promise<(GivenRules | null)[]> {
  const { company, customer } = await readOne(ctx.em, levelRules, 'select $columns', [order.customer?.id ?? 0]);
  return [company, customer, order.proofRules ?? null];
}
export const explicitRulesOf = async (ctx: AppContext, order: Ruled): Promise<Record<ProofStop, GivenStopRules>> =>
  explicitRules(await rulesOf(ctx, order));
export const wholeRulesOf = async (ctx: AppContext, order: Ruled) => mergeRules(await rulesOf(ctx, order));

/** What a call adds to a stop's proof. */
export interface BroughtProof {
  signature?: { name: string | null; relation: string | null } | undefined;
  photos?: number | undefined;
  place?: Place | null | undefined;
  hasPosition?: boolean | undefined;
  /** The items that are handed over; all of them when absent. */
  itemIds?: readonly number[] | undefined;
  /** How many parcels are handed over; all of them when absent. */
  parcels?: number | undefined;
  /** Of staff: why less is enough. */
  overrideReason?: string | null | undefined;
}

/** What a delivery that was taken back had as its proof proves no later one. */
export const provenSince = (order: Order, stop: ProofStop): Date | undefined =>
  stop === 'delivery' ? (order.correctedAt ?? undefined) : undefined;
/** The customer's signatures of a stop that count. */
export const signatureOf = (order: Order, stop: ProofStop) => {
  const since = provenSince(order, stop);
  return { order: order.id, kind: stop, signer: 'customer' as const, ...(since && { capturedAt: { $gt: since } }) };
};

const ofStop = 'from proof_pieces where order_id = ? and stop = ? and received_at > ?::timestamptz';
const counted = select({
  pinVerified: c.bool('exists (select 1 from order_pins where order_id = ? and stop = ? and verified_at is not null)'),
  scanned: c.int(`(select count(distinct parcel)::int ${ofStop} and kind = 'scan' and parcel <= ?)`),
  hasPosition: c.bool(`exists (select 1 ${ofStop} and position is not null and not is_late)`),
  photos: c.texts(`(select coalesce(jsonb_agg(url), '[]') ${ofStop} and kind = 'photo' and url is not null)`),
});
function countPieces(ctx: AppContext, order: Order, stop: ProofStop, parcels: number): Promise<Row<typeof counted>> {
  const since = provenSince(order, stop)?.toISOString() ?? '-infinity';
  const each = [order.id, stop, since];
  return readOne(ctx.em, counted, 'select $columns', [order.id, stop, ...each, parcels, ...each, ...each]);
}

/** As many as were said, else the pieces of all items (orders.queries.ts). */
export function parcelsOf(order: Order): number {
  const pieces = order.items.getItems().reduce((sum, { quantity }) => sum + quantity, 0);
  return order.parcels ?? Math.max(1, Math.min(PARCELS_MAX, pieces));
}

/** Somebody said what was handed over at the door; a delivery that was taken back is asked again only for what it lacks. */
const isCollected = (ctx: AppContext, order: Order): Promise<boolean> =>
  exists(ctx.em, 'select 1 from collections where order_id = ?', [order.id]);

/** The missing proof of a stop; only explicit rules count here. */
async function findMissing(ctx: AppContext, order: Order, stop: ProofStop, brought: BroughtProof) {
  const rules = (await explicitRulesOf(ctx, order))[stop];
  const isToCollect = stop === 'delivery' && Boolean(order.collect);
  if (Object.keys(rules).length === 0 && !isToCollect) return { rules, missing: [] };
  await ctx.em.flush();
  const signature = await ctx.em.findOne(Signature, signatureOf(order, stop), { orderBy: { id: 'desc' } });
  const parcels = parcelsOf(order);
  const pieces = await countPieces(ctx, order, stop, parcels);
  const isTakenBack = provenSince(order, stop) !== undefined;
  const counts = (url: string) => !isTakenBack || pieces.photos.includes(url);
  const list = stop === 'pickup' ? 'pickupImageUrls' : 'deliveryImageUrls';
  const items = order.items.getItems().filter(({ id }) => brought.itemIds?.includes(id) ?? true);
  const missing = missingProof(rules, {
    itemPhotos: items.map((item) => item[list].filter(counts).length),
    photos: brought.photos ?? 0,
    hasSignature: signature !== null || brought.signature !== undefined,
    signerName: brought.signature?.name ?? signature?.signerName ?? null,
    signerRelation: brought.signature?.relation ?? signature?.signerRelation ?? null,
    pinVerified: pieces.pinVerified,
    scanned: pieces.scanned,
    parcels: Math.min(parcels, brought.parcels ?? parcels),
    hasPosition: pieces.hasPosition || brought.hasPosition === true,
    place: brought.place ?? null,
    isCollectDue: isToCollect && !(await isCollected(ctx, order)),
  });
  return { rules, missing };
}
/** Who took a delivery that has just ended, and whether there are photos of it. */
export async function arrivalOf(ctx: AppContext, order: Order, { signature, photos = 0 }: BroughtProof) {
  const kept = signature
    ? null
    : await ctx.em.findOne(Signature, signatureOf(order, 'delivery'), { orderBy: { id: 'desc' } });
  const hasPhotos = photos > 0 || order.items.getItems().some(({ deliveryImageUrls }) => deliveryImageUrls.length > 0);
  return { signedBy: signature?.name ?? kept?.signerName ?? null, hasPhotos };
}
export const hasProof = async (ctx: AppContext, order: Order, stop: ProofStop, brought: BroughtProof) =>
  (await findMissing(ctx, order, stop, brought)).missing.length === 0;

/**
 * Refuses to count anything as handed over at a stop that lacks proof which somebody asked for. Staff may let it count
 * with a reason, which is history.
 *
 * @throws 409 PROOF_MISSING with what is missing as `issues`
 */
export async function requireProof(
  ctx: AppContext,
  order: Order,
  stop: ProofStop,
  brought: BroughtProof,
): Promise<void> {
  const { rules, missing } = await findMissing(ctx, order, stop, brought);
  if (missing.length === 0) return;
  if (ctx.grant === 'yes' && brought.overrideReason) {
    record(ctx, {
      subject: 'order',
      subjectId: order.id,
      action: 'proof.overridden',
      says: saying('. ', { is: 'missing', kinds: missing, photos: rules.photos ?? null }, brought.overrideReason),
    });
    return;
  }
  throw conflict(
    'PROOF_MISSING',
    sayMissing(missing, rules),
    missing.map((kind) => ({ path: kind, message: sayMissing([kind], rules) })),
  );
}
