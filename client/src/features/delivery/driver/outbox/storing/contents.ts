// The content of a dialog before it is saved. A phone may kill the page while its camera is open: text and photos are
// stored immediately, and the dialog comes back with them.
// What a phone stores, and how one change alters it. The database (database.ts) follows the same rules.

import type { AttemptStop, Place } from '@quickfleet/shared/company/proof/failure-words';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import type { Strokes } from '@quickfleet/shared/delivery/proof/strokes';
import type { DriverStop } from '@quickfleet/shared/delivery/stops/stops';
import { t } from '@quickfleet/shared/words/t';
import type { LateUpload } from '../late-uploads.ts';
import { type Entry, isFor, type KeptAction, type KeptPhoto, type Stage } from './entries.ts';
import { type OfficeChange, withChanges } from './office-changes.ts';

export interface AttemptDraft {
  dialog: 'attempt';
  orderId: number;
  /** Other orders of the stop that it is about. */
  alsoFor?: readonly number[];
  stop: AttemptStop;
  mode: 'failed' | 'done';
  arrivedAt: string;
  code: string;
  isPartial: boolean;
  results: { itemId: number; delivered: number; damaged: boolean }[];
  place: Place | null;
  signerName: string;
  noteCustomer: string;
  noteOffice: string;
  photos: KeptPhoto[];
}
export interface ItemDraft {
  dialog: 'item';
  orderId: number;
  itemId: number;
  name: string;
  description: string;
  quantity: string;
  removed: string[];
  photos: KeptPhoto[];
}
/** An item that is being added. */
export interface NewItemDraft {
  dialog: 'newItem';
  orderId: number;
  name: string;
  description: string;
  quantity: string;
}
export interface SignatureDraft {
  dialog: 'signature';
  orderId: number;
  /** Other orders of the stop that are signed for. */
  alsoFor?: readonly number[];
  stage: Stage;
  name: string;
  relation: string;
  isTyped?: boolean;
  /** The picture of an earlier release's review; the pad is drawn from the strokes. */
  picture?: Blob;
  strokes?: Strokes;
}
/** The digits of a PIN that is not checked yet. */
export interface PinDraft {
  dialog: 'pin';
  orderId: number;
  stop: Stage;
  pin: string;
}
/** The timer of a charge by time: it runs from here until it is stopped, whether or not the page is open. */
export interface WaitingDraft {
  dialog: 'waiting';
  orderId: number;
  label: string;
  startedAt: string;
}
export type Draft = AttemptDraft | ItemDraft | NewItemDraft | SignatureDraft | PinDraft | WaitingDraft;

export const draftKey = ({ orderId, dialog }: Pick<Draft, 'orderId' | 'dialog'>): string => `${orderId} ${dialog}`;

/** What would be lost with it, in words: '2 photos'. Undefined when it holds nothing that was made with care. */
export function describeDraft(draft: Draft): string | undefined {
  if (draft.dialog === 'newItem' || draft.dialog === 'pin' || draft.dialog === 'waiting') return undefined;
  if (draft.dialog === 'signature')
    return draft.picture || draft.strokes
      ? t('{count, plural, one {# signature} other {# signatures}}', { count: 1 })
      : undefined;
  if (draft.photos.length > 0)
    return t('{count, plural, one {# photo} other {# photos}}', { count: draft.photos.length });
  const isTyped =
    draft.dialog === 'attempt' && `${draft.noteCustomer}${draft.noteOffice}${draft.signerName}`.trim() !== '';
  return isTyped ? t('what you typed') : undefined;
}

export interface StoredOrder {
  order: Order;
  openedBy: 'code' | 'account';
  /** When it was opened here, which its right counts from. */
  openedAt: string;
  readAt: string;
  /** The server does not take its code any more: it is not shown, and opens nothing without a network. */
  isCodeDead?: boolean;
  /** What the office changed, until the driver has read it. */
  changes?: OfficeChange[];
}
export interface Shift {
  /** YYYY-MM-DD where the company is. */
  day: string;
  startedAt?: string | undefined;
  endedAt?: string | undefined;
}
export interface KeptDay {
  driverId: number;
  day: DriverDay;
  rows: OrderRow[];
  /** What each stop needs and was wished, as it was read last; an earlier release kept none. */
  stops?: DriverStop[] | undefined;
  readAt: string;
  /** When the driver started and ended it; kept here until the office knows. */
  shift?: (Shift & { isTold: boolean }) | undefined;
}
export interface OpenStop {
  orderIds: readonly number[];
  /** What the driver left out: not there, or done alone. */
  leftOut: readonly number[];
}
export interface Notes {
  /** The order that is open; kept so that a reload comes back to it. */
  currentId?: number | undefined;
  /** The stop that it is one of, for a driver with an account. */
  stop?: OpenStop | undefined;
  /** It was left without a network: the server does not know yet. */
  isLeaving?: boolean;
  deliveries?: { driverId: number; rows: OrderRow[] } | undefined;
  myDay?: KeptDay | undefined;
  /** Evidence that came after the order's end, until the driver has read so. */
  handedIn?: LateUpload[];
}
/** A small copy of a picture that was sent from this phone, by the address that the server gave it. */
export interface KeptPicture {
  url: string;
  orderId: number;
  blob: Blob;
}
export interface Contents {
  orders: Map<number, StoredOrder>;
  entries: Entry[];
  /** The server's id of an item that was added on this phone. */
  itemIds: Map<number, number>;
  pictures: Map<string, KeptPicture>;
  drafts: Map<string, Draft>;
  notes: Notes;
  isSafe: boolean;
}
/** What is written together or not at all. */
export interface Change {
  order?: StoredOrder;
  /** Items that differ in it are the driver's own work. */
  hasOwnItems?: boolean;
  /** Stored only where the phone has none of them. */
  hold?: readonly StoredOrder[];
  acknowledge?: number;
  /** Not done while it is open, or something waits for it: another step or tab may just have kept that. */
  forgetOrder?: number;
  /** Changes an entry as it stands by then; never brings one back. */
  amend?: { seq: number; change: (action: KeptAction) => KeptAction };
  dropEntries?: readonly number[];
  /** Replaces one entry with several. */
  split?: { seq: number; into: readonly KeptAction[] };
  /** Removes an entry that is not final yet, and keeps its draft instead. */
  undo?: { seq: number; draft?: Draft };
  itemId?: { localId: number; id: number };
  picture?: KeptPicture;
  draft?: Draft;
  dropDraft?: string | undefined;
  /** From the notes as they stand by then: another tab writes them too. */
  notes?: (known: Notes) => Notes;
}

export const emptyContents = (): Contents => ({
  orders: new Map(),
  entries: [],
  itemIds: new Map(),
  pictures: new Map(),
  drafts: new Map(),
  notes: {},
  isSafe: false,
});

/**
 * What to store of an order that was read again, with the office's changes; undefined when it is older than what is
 * known, because a repeated call gets the first answer again.
 */
export function orderToKeep(
  next: StoredOrder,
  known: StoredOrder | undefined,
  hasOwnItems: boolean,
): StoredOrder | undefined {
  if (!known) return next;
  if (next.order.version < known.order.version) return undefined;
  const changes = known.changes ?? [];
  const isNewer = next.order.version > known.order.version;
  return { ...next, changes: isNewer ? withChanges(changes, known.order, next.order, { hasOwnItems }) : changes };
}
/** Whether the phone needs this order: it is open, or something waits for it. */
export const isNeeded = (
  id: number,
  notes: Notes | undefined,
  kept: readonly { orderId: number; alsoFor?: readonly number[] }[],
  drafts: readonly { orderId: number; alsoFor?: readonly number[] }[],
): boolean => isOpenIn(notes, id) || [...kept, ...drafts].some((one) => isFor(one, id));
/** It is on the screen, alone or as one of its stop. */
export const isOpenIn = (notes: Notes | undefined, id: number): boolean =>
  notes?.currentId !== undefined && (notes.currentId === id || (notes.stop?.orderIds.includes(id) ?? false));
/** Between two numbers of the database there is room for ten thousand entries. */
export const SEQ_STEP = 0.0001;
/** The places of what takes the place of one entry: before everything that was done after it. */
export const seqsFrom = (seq: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => seq + at * SEQ_STEP);

export const asRead = (stored: StoredOrder): StoredOrder => ({ ...stored, changes: [] });

export function changeContents(
  contents: Contents,
  {
    order,
    hasOwnItems = false,
    hold,
    acknowledge,
    forgetOrder,
    amend,
    dropEntries = [],
    split,
    undo,
    itemId,
    picture,
    draft,
    dropDraft,
    notes,
  }: Change,
): void {
  const kept = order && orderToKeep(order, contents.orders.get(order.order.id), hasOwnItems);
  if (kept) contents.orders.set(kept.order.id, kept);
  for (const one of hold ?? []) if (!contents.orders.has(one.order.id)) contents.orders.set(one.order.id, one);
  const read = acknowledge === undefined ? undefined : contents.orders.get(acknowledge);
  if (read) contents.orders.set(read.order.id, asRead(read));
  if (
    forgetOrder !== undefined &&
    !isNeeded(forgetOrder, contents.notes, contents.entries, [...contents.drafts.values()])
  ) {
    contents.orders.delete(forgetOrder);
    for (const { url, orderId } of contents.pictures.values())
      if (orderId === forgetOrder) contents.pictures.delete(url);
  }
  if (amend)
    contents.entries = contents.entries.map((known) =>
      known.seq === amend.seq ? { ...amend.change(known), seq: known.seq } : known,
    );
  contents.entries = contents.entries.filter(({ seq }) => !dropEntries.includes(seq));
  if (split && contents.entries.some(({ seq }) => seq === split.seq)) {
    const seqs = seqsFrom(split.seq, split.into.length);
    contents.entries = [
      ...contents.entries.filter(({ seq }) => seq !== split.seq),
      ...split.into.map((action, at): Entry => ({ ...action, seq: seqs[at] ?? split.seq })),
    ].toSorted((a, b) => a.seq - b.seq);
  }
  if (undo && contents.entries.some(({ seq, isUndoable }) => seq === undo.seq && isUndoable)) {
    contents.entries = contents.entries.filter(({ seq }) => seq !== undo.seq);
    if (undo.draft) contents.drafts.set(draftKey(undo.draft), undo.draft);
  }
  if (itemId) contents.itemIds.set(itemId.localId, itemId.id);
  if (picture) contents.pictures.set(picture.url, picture);
  if (draft) contents.drafts.set(draftKey(draft), draft);
  if (dropDraft !== undefined) contents.drafts.delete(dropDraft);
  if (notes) contents.notes = notes(contents.notes);
}
