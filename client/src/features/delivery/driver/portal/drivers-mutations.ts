// Every toast of the portal, shown immediately or when the network is back.

import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import { formatCount } from '../../../../lib/words/format.ts';
import { portal } from '../outbox/portal.ts';
import type { PortalEvent } from '../outbox/portal-store.ts';
import { classifyAnswer } from '../outbox/sending/calls.ts';
import type { Contents } from '../outbox/storing/contents.ts';
import { type DriverAction, type Entry, needsNewRight, type Refusal, type Stage } from '../outbox/storing/entries.ts';

const CONFLICT = 409;

const uploadFailed: Record<Stage, string> = {
  pickup: 'Failed to upload pickup photos',
  delivery: 'Failed to upload delivery photos',
};
const bulkFailed: Record<Stage, string> = {
  pickup: 'Failed to update pickup status',
  delivery: 'Failed to update delivery status',
};
const signatureFailed: Record<Stage, string> = {
  pickup: 'Failed to process pickup customer signature',
  delivery: 'Failed to process customer signature',
};
const stageWord: Record<Stage, string> = { pickup: 'Pickup', delivery: 'Delivery' };

export const notifyPadNotReady = (): void =>
  showError('Signature Error', 'The signature pad is not ready yet. Please try again in a moment.');
export const notifyNoSignature = (): void => showError('No Signature', 'Please provide a signature before saving');
export const notifySignatureFailed = (stage: Stage): void => showError('Signature Error', signatureFailed[stage]);
/** A part of the portal is not loaded yet and cannot be loaded now. */
export function notifyNotLoaded(close: () => void): void {
  showError('No Connection', 'This part of the portal has not been loaded yet. It opens when the connection is back.');
  close();
}
/** `reason` says what is wrong with the file, if known. */
export const notifyPhotoFailed = (stage: Stage, reason?: string): void =>
  showError('Upload Failed', reason ? `${uploadFailed[stage]}. ${reason}` : uploadFailed[stage]);
export const notifyImageFailed = (reason?: string): void =>
  showError('Upload Failed', reason ? `Failed to upload image. ${reason}` : 'Failed to upload image');

type Words = readonly [title: string, text: string];

/** What is said once the server has it; of photos only after the last one of its kind. */
function wordsForSent(entry: Entry, { entries, orders }: Contents): Words | undefined {
  const count = orders.get(entry.orderId)?.order.items.length ?? 0;
  const all = count === 1 ? 'The item is' : `All ${formatCount(count, 'item')} are`;
  switch (entry.kind) {
    case 'photo':
    case 'stopPhoto': {
      const hasMore = entries.some(
        (other) =>
          (other.kind === 'photo' || other.kind === 'stopPhoto') &&
          other.stage === entry.stage &&
          other.orderId === entry.orderId,
      );
      return hasMore ? undefined : ['Success', `${stageWord[entry.stage]} photos uploaded successfully`];
    }
    case 'flag':
      return ['Success', `${stageWord[entry.stage]} status updated`];
    case 'signature':
      return entry.stage === 'pickup'
        ? ['Pickup Complete', `${all} picked up.`]
        : ['Delivery Complete', `${all} delivered.`];
    case 'attempt':
      return entry.outcome === 'done'
        ? ['Saved', 'The office has it.']
        : ['Office notified', 'The office will decide what to do next.'];
    case 'pin':
      return ['PIN confirmed', 'You can take the signature now.'];
    case 'scan':
      return undefined;
    case 'charge':
      return ['Charge sent', 'The office will approve it.'];
    case 'delay':
      return entry.reason ? ['Customers see it', 'Running late is shown with the expected time.'] : undefined;
    case 'status':
      return ['Success', 'Order moved to in transit'];
    case 'addItem':
      return ['Item Added', `${entry.name} is part of this order now.`];
    case 'editItem':
      return ['Item Updated', `${entry.name} is saved.`];
    case 'deleteItem':
      return ['Item Deleted', 'The item is no longer part of this order.'];
  }
}

const refusedWords: Record<Exclude<DriverAction['kind'], 'photo' | 'stopPhoto' | 'flag' | 'signature'>, Words> = {
  attempt: ['Not accepted', 'The attempt was not accepted'],
  pin: ['PIN was not accepted', 'The PIN was not accepted'],
  scan: ['Scan was not accepted', 'The scan was not accepted'],
  charge: ['Charge was not accepted', 'The charge was not accepted'],
  delay: ['Not sent', 'Running late was not accepted'],
  status: ['Update Failed', 'Failed to move to in transit'],
  addItem: ['Add Item Failed', 'Failed to add item'],
  editItem: ['Update Failed', 'Failed to update item'],
  deleteItem: ['Delete Failed', 'Failed to delete item'],
};

function wordsForRefused(entry: Entry, { message, status }: Refusal): Words {
  if (entry.kind === 'photo' || entry.kind === 'stopPhoto') return ['Upload Failed', uploadFailed[entry.stage]];
  if (entry.kind === 'flag') return ['Update Failed', message || bulkFailed[entry.stage]];
  if (entry.kind === 'signature')
    // With a conflict the drawing is fine, but the order can no longer be moved by it.
    return status === CONFLICT
      ? ['Update Failed', bulkFailed[entry.stage]]
      : ['Signature Failed', message || signatureFailed[entry.stage]];
  const [title, text] = refusedWords[entry.kind];
  return [title, entry.kind === 'status' ? text : message || text];
}

export function showToast(event: PortalEvent): void {
  if (event.type === 'final') return;
  if (event.type === 'closed') {
    notifyClosed(event.order);
    return;
  }
  // A missing right has its own card, which says what to do.
  if (event.type === 'refused' && needsNewRight(event.refusal)) return;
  const words =
    event.type === 'sent' ? wordsForSent(event.entry, event.contents) : wordsForRefused(event.entry, event.refusal);
  if (!words) return;
  if (event.type === 'sent') showSuccess(...words);
  else showError(...words);
}

/** Late uploads have their own notice. */
function notifyClosed({ id, trackingNumber }: Order): void {
  if (portal.getState().notes.handedIn?.some(({ orderId }) => orderId === id)) return;
  showError('Order Closed', `Order ${formatTracking(trackingNumber)} is no longer open on this phone.`);
}

/** Stores an action on the phone. Offline, a toast says that it is safe there. */
export async function record(
  orderId: number,
  action: DriverAction,
  dropDraft?: string,
  isUndoable = false,
): Promise<void> {
  await portal.record(orderId, action, { dropDraft, isUndoable });
  const { isSafe, isReachable } = portal.getState();
  if (action.kind === 'signature')
    showSuccess(
      'Signature Captured',
      isSafe ? 'The signature is saved on this phone.' : 'Leave this page open until the signature is sent.',
    );
  else if (isSafe && !isReachable && action.kind !== 'photo' && action.kind !== 'stopPhoto')
    showSuccess('Saved on this phone', 'It is sent when the connection is back.');
}

export const NO_CONNECTION = 'The server cannot be reached. Check your network and try again.';

/** Opens an order with its code; resolves to why it could not, or to nothing. */
export async function accessOrder(code: string): Promise<string | undefined> {
  if (code.trim() === '') {
    showError('Missing Code', 'Please enter an access code');
    return 'Please enter an access code';
  }
  try {
    const { order, isFromPhone } = await portal.openWithCode(code);
    showSuccess(
      'Access Granted',
      isFromPhone
        ? 'Opened from this phone, without a connection.'
        : `Order ${formatTracking(order.trackingNumber)} is open.`,
      undefined,
      // The instructions may be as long as the screen.
      { isInHeader: true },
    );
    return undefined;
  } catch (error) {
    const reason = classifyAnswer(error) === 'unreachable' ? NO_CONNECTION : messageOf(error, 'Invalid access code');
    showError(classifyAnswer(error) === 'unreachable' ? 'No Connection' : 'Access Denied', reason);
    return reason;
  }
}

export async function openOwnOrder(row: OrderRow): Promise<void> {
  try {
    await portal.orders.openOwn(row);
  } catch (error) {
    showError('Access Denied', messageOf(error));
  }
}
