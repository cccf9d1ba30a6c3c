// What the stop on the screen still needs, with what waits on this phone to be sent.

import { defaultStopRules, missingProof, type ProofKind } from '@quickfleet/shared/company/proof/proof-demands';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { isCollectDue, type Need, needsOf, photoLists, proofAt } from '@quickfleet/shared/delivery/stops/stop-needs';
import type { StopNeed } from '@quickfleet/shared/delivery/stops/stop-states';
import { photosWaiting } from '../items/item-proof.tsx';
import { type Entry, isFor, type Stage } from '../outbox/storing/entries.ts';

/** What the dialogs themselves ask for. */
const askedLater: readonly ProofKind[] = ['signature', 'signerName', 'signerRelation', 'position'];

/** A PIN or a photo that waits to be sent is there. */
function waitingFor(order: Order, stage: Stage, all: readonly Entry[]) {
  const entries = all.filter((entry) => isFor(entry, order.id));
  return {
    itemPhotos: order.items.map(
      (item) => item[photoLists[stage]].length + photosWaiting(entries, { ...item, key: item.id }, stage).length,
    ),
    pinVerified: order.proof[stage].pinVerified || entries.some((entry) => entry.kind === 'pin' && !entry.refusal),
    scanned: order.proof[stage].scanned.length,
  };
}

const kindOf = { photo: 'photos', pin: 'pin', scan: 'scan', signature: 'signature', collect: 'collect' } as const;

/**
 * The proof of an order at a stop; `read` is what the day says of it, for an order that this phone does not have in full.
 */
export function needsAt(order: Order, stage: Stage, entries: readonly Entry[], read: readonly Need[] = []): Need[] {
  const more = waitingFor(order, stage, entries);
  if (order.proof[stage].isSaid || read.length === 0) return needsOf(order, stage, more);
  const isThere: Record<StopNeed, boolean> = {
    photo: more.itemPhotos.some((count) => count > 0),
    pin: more.pinVerified,
    scan: more.scanned >= order.parcels,
    signature: order[`${stage}Signature`] !== null,
    collect: order.collected !== null,
  };
  const known = read.map(({ kind, isMet }) => ({ kind, isMet: isMet || isThere[kind] }));
  const isNew = stage === 'delivery' && order.collect && !known.some(({ kind }) => kind === 'collect');
  return isNew ? [...known, { kind: 'collect', isMet: isThere.collect }] : known;
}

/** What must be there before the signature. */
export function missingFirst(order: Order, stage: Stage, entries: readonly Entry[], read: readonly Need[] = []) {
  const rules = order.proof[stage];
  const toCollect: ProofKind[] = stage === 'delivery' && isCollectDue(order) ? ['collect'] : [];
  if (!rules.isSaid) {
    const asked = needsAt(order, stage, entries, read)
      .filter(({ kind, isMet }) => kind !== 'signature' && kind !== 'collect' && !isMet && read.length > 0)
      .map(({ kind }): ProofKind => kindOf[kind]);
    return [...asked, ...toCollect];
  }
  const proof = { ...proofAt(order, stage), ...waitingFor(order, stage, entries), hasPosition: true };
  return missingProof(rules, proof).filter((kind) => !askedLater.includes(kind));
}

/** The strictest of several: each kind once, there when all of them have it. */
export function joinNeeds(all: readonly (readonly Need[])[]): Need[] {
  const kinds: readonly StopNeed[] = ['scan', 'photo', 'pin', 'collect', 'signature'];
  return kinds.flatMap((kind) => {
    const own = all.flatMap((needs) => needs.filter((need) => need.kind === kind));
    return own.length > 0 ? [{ kind, isMet: own.every(({ isMet }) => isMet) }] : [];
  });
}

/** Whether it may be left without a signature: with a photo, where its rules say so. */
export function mayLeaveAt(order: Order, stage: Stage): boolean {
  const { isSaid, signature, leaveAtDoor } = { ...defaultStopRules, ...order.proof[stage] };
  return isSaid && (signature !== 'required' || leaveAtDoor);
}
