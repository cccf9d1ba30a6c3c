import { displayOrderStatus, isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { AttemptForm } from '@quickfleet/shared/delivery/proof/attempts';
import type { ErrorCode } from '@quickfleet/shared/error-codes';
import { t } from '@quickfleet/shared/words/t';
import { joined, type Said } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { codeOf } from '../../company/history/values.ts';
import { run } from '../../db/rows.ts';
import { addPicture, type WrittenPicture } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { badRequest, conflict, notFound } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { sha256 } from '../../security/secrets.ts';
import { answerLateOrder, requireOrderAccess } from '../drivers/drivers.late.ts';
import { type ClosedOrder, closedBy } from '../order-rights/orders.rights.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import type { Order, OrderItem } from '../orders/order.entity.ts';
import { addAttempt, type NewAttempt } from '../orders/orders.attempts.ts';
import { mailOffice, mailOrder, mailRecipient } from '../orders/orders.mail.ts';
import { readOrder } from '../orders/orders.queries.ts';
import type { MoveDetails } from '../orders/orders.service.ts';
import { finishChange, lockOrder, moveOrder, moverOf } from '../orders/orders.service.ts';
import { Attempt, type ItemResult } from '../proof/attempt.entity.ts';
import { FailureReason } from '../proof/failure-reason.entity.ts';
import { keepLate, mailLate } from '../proof/orders.late.ts';
import { addPiece, explicitRulesOf, hasProof, requireProof, signatureOf } from '../proof/orders.proof.ts';
import { Signature } from '../proof/signature.entity.ts';
import { resultWords, whatFailed, whatHappened, whatNext } from './attempt-words.ts';

export interface GivenAttempt extends AttemptForm {
  orderId: number;
  photos: readonly WrittenPicture[];
  signature: WrittenPicture | undefined;
}

/** The same sent again, after its idempotency key is forgotten, is the same attempt. */
const hashOf = ({
  photos,
  signature,
  device: _,
  clockOffset: _o,
  position: _p,
  refusal: _r,
  ...content
}: GivenAttempt): string =>
  sha256(JSON.stringify([content, photos.map(({ contentHash }) => contentHash), signature?.contentHash]));

/** Whether an attempt came before. */
export const isKnownAttempt = async (ctx: AppContext, given: GivenAttempt): Promise<boolean> =>
  (await ctx.em.count(Attempt, { orderId: given.orderId, contentHash: hashOf(given) })) > 0;

/**
 * One try at a stop. `done` moves the order as far as its rules allow without a signature, or with the one it brings;
 * `failed` and `partial` leave its status and wait for the office's decision. What a phone brings after the order was
 * closed to it is kept as late, and moves nothing; so is what a phone only hands in, because it was refused.
 *
 * @throws 404, 400 REASON_REQUIRED, NOT_PARTIAL and the like, 409 for a stop that is not due, 409 PROOF_MISSING
 */
export async function createAttempt(ctx: AppContext, given: GivenAttempt) {
  const found = await findOrder(ctx, given.orderId);
  const contentHash = hashOf(given);
  const isKnown = await isKnownAttempt(ctx, given);
  if ('closed' in found) return keepLateAttempt(ctx, found.closed, given, isKnown ? undefined : contentHash);
  const { order } = found;
  if (isKnown) return readOrder(ctx, order.id);
  if (given.evidenceOnly && ctx.grant === 'own')
    return keepLateAttempt(ctx, { ...closedBy(order, 'refused'), order }, given, contentHash);
  const tooLate = isOver(order, given);
  if (given.outcome === 'partial' && !tooLate) requireRest(order, given, resultsOf(order, given));
  const reason = await requireReason(ctx, given);
  if (tooLate && ctx.grant === 'own')
    return keepLateAttempt(ctx, { ...closedBy(order, 'moved_on'), order }, given, contentHash);
  requireDue(order, given);
  const items = resultsOf(order, given);
  const photoUrls = given.photos.map((photo) =>
    addPicture(ctx, photo, true, readPhoneTime(ctx, order, given.takenAt).takenAt),
  );
  const attempt: NewAttempt = { ...fieldsOf(given), items, photoUrls, contentHash, capture: given };
  if (given.outcome === 'done') await finishStop(ctx, order, given, attempt);
  else await recordTrouble(ctx, order, given, attempt, reason);
  return finishChange(ctx, order);
}

/** Staff have every order; a phone has what is, or once was, its own. */
async function findOrder(ctx: AppContext, id: number): Promise<{ order: Order } | { closed: ClosedOrder }> {
  if (ctx.grant === 'own') {
    const access = await requireOrderAccess(ctx, id);
    if (!access) throw notFound('Order');
    return access;
  }
  const order = await lockOrder(ctx, id);
  if (!isOpenOrder(order.status))
    throw conflict(
      'ORDER_CLOSED',
      t('This order is {status} and takes no attempt any more', { status: order.statusWords() }),
    );
  return { order };
}

async function requireReason(ctx: AppContext, given: GivenAttempt): Promise<FailureReason | undefined> {
  const { outcome, reason, photos, noteOffice, noteCustomer } = given;
  if (outcome === 'done') return undefined;
  const refuse = (code: ErrorCode, path: string, message: string) => badRequest(code, message, [{ path, message }]);
  if (!reason) throw refuse('REASON_REQUIRED', 'reason', t('Say why it did not work out'));
  const known = await ctx.em.findOne(FailureReason, { code: reason });
  if (!known) throw refuse('UNKNOWN_REASON', 'reason', t('This reason is not in the list'));
  // The office records what it was given, and a rule added later does not apply to a phone that was offline.
  const isOlder = given.takenAt !== undefined && new Date(given.takenAt) < known.updatedAt;
  if (ctx.grant === 'yes' || isOlder) return known;
  const missing = (path: string, message: string) => conflict('PROOF_MISSING', message, [{ path, message }]);
  if (known.rule.photo && photos.length === 0) throw missing('photos', `"${known.name}" needs a photo`);
  if (known.rule.note && !noteOffice && !noteCustomer) throw missing('noteOffice', `"${known.name}" needs a note`);
  return known;
}

/** The stop is behind the order: a phone could not know. */
function isOver(order: Order, { stop }: GivenAttempt): boolean {
  if (stop === 'pickup') return !isBeforePickup(order.status);
  return stop === 'delivery' && order.outcome === 'returning';
}

function requireDue(order: Order, { stop }: GivenAttempt): void {
  const present = displayOrderStatus(order.status, true);
  if (stop === 'pickup' && !isBeforePickup(order.status))
    throw conflict('ORDER_MOVED_ON', t('This order is {present}; its pickup is over', { present }));
  if (stop === 'return' && order.outcome !== 'returning')
    throw conflict('ORDER_NOT_RETURNING', t('Nobody has decided that this order goes back to its sender'));
  if (stop === 'delivery' && isBeforePickup(order.status))
    throw conflict('ORDER_NOT_PICKED_UP', t('This order is {present}; it has to be picked up first', { present }));
  if (stop === 'delivery' && order.outcome === 'returning')
    throw conflict('ORDER_RETURNING', t('This order goes back to its sender'));
}

/** What became of every item; one that was not named went along with the whole. */
function resultsOf(order: Order, { outcome, items = [] }: GivenAttempt): ItemResult[] {
  const all = order.items.getItems();
  const unknown = items.find(({ itemId }) => !all.some(({ id }) => id === itemId));
  if (unknown)
    throw badRequest('UNKNOWN_ITEM', t('One of the items is not part of this order'), [
      { path: 'items', message: t('No item {id}', { id: unknown.itemId }) },
    ]);
  return all.map(({ id, name, quantity }) => {
    const item = items.find(({ itemId }) => itemId === id);
    const delivered = Math.min(quantity, item?.delivered ?? (outcome === 'done' ? quantity : 0));
    return { itemId: id, name, delivered, of: quantity, damaged: item?.damaged ?? false };
  });
}

const isThrough = ({ isPickedUp, isDelivered }: OrderItem, stop: GivenAttempt['stop']): boolean =>
  stop === 'pickup' ? isPickedUp : stop === 'delivery' && isDelivered;

/** A part is less than all: what hands over the last piece is `done`, with all that `done` asks for. */
function requireRest(order: Order, { stop }: GivenAttempt, results: readonly ItemResult[]): void {
  const isLeft = ({ itemId, delivered, of }: ItemResult) =>
    delivered < of && !order.items.getItems().some((item) => item.id === itemId && isThrough(item, stop));
  if (results.some(isLeft)) return;
  throw badRequest('NOT_PARTIAL', t('Nothing is left over. Say that it is done, or how many pieces are left.'), [
    { path: 'outcome', message: t('Nothing is left over') },
  ]);
}

const at = (moment: string | undefined) => (moment === undefined ? null : new Date(moment));
const fieldsOf = (given: GivenAttempt) => ({
  stop: given.stop,
  outcome: given.outcome,
  reason: given.outcome === 'done' ? null : (given.reason ?? null),
  place: given.place ?? null,
  noteCustomer: given.noteCustomer ?? null,
  noteOffice: given.noteOffice ?? null,
  arrivedAt: at(given.arrivedAt),
  leftAt: at(given.leftAt),
  reattemptOn: given.reattemptOn ?? null,
  signerName: given.signerName ?? null,
  signerRelation: given.signerRelation ?? null,
});

function addSignature(ctx: AppContext, order: Order, given: GivenAttempt): void {
  if (!given.signature) return;
  const { takenAt } = readPhoneTime(ctx, order, given.takenAt);
  ctx.em.create(Signature, {
    order,
    kind: given.stop === 'pickup' ? 'pickup' : 'delivery',
    signer: 'customer',
    signerName: given.signerName ?? null,
    signerRelation: given.signerRelation ?? null,
    imageUrl: addPicture(ctx, given.signature, true, takenAt),
    imageHash: given.signature.contentHash,
    strokes: null,
    capturedAt: now(ctx),
    signedAt: takenAt,
  });
}

/** What the history's line holds for good: the files by their hashes, and the facts. */
const evidenceOf = ({ photos, signature }: GivenAttempt, attempt: Attempt) => ({
  files: [...photos, ...(signature ? [signature] : [])].map(({ sha256: hash }) => hash),
  data: {
    stop: attempt.stop,
    number: attempt.number ?? null,
    outcome: attempt.outcome,
    reason: attempt.reason ?? null,
    place: attempt.place ?? null,
    items: attempt.items.map(({ itemId, delivered, of, damaged }) => ({ itemId, delivered, of, damaged })),
    takenAt: attempt.takenAt?.toISOString() ?? null,
    receivedAt: attempt.receivedAt.toISOString(),
    position: attempt.position ? { ...attempt.position } : null,
    device: attempt.deviceId ?? null,
    clockOffBy: attempt.clockOffBy ?? null,
  },
});

async function writeAttempt(ctx: AppContext, order: Order, given: GivenAttempt, fields: NewAttempt): Promise<Attempt> {
  addSignature(ctx, order, given);
  const attempt = await addAttempt(ctx, order, fields);
  const piece = { stop: given.stop, attemptId: attempt.id };
  for (const picture of given.photos) addPiece(ctx, order, { ...piece, kind: 'photo', picture }, given);
  if (given.signature) addPiece(ctx, order, { ...piece, kind: 'signature', picture: given.signature }, given);
  if (given.outcome === 'done')
    record(ctx, {
      subject: 'order',
      subjectId: order.id,
      action: 'attempt.done',
      ...historyTime(readPhoneTime(ctx, order, given.takenAt), codeOf('stop', given.stop)),
      ...evidenceOf(given, attempt),
    });
  return attempt;
}

const broughtBy = ({
  signature,
  signerName,
  signerRelation,
  photos,
  place,
  position,
  overrideReason,
}: GivenAttempt) => ({
  ...(signature ? { signature: { name: signerName ?? null, relation: signerRelation ?? null } } : {}),
  photos: photos.length,
  place: place ?? null,
  hasPosition: Boolean(position),
  overrideReason,
});

/** The stop succeeded: the order moves on, with the attempt's evidence as its proof. */
async function finishStop(ctx: AppContext, order: Order, given: GivenAttempt, fields: NewAttempt): Promise<void> {
  const { stop, signature, overrideReason } = given;
  const time = historyTime(readPhoneTime(ctx, order, given.takenAt), given.noteOffice ?? undefined);
  if (stop === 'return') {
    await writeAttempt(ctx, order, given, fields);
    return endReturn(ctx, order, time);
  }
  const to = stop === 'pickup' ? 'picked_up' : 'delivered';
  if (to === 'delivered' && order.status === 'picked_up') await moveOrder(ctx, order, 'in_transit', 'status', time);
  const isOverridden = ctx.grant === 'yes' && Boolean(overrideReason);
  if (!signature && !isOverridden) await requireNoSignature(ctx, order, stop);
  const details = {
    ...time,
    proof: broughtBy(given),
    capture: given,
    writesAttempt: true,
  };
  await moveOrder(ctx, order, to, 'attempt', details);
  await writeAttempt(ctx, order, given, {
    ...fields,
    ...(isOverridden ? { overrideReason: overrideReason ?? null } : {}),
  });
}

/** Without an explicit rule the customer's signature moves the order; in transit, drivers and staff may too. */
async function requireNoSignature(ctx: AppContext, order: Order, stop: 'pickup' | 'delivery'): Promise<void> {
  const rules = (await explicitRulesOf(ctx, order))[stop];
  if (rules.signature !== undefined || rules.leaveAtDoor) return;
  const isSigned = (await ctx.em.count(Signature, signatureOf(order, stop))) > 0;
  if (isSigned || (stop === 'delivery' && moverOf(ctx, order) !== 'code')) return;
  throw conflict('SIGNATURE_REQUIRED', t('This stop needs the customer’s signature'));
}

/** Back with the sender; where a part had been delivered before, that is what the order ends as. */
async function endReturn(ctx: AppContext, order: Order, time: ReturnType<typeof historyTime>): Promise<void> {
  if (await keepProvenFlags(ctx, order)) return closePartly(ctx, order, time);
  await moveOrder(ctx, order, 'cancelled', 'return', time);
  order.outcome = 'returned';
  record(ctx, { subject: 'order', subjectId: order.id, action: 'order.returned', ...time });
}

/**
 * Whether a part of it was delivered, with the proof that its rules ask for: by an attempt that handed it over, or by
 * what there is now. An item that has a driver's word alone is not delivered.
 */
export async function keepProvenFlags(ctx: AppContext, order: Order): Promise<boolean> {
  const handedOver = order.items.getItems().filter(({ isDelivered }) => isDelivered);
  const attempts = await ctx.em.find(Attempt, {
    orderId: order.id,
    stop: 'delivery',
    outcome: 'partial',
    after: null,
    correctedAt: null,
  });
  const results = attempts.flatMap(({ items }) => items);
  const isProven = (item: OrderItem) =>
    results.some(({ itemId, delivered, of }) => itemId === item.id && delivered === of);
  const others = handedOver.filter((item) => !isProven(item));
  const brought = { itemIds: others.map(({ id }) => id), parcels: others.reduce((sum, one) => sum + one.quantity, 0) };
  if (others.length > 0 && !(await hasProof(ctx, order, 'delivery', brought)))
    for (const item of others) {
      item.isDelivered = false;
      record(ctx, { subject: 'order', subjectId: order.id, action: 'item.not_delivered', detail: item.name });
    }
  return order.items.getItems().some(({ isDelivered }) => isDelivered);
}

/** A part was delivered, and nothing more will be. */
export async function closePartly(
  ctx: AppContext,
  order: Order,
  time: Pick<MoveDetails, 'occurredAt' | 'detail' | 'says'> = {},
) {
  const more = { ...time, writesAttempt: true, isPartial: true };
  if (order.status === 'picked_up') await moveOrder(ctx, order, 'in_transit', 'status', more);
  await moveOrder(ctx, order, 'delivered', 'attempt', more);
}

/** Whatever is handed over has its proof, be it only a part. */
async function requireProofOfPart(ctx: AppContext, order: Order, given: GivenAttempt, items: readonly ItemResult[]) {
  const handedOver = items.filter(({ delivered }) => delivered > 0);
  if (given.stop === 'return' || handedOver.length === 0) return;
  await requireProof(ctx, order, given.stop, {
    ...broughtBy(given),
    itemIds: handedOver.map(({ itemId }) => itemId),
    parcels: handedOver.reduce((sum, { delivered }) => sum + delivered, 0),
  });
}

/** Why it failed, for the history. */
const failureOf = (reason: string | null | undefined): Said | undefined =>
  reason ? { is: 'failure', reason } : undefined;

async function recordTrouble(
  ctx: AppContext,
  order: Order,
  given: GivenAttempt,
  fields: NewAttempt,
  reason: FailureReason | undefined,
): Promise<void> {
  const isOverridden = ctx.grant === 'yes' && Boolean(given.overrideReason);
  if (given.outcome === 'partial') await requireProofOfPart(ctx, order, given, fields.items ?? []);
  const attempt = await writeAttempt(ctx, order, given, {
    ...fields,
    ...(isOverridden && given.outcome === 'partial' ? { overrideReason: given.overrideReason ?? null } : {}),
  });
  // Without the entity: nobody's edit of the reason becomes stale by it.
  if (reason) await run(ctx.em, 'update failure_reasons set uses = uses + 1 where id = ?', [reason.id]);
  if (given.stop !== 'return') order.outcome = given.outcome === 'partial' ? 'partial' : 'failed';
  order.failedAt = now(ctx);
  if (given.outcome === 'partial') flagHandedOver(order.items.getItems(), attempt);
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: `attempt.${given.outcome}`,
    ...evidenceOf(given, attempt),
    ...historyTime(
      readPhoneTime(ctx, order, given.takenAt),
      joined('. ', joined(': ', codeOf('stop', given.stop), failureOf(reason?.name ?? given.reason)), given.noteOffice),
    ),
  });
  const values = () => ({
    whatHappened: whatHappened(attempt, reason?.customerText),
    whatNext: whatNext(attempt),
    attemptNumber: String(attempt.number),
  });
  await mailOrder(ctx, order, 'attempt_failed', values);
  if (given.stop === 'delivery' && given.outcome === 'failed')
    await mailRecipient(ctx, order, 'recipient_failed', () => ({
      whatHappened: whatFailed(reason?.customerText),
      whatNext: t('We’re arranging what’s next with the sender.'),
    }));
  await mailOffice(ctx, order, 'attempt_failed_office', () => ({
    ...values(),
    attemptResult: resultWords(attempt),
    reason: reason?.name ?? attempt.reason ?? '',
    noteOffice: attempt.noteOffice ?? '',
  }));
}

/** Only an item of which every piece was handed over, unbroken or not, is through with this stop. */
function flagHandedOver(items: readonly OrderItem[], { stop, items: results }: Attempt): void {
  for (const item of items) {
    const isWhole = results.some(({ itemId, delivered, of }) => itemId === item.id && delivered === of);
    if (isWhole && stop === 'pickup') item.isPickedUp = true;
    if (isWhole && stop === 'delivery') item.isDelivered = true;
  }
}

/** The results of the items that the order still has. */
function knownResults({ order }: ClosedOrder, { items = [] }: GivenAttempt): ItemResult[] {
  return (order?.items.getItems() ?? []).flatMap(({ id, name, quantity }) => {
    const item = items.find(({ itemId }) => itemId === id);
    if (!item) return [];
    const delivered = Math.min(quantity, item.delivered);
    return [{ itemId: id, name, delivered, of: quantity, damaged: item.damaged ?? false }];
  });
}

/** Kept for the office to judge; it moves nothing and tells no customer. */
async function keepLateAttempt(ctx: AppContext, closed: ClosedOrder, given: GivenAttempt, contentHash?: string) {
  if (contentHash) {
    const time = readPhoneTime(ctx, closed, given.takenAt);
    const photoUrls = given.photos.map((photo) => addPicture(ctx, photo, true, time.takenAt));
    const attempt = await addAttempt(ctx, closed, {
      ...fieldsOf(given),
      photoUrls,
      contentHash,
      items: closed.after === 'refused' ? knownResults(closed, given) : [],
      after: closed.after,
      capture: given,
    });
    for (const picture of given.photos)
      addPiece(ctx, closed, { kind: 'photo', stop: given.stop, attemptId: attempt.id, picture, isLate: true }, given);
    record(ctx, {
      subject: 'order',
      subjectId: closed.id,
      action: 'attempt.late',
      ...evidenceOf(given, attempt),
      ...historyTime(
        time,
        joined(
          '. ',
          joined(
            ': ',
            codeOf('stop', given.stop),
            joined(', ', codeOf('outcome', given.outcome), failureOf(given.reason)),
          ),
          given.refusal,
        ),
      ),
    });
    await publish(ctx.em, { topic: 'order', id: closed.id, trackingNumber: closed.trackingNumber });
    if (closed.after === 'refused') await mailLate(ctx, closed);
    await ctx.em.flush();
    if (given.signature)
      await keepLate(ctx, closed, {
        kind: given.stop === 'pickup' ? 'pickup_signature' : 'delivery_signature',
        pictures: [given.signature],
        signerName: given.signerName ?? null,
        capture: given,
      });
  }
  return answerLateOrder(ctx, closed);
}
