// What a phone keeps, and how one change alters it. The database (vault.ts) follows the same rules.

import type { Order, OrderRow } from '@quickfleet/shared/orders';
import type { DriverDay } from '@quickfleet/shared/planning';
import type { Entry, KeptAction } from './entries.ts';
import type { HandedIn } from './handed-in.ts';

export interface StoredOrder {
  order: Order;
  openedBy: 'code' | 'account';
  /** When it was opened here, which its right counts from. */
  openedAt: string;
  /** When the server last sent it. */
  readAt: string;
  /** The server does not take its code any more: it is not shown, and opens nothing without a network. */
  isCodeDead?: boolean;
}
export interface Shift {
  /** YYYY-MM-DD where the company is. */
  day: string;
  /** By the phone's clock. */
  startedAt?: string | undefined;
  endedAt?: string | undefined;
}
export interface KeptDay {
  driverId: number;
  day: DriverDay;
  /** The same orders in full. */
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
  /** A signed-in driver's list, as last read. */
  deliveries?: { driverId: number; rows: OrderRow[] } | undefined;
  /** The day of a signed-in driver, as last read, and when they started and ended it. */
  myDay?: KeptDay | undefined;
  /** How many parcels of an order were scanned at each stop. */
  scans?: Record<number, Partial<Record<'pickup' | 'delivery', number>>> | undefined;
  /** Evidence that came after the order's end, until the driver has read so. */
  handedIn?: HandedIn[];
}
/** A small copy of a picture that was sent from this phone, by the address that the server gave it. */
export interface KeptPicture {
  url: string;
  orderId: number;
  blob: Blob;
}
export interface Contents {
  orders: Map<number, StoredOrder>;
  /** In the order in which things happened. */
  entries: Entry[];
  /** The server's id of an item that was added on this phone. */
  itemIds: Map<number, number>;
  pictures: Map<string, KeptPicture>;
  notes: Notes;
  isSafe: boolean;
}
/** What is written together or not at all. */
export interface Change {
  order?: StoredOrder;
  forgetOrder?: number;
  /** Changes an entry as it stands by then; never brings one back. */
  amend?: { seq: number; change: (action: KeptAction) => KeptAction };
  dropEntries?: readonly number[];
  itemId?: { localId: number; id: number };
  picture?: KeptPicture;
  /** From the notes as they stand by then: another tab writes them too. */
  notes?: (known: Notes) => Notes;
}

export const emptyContents = (): Contents => ({
  orders: new Map(),
  entries: [],
  itemIds: new Map(),
  pictures: new Map(),
  notes: {},
  isSafe: false,
});

/** A repeated call is answered as the first one was: such an answer may be older than what is known by now. */
export const isCurrent = (next: StoredOrder, known: StoredOrder | undefined): boolean =>
  !known || next.order.version >= known.order.version;

export function changeContents(
  contents: Contents,
  { order, forgetOrder, amend, dropEntries = [], itemId, picture, notes }: Change,
): void {
  if (order && isCurrent(order, contents.orders.get(order.order.id))) contents.orders.set(order.order.id, order);
  if (forgetOrder !== undefined) {
    contents.orders.delete(forgetOrder);
    for (const { url, orderId } of contents.pictures.values())
      if (orderId === forgetOrder) contents.pictures.delete(url);
  }
  if (amend)
    contents.entries = contents.entries.map((known) =>
      known.seq === amend.seq ? { ...amend.change(known), seq: known.seq } : known,
    );
  contents.entries = contents.entries.filter(({ seq }) => !dropEntries.includes(seq));
  if (itemId) contents.itemIds.set(itemId.localId, itemId.id);
  if (picture) contents.pictures.set(picture.url, picture);
  if (notes) contents.notes = notes(contents.notes);
}
