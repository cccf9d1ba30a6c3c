import { isCarried, type OrderStatus, orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order, OrderItem, Signature } from '@quickfleet/shared/delivery/orders/orders';
import type { Contents } from './storing/contents.ts';
import { type Entry, type EntryOf, shownAsDone } from './storing/entries.ts';

const newItem = ({ itemId, name, description, quantity, at }: EntryOf<'addItem'>, status: OrderStatus): OrderItem => {
  const isGone = isCarried(status);
  const none: string[] = [];
  return {
    id: itemId,
    name,
    description,
    quantity,
    value: null,
    imageUrls: none,
    pickupImageUrls: none,
    transitImageUrls: none,
    deliveryImageUrls: none,
    isPickedUp: isGone,
    isInTransit: isCarried(status) && orderFacts[status].hasLeft,
    isDelivered: false,
    updatedAt: at,
  };
};

/** Flags follow the order, as on the server. */
function moved(order: Order, status: OrderStatus): Order {
  const { hasLeft: isInTransit, isDelivered } = orderFacts[status];
  const items = order.items.map((item) => ({
    ...item,
    isPickedUp: true,
    isInTransit: item.isInTransit || isInTransit,
    isDelivered: item.isDelivered || isDelivered,
  }));
  return { ...order, status, items };
}

function signed(order: Order, entry: EntryOf<'signature'>, url: string): Order {
  const signature: Signature = {
    kind: entry.stage,
    signer: 'customer',
    signerName: entry.customerName,
    signerRelation: null,
    url,
    capturedAt: entry.at,
    signedAt: entry.at,
  };
  const signatures = [...order.signatures, signature];
  if (entry.stage === 'pickup') return moved({ ...order, signatures, pickupSignature: signature }, 'picked_up');
  return { ...moved({ ...order, signatures, deliverySignature: signature }, 'delivered'), deliveredAt: entry.at };
}

/** A failed attempt leaves the order where it is; a successful one moves it on, as on the server. */
function attempted(order: Order, { stop, outcome }: EntryOf<'attempt'>): Order {
  if (outcome !== 'done') return stop === 'return' ? order : { ...order, outcome };
  if (stop === 'return') return { ...order, status: 'cancelled', outcome: 'returned' };
  return moved({ ...order, outcome: null }, stop === 'pickup' ? 'picked_up' : 'delivered');
}

interface Shown {
  /** Maps a phone's temporary item id to the server's. */
  itemIdOf: (itemId: number) => number;
  urlOf: (entry: EntryOf<'signature'>) => string;
}

function applyEntry(order: Order, entry: Entry, { itemIdOf, urlOf }: Shown): Order {
  const changeItem = (itemId: number, change: (item: OrderItem) => Partial<OrderItem>): Order => {
    const id = itemIdOf(itemId);
    return { ...order, items: order.items.map((item) => (item.id === id ? { ...item, ...change(item) } : item)) };
  };
  switch (entry.kind) {
    case 'photo':
      return changeItem(entry.itemId, () => (entry.stage === 'pickup' ? { isPickedUp: true } : { isDelivered: true }));
    case 'stopPhoto': {
      const flag = entry.stage === 'pickup' ? { isPickedUp: true } : { isDelivered: true };
      return { ...order, items: order.items.map((item) => ({ ...item, ...flag })) };
    }
    case 'flag':
      return changeItem(entry.itemId, () =>
        entry.stage === 'pickup' ? { isPickedUp: entry.value } : { isDelivered: entry.value },
      );
    case 'signature':
      return signed(order, entry, urlOf(entry));
    case 'status':
      return moved(order, entry.status);
    case 'attempt':
      return attempted(order, entry);
    case 'scan': {
      const stop = order.proof[entry.stop];
      const scanned = [...new Set([...stop.scanned, entry.parcel])];
      return { ...order, proof: { ...order.proof, [entry.stop]: { ...stop, scanned } } };
    }
    case 'charge': {
      const { seq: _seq, label, minutes, amount, at } = entry;
      const charge = { id: -entry.seq, label, minutes, amount: amount ?? '', state: 'proposed' as const, by: null };
      return { ...order, charges: [...order.charges, { ...charge, takenAt: at }] };
    }
    case 'collected': {
      const { amount, method, reason, at: collectedAt } = entry;
      const { currency } = order.collect ?? order;
      return { ...order, collected: { amount, currency, method, reason, collectedAt } };
    }
    case 'delay': {
      const { reason, words, minutes = order.delay?.minutes ?? null, at } = entry;
      return { ...order, delay: reason && { reason, words, minutes, at } };
    }
    // Only the server knows whether it is right.
    case 'pin':
      return order;
    case 'addItem':
      return { ...order, items: [...order.items, newItem(entry, order.status)] };
    case 'editItem': {
      const { name, description, quantity, removeImageUrls } = entry;
      return changeItem(entry.itemId, (item) => ({
        name,
        description,
        quantity,
        imageUrls: item.imageUrls.filter((url) => !removeImageUrls.includes(url)),
      }));
    }
    case 'deleteItem':
      return { ...order, items: order.items.filter((item) => item.id !== itemIdOf(entry.itemId)) };
  }
}

/**
 * The order as the driver left it: what the server last sent, with everything that waits to be sent applied. Photos only
 * set their flag here; the pictures are shown next to the sent ones.
 */
export function shownOrder(
  order: Order,
  { entries, itemIds }: Pick<Contents, 'entries' | 'itemIds'>,
  urlOf: Shown['urlOf'] = () => '',
): Order {
  const itemIdOf = (itemId: number) => itemIds.get(itemId) ?? itemId;
  return shownAsDone(entries, order.id).reduce(
    (result, entry) => applyEntry(result, entry, { itemIdOf, urlOf }),
    order,
  );
}
