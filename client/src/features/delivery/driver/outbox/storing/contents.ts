// The content of a dialog before it is saved. A phone may kill the page while its camera is open: text and photos are
// stored immediately, and the dialog comes back with them.
// What a phone stores, and how one change alters it. The database (database.ts) follows the same rules.

import type { AttemptStop, Place } from '@quickfleet/shared/company/proof/failure-words';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import type { Strokes } from '@quickfleet/shared/delivery/proof/strokes';
import { t } from '@quickfleet/shared/words/t';
import type { LateUpload } from '../late-uploads.ts';
import type { Entry, KeptAction, KeptPhoto, Stage } from './entries.ts';
import { type OfficeChange, withChanges } from './office-changes.ts';

export interface AttemptDraft {
  dialog: 'attempt';
  orderId: number;
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
  readAt: string;
  /** When the driver started and ended it; kept here until the office knows. */
  shift?: (Shift & { isTold: boolean }) | undefined;
}
export interface Notes {
  /** The order that is open; kept so that a reload comes back to it. */
  currentId?: number | undefined;
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
  /** Stored only where the phone has none of it. */
  hold?: StoredOrder | undefined;
  acknowledge?: number;
  /** Not done while it is open, or something waits for it: another step or tab may just have kept that. */
  forgetOrder?: number;
  /** Changes an entry as it stands by then; never brings one back. */
  amend?: { seq: number; change: (action: KeptAction) => KeptAction };
  dropEntries?: readonly number[];
  /** Removes an entry that is not final yet, and keeps its draft instead. */
  undo?: { seq: number; draft: Draft };
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
  kept: readonly { orderId: number }[],
  drafts: readonly { orderId: number }[],
): boolean => notes?.currentId === id || [...kept, ...drafts].some(({ orderId }) => orderId === id);

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
  if (hold && !contents.orders.has(hold.order.id)) contents.orders.set(hold.order.id, hold);
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
  if (undo && contents.entries.some(({ seq, isUndoable }) => seq === undo.seq && isUndoable)) {
    contents.entries = contents.entries.filter(({ seq }) => seq !== undo.seq);
    contents.drafts.set(draftKey(undo.draft), undo.draft);
  }
  if (itemId) contents.itemIds.set(itemId.localId, itemId.id);
  if (picture) contents.pictures.set(picture.url, picture);
  if (draft) contents.drafts.set(draftKey(draft), draft);
  if (dropDraft !== undefined) contents.drafts.delete(dropDraft);
  if (notes) contents.notes = notes(contents.notes);
}
