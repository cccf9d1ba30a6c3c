// Which entry is sent next. A refused entry waits for the driver's decision and holds back only what depends on it.
// What a driver did, as the phone keeps it until the server has it.

import type { LateReason } from '@quickfleet/shared/base/late-evidence';
import type { TakenMethod } from '@quickfleet/shared/base/money/collect-words';
import type { AttemptOutcome, AttemptStop, Place } from '@quickfleet/shared/company/proof/failure-words';
import type { DelayReason } from '@quickfleet/shared/delivery/eta/delay-words';
import type { OrderStatus, SignatureKind } from '@quickfleet/shared/delivery/orders/order-status';
import type { Strokes } from '@quickfleet/shared/delivery/proof/strokes';
import { UNDO_MS } from '@quickfleet/shared/limits';
import { listOf } from '@quickfleet/shared/words/lists';
import { t } from '@quickfleet/shared/words/t';
import type { Captured } from './capture.ts';

/** What is kept for one order, or for several of one stop. */
interface ForOrders {
  orderId: number;
  alsoFor?: readonly number[];
}
/** The orders that it is done for: one, or several of one stop. */
export const ordersOf = ({ orderId, alsoFor = [] }: ForOrders): number[] => [orderId, ...alsoFor];
export const isFor = (kept: ForOrders, orderId: number): boolean =>
  kept.orderId === orderId || (kept.alsoFor?.includes(orderId) ?? false);
const shareOrder = (one: ForOrders, other: ForOrders): boolean => ordersOf(one).some((id) => isFor(other, id));

const dependsOn = (entry: Entry, other: Entry): boolean =>
  other.seq !== entry.seq &&
  other.kind === 'addItem' &&
  other.orderId === entry.orderId &&
  'itemId' in entry &&
  entry.itemId === other.itemId;

/** Evidence may be uploaded when nothing else may: a missing right for an action does not stop a photo. */
const lacksRight = (entry: Entry, other: Entry): boolean =>
  shareOrder(other, entry) && needsNewRight(other.refusal) && (isEvidence(other) || !isEvidence(entry));

/** It cannot be sent before another entry is decided. */
export const isHeld = (entry: Entry, entries: readonly Entry[]): boolean =>
  entries.some((other) => other.refusal && (dependsOn(entry, other) || lacksRight(entry, other)));

/**
 * It can still be undone, so it is not sent. A clock that was set back does not make it wait longer.
 */
export function canUndo({ isUndoable, at }: Pick<Entry, 'isUndoable' | 'at'>, now = Date.now()): boolean {
  const age = now - Date.parse(at);
  return isUndoable === true && age >= 0 && age < UNDO_MS;
}
/** Nothing overtakes what can still be undone. */
const waitsForUndo = (entry: Entry, entries: readonly Entry[]): boolean =>
  entries.some((other) => shareOrder(other, entry) && other.seq <= entry.seq && canUndo(other));

export const nextEntry = (entries: readonly Entry[], isPaused: (orderId: number) => boolean): Entry | undefined =>
  entries.find(
    (entry) =>
      !entry.refusal && !ordersOf(entry).some(isPaused) && !isHeld(entry, entries) && !waitsForUndo(entry, entries),
  );

/** The first refused entry with evidence that the office does not have yet. */
export const nextLateUpload = (entries: readonly Entry[], isPaused: (orderId: number) => boolean): Entry | undefined =>
  entries.find((entry) => {
    if (!holdsEvidence(entry) || entry.handIn || isPaused(entry.orderId)) return false;
    const isEnded = entries.some((other) => other.orderId === entry.orderId && hasRightEnded(other.refusal));
    return entry.refusal && !needsNewRight(entry.refusal) ? true : isEnded && !isEvidence(entry);
  });

/** What waits behind a refused entry and goes with it when it is removed: all that was done to an item never added. */
export const dependentsOf = (entry: Entry, entries: readonly Entry[]): Entry[] =>
  entries.filter((other) => dependsOn(other, entry));

/**
 * What the screen shows as done: everything that waits, also for a new right. Entries refused for good are not done,
 * nor is anything done to an item that was refused.
 */
export function shownAsDone(entries: readonly Entry[], orderId: number): Entry[] {
  const own = entries.filter((entry) => isFor(entry, orderId));
  const isRefused = ({ refusal }: Entry) => refusal !== undefined && !needsNewRight(refusal);
  return own.filter((entry) => !isRefused(entry) && !own.some((other) => isRefused(other) && dependsOn(entry, other)));
}

/** Before the order has left with the driver, or at its destination. */
export type Stage = SignatureKind;

export interface KeptPhoto {
  blob: Blob;
  name: string;
  /** The camera's own file is kept first and made small after, so that a killed browser loses nothing. */
  isShrunk: boolean;
}

interface PhotoTaken {
  kind: 'photo';
  stage: Stage;
  itemId: number;
  photo: KeptPhoto;
}
/** One photo for every item of the stop. */
interface StopPhotoTaken {
  kind: 'stopPhoto';
  stage: Stage;
  photo: KeptPhoto;
}
interface FlagSet {
  kind: 'flag';
  stage: Stage;
  itemId: number;
  value: boolean;
}
interface Signed {
  kind: 'signature';
  stage: Stage;
  image: Blob;
  fileName: string;
  customerName: string;
  relation?: string | undefined;
  /** What it was drawn from; absent for a typed name. */
  strokes?: Strokes;
}
/** An attempt at a stop: failed, partial, or done without a signature. */
interface Attempted {
  kind: 'attempt';
  stop: AttemptStop;
  outcome: AttemptOutcome;
  reason?: string | undefined;
  place?: Place | undefined;
  noteCustomer: string;
  noteOffice: string;
  items: { itemId: number; delivered: number; damaged: boolean }[];
  photos: KeptPhoto[];
  signerName: string;
  arrivedAt: string;
}
/** The PIN given at the door; only the server knows whether it is right. */
interface PinTyped {
  kind: 'pin';
  stop: Stage;
  pin: string;
}
interface ParcelScanned {
  kind: 'scan';
  stop: Stage;
  parcel: number;
  /** What the label says; absent in what an earlier release kept. */
  code?: string;
}
/** What the stop cost on top; the office decides about it. */
interface Charged {
  kind: 'charge';
  label: string;
  minutes: number | null;
  /** As this phone knew it; null where it knew no rate. */
  amount: string | null;
  /** Of a rate, which is with its tax, and not typed. */
  hasTax?: true;
}
/** What was handed over at the door; the reason says why it was less. */
interface MoneyTaken {
  kind: 'collected';
  amount: string;
  method: TakenMethod;
  reason: string | null;
}
/** Why it runs late; null takes it back. */
interface Delayed {
  kind: 'delay';
  reason: DelayReason | null;
  words: string | null;
  /** By how much, where the driver says so; absent: as the plan says. */
  minutes?: number;
}
interface Moved {
  kind: 'status';
  status: Extract<OrderStatus, 'in_transit'>;
}
interface ItemFields {
  name: string;
  description: string | null;
  quantity: number;
}
interface ItemAdded extends ItemFields {
  kind: 'addItem';
  /** Below zero until the server has given the item its own. */
  itemId: number;
}
interface ItemEdited extends ItemFields {
  kind: 'editItem';
  itemId: number;
  removeImageUrls: string[];
  photos: KeptPhoto[];
}
interface ItemDeleted {
  kind: 'deleteItem';
  itemId: number;
}
export type DriverAction =
  | PhotoTaken
  | StopPhotoTaken
  | FlagSet
  | Signed
  | Attempted
  | PinTyped
  | ParcelScanned
  | Charged
  | MoneyTaken
  | Delayed
  | Moved
  | ItemAdded
  | ItemEdited
  | ItemDeleted;

/** Why the server refused it; it waits for the driver's decision. */
export interface Refusal {
  message: string;
  status: number;
  code: string;
}
interface Kept extends ForOrders {
  /** Other orders of the same stop, done by the same call; the first one's id is `orderId`. */
  alsoFor?: readonly number[];
  /** Idempotency key: however often it is sent, it happens once. */
  key: string;
  at: string;
  capture?: Captured;
  /** It may be undone for six seconds after `at`; taken off when it is final. */
  isUndoable?: boolean;
  refusal?: Refusal;
  /**
   * What became of its evidence after it was refused: the office has it (`after` says as what), or would not take it.
   */
  handIn?: { state: 'stored'; after: LateReason | undefined } | { state: 'refused' };
}
export type KeptAction = DriverAction & Kept;
/** An action in the outbox; `seq` is the order in which things happened. */
export type Entry = KeptAction & { seq: number };
export type EntryOf<K extends DriverAction['kind']> = Extract<DriverAction, { kind: K }> & Kept & { seq: number };

/** A photo of an item or of its whole stop that is still on this phone. */
export type WaitingPhoto = EntryOf<'photo'> | EntryOf<'stopPhoto'>;

/** What the office accepts at any time, so it is never given up: what proves a pickup or a delivery, charges, and money that was taken. */
export const isEvidence = (entry: { kind: DriverAction['kind'] }): boolean =>
  holdsProof(entry) || entry.kind === 'charge' || entry.kind === 'collected';
const holdsProof = ({ kind }: { kind: DriverAction['kind'] }): boolean =>
  kind === 'photo' || kind === 'stopPhoto' || kind === 'signature' || kind === 'attempt';

/** It contains a signature or photos, which are never given up before the office has them. */
export const holdsEvidence = (entry: Entry): boolean =>
  holdsProof(entry) || (entry.kind === 'editItem' && entry.photos.length > 0);

/** Refused, and the office has its evidence. */
export const isStored = ({ refusal, handIn }: Entry): boolean => refusal !== undefined && handIn?.state === 'stored';

/** Refused because the phone's right to the order has run out; a code or a sign-in fixes it. */
export const needsNewRight = (refusal: Refusal | undefined): boolean => refusal?.status === 401;

/** The right ended for good: only evidence is still accepted. */
const hasRightEnded = (refusal: Refusal | undefined): boolean =>
  refusal?.code === 'ACCESS_CODE_ENDED' || refusal?.code === 'CODE_EXPIRED';

/** Does not wait for the network: the office has its evidence, or it was a PIN, which is typed again. */
export const isSettled = (entry: Entry): boolean =>
  isStored(entry) || (entry.kind === 'pin' && entry.refusal !== undefined && !needsNewRight(entry.refusal));

/** It is final: from now on it is sent. */
export const withoutUndo = ({ isUndoable: _, ...action }: KeptAction): KeptAction => action;

/**
 * The same for each order alone, by the order's own call: what a stop's call was refused for is decided order by order,
 * so that one of them holds back no other.
 */
export const apart = (action: KeptAction): KeptAction[] =>
  ordersOf(action).map((orderId) => {
    const { alsoFor: _, ...own } = action;
    return { ...own, orderId, key: `${action.key}-${orderId}` };
  });

/** The entry for another try; evidence that the office already has is not uploaded again. */
export function withoutRefusal({ refusal: _refusal, handIn, ...action }: KeptAction): KeptAction {
  return handIn?.state === 'stored' ? { ...action, handIn } : action;
}

export const photosOf = (entry: Entry): readonly KeptPhoto[] => {
  if (entry.kind === 'photo' || entry.kind === 'stopPhoto') return [entry.photo];
  return entry.kind === 'editItem' || entry.kind === 'attempt' ? entry.photos : [];
};

/** 'photos', 'signatures' and 'changes' in words: '3 photos and 1 signature'. */
export function describeEntries(entries: readonly Entry[]): string {
  const photos = entries.flatMap(photosOf).length;
  const signatures = entries.filter((entry) => entry.kind === 'signature').length;
  const changes = entries.filter(({ kind }) => !['photo', 'stopPhoto', 'signature'].includes(kind)).length;
  const parts = [
    photos > 0 && t('{count, plural, one {# photo} other {# photos}}', { count: photos }),
    signatures > 0 && t('{count, plural, one {# signature} other {# signatures}}', { count: signatures }),
    changes > 0 && t('{count, plural, one {# change} other {# changes}}', { count: changes }),
  ];
  return listOf(parts.filter((part) => part !== false));
}
