// Every toast of the portal, shown immediately or when the network is back.

import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import { portal } from '../outbox/portal.ts';
import type { PortalEvent } from '../outbox/portal-store.ts';
import { classifyAnswer } from '../outbox/sending/calls.ts';
import type { Contents } from '../outbox/storing/contents.ts';
import {
  type DriverAction,
  type Entry,
  isFor,
  needsNewRight,
  ordersOf,
  type Refusal,
  type Stage,
} from '../outbox/storing/entries.ts';

const CONFLICT = 409;

const uploadFailed: Record<Stage, string> = {
  pickup: t('Failed to upload pickup photos'),
  delivery: t('Failed to upload delivery photos'),
};
const bulkFailed: Record<Stage, string> = {
  pickup: t('Failed to update pickup status'),
  delivery: t('Failed to update delivery status'),
};
const signatureFailed: Record<Stage, string> = {
  pickup: t('Failed to process pickup customer signature'),
  delivery: t('Failed to process customer signature'),
};
const photosSent: Record<Stage, string> = {
  pickup: t('Pickup photos uploaded successfully'),
  delivery: t('Delivery photos uploaded successfully'),
};
const statusUpdated: Record<Stage, string> = {
  pickup: t('Pickup status updated'),
  delivery: t('Delivery status updated'),
};

export const notifyPadNotReady = (): void =>
  showError(t('Signature Error'), t('The signature pad is not ready yet. Please try again in a moment.'));
export const notifyNoSignature = (): void =>
  showError(t('No Signature'), t('Please provide a signature before saving'));
export const notifySignatureFailed = (stage: Stage): void => showError(t('Signature Error'), signatureFailed[stage]);
/** A part of the portal is not loaded yet and cannot be loaded now. */
export function notifyNotLoaded(close: () => void): void {
  showError(
    t('No Connection'),
    t('This part of the portal has not been loaded yet. It opens when the connection is back.'),
  );
  close();
}
/** `reason` says what is wrong with the file, if known. */
export const notifyPhotoFailed = (stage: Stage, reason?: string): void =>
  showError(t('Upload Failed'), reason ? `${uploadFailed[stage]}. ${reason}` : uploadFailed[stage]);
export const notifyImageFailed = (reason?: string): void =>
  showError(
    t('Upload Failed'),
    reason ? t('Failed to upload image. {reason}', { reason }) : t('Failed to upload image'),
  );

type Words = readonly [title: string, text: string];

/** What is said once the server has it; of photos only after the last one of its kind. */
function wordsForSent(entry: Entry, { entries, orders }: Contents): Words | undefined {
  const count = ordersOf(entry).reduce((sum, id) => sum + (orders.get(id)?.order.items.length ?? 0), 0);
  switch (entry.kind) {
    case 'photo':
    case 'stopPhoto': {
      const hasMore = entries.some(
        (other) =>
          (other.kind === 'photo' || other.kind === 'stopPhoto') &&
          other.stage === entry.stage &&
          isFor(other, entry.orderId),
      );
      return hasMore ? undefined : [t('Success'), photosSent[entry.stage]];
    }
    case 'flag':
      return [t('Success'), statusUpdated[entry.stage]];
    case 'signature':
      return entry.stage === 'pickup'
        ? [
            t('Pickup Complete'),
            t('{count, plural, one {The item is picked up.} other {All # items are picked up.}}', { count }),
          ]
        : [
            t('Delivery Complete'),
            t('{count, plural, one {The item is delivered.} other {All # items are delivered.}}', { count }),
          ];
    case 'attempt':
      return entry.outcome === 'done'
        ? [t('Saved'), t('The office has it.')]
        : [t('Office notified'), t('The office will decide what to do next.')];
    case 'pin':
      return [t('PIN confirmed'), t('You can take the signature now.')];
    case 'scan':
      return undefined;
    case 'charge':
      return [t('Charge sent'), t('The office will approve it.')];
    case 'collected':
      return undefined;
    case 'delay':
      return entry.reason ? [t('Customers see it'), t('Running late is shown with the expected time.')] : undefined;
    case 'status':
      return [t('Success'), t('Order moved to in transit')];
    case 'addItem':
      return [t('Item Added'), t('{name} is part of this order now.', { name: entry.name })];
    case 'editItem':
      return [t('Item Updated'), t('{name} is saved.', { name: entry.name })];
    case 'deleteItem':
      return [t('Item Deleted'), t('The item is no longer part of this order.')];
  }
}

const refusedWords: Record<Exclude<DriverAction['kind'], 'photo' | 'stopPhoto' | 'flag' | 'signature'>, Words> = {
  attempt: [t('Not accepted'), t('The attempt was not accepted')],
  pin: [t('PIN was not accepted'), t('The PIN was not accepted')],
  scan: [t('Scan was not accepted'), t('The scan was not accepted')],
  charge: [t('Charge was not accepted'), t('The charge was not accepted')],
  collected: [t('Not accepted'), t('What was collected was not accepted')],
  delay: [t('Not sent'), t('Running late was not accepted')],
  status: [t('Update Failed'), t('Failed to move to in transit')],
  addItem: [t('Add Item Failed'), t('Failed to add item')],
  editItem: [t('Update Failed'), t('Failed to update item')],
  deleteItem: [t('Delete Failed'), t('Failed to delete item')],
};

function wordsForRefused(entry: Entry, { message, status }: Refusal): Words {
  if (entry.kind === 'photo' || entry.kind === 'stopPhoto') return [t('Upload Failed'), uploadFailed[entry.stage]];
  if (entry.kind === 'flag') return [t('Update Failed'), message || bulkFailed[entry.stage]];
  if (entry.kind === 'signature')
    // With a conflict the drawing is fine, but the order can no longer be moved by it.
    return status === CONFLICT
      ? [t('Update Failed'), bulkFailed[entry.stage]]
      : [t('Signature Failed'), message || signatureFailed[entry.stage]];
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
  // It would lie over what is being filled in.
  if (event.type === 'sent' && document.querySelector('[role=dialog]')) return;
  if (event.type === 'sent') showSuccess(...words);
  else showError(...words);
}

/** Late uploads have their own notice. */
function notifyClosed({ id, trackingNumber }: Order): void {
  if (portal.getState().notes.handedIn?.some(({ orderId }) => orderId === id)) return;
  showError(
    t('Order Closed'),
    t('Order {number} is no longer open on this phone.', { number: formatTracking(trackingNumber) }),
  );
}

/** Stores an action about an order, or several of one stop. Offline, a toast says that it is safe there. */
export async function record(
  about: number | readonly number[],
  action: DriverAction,
  dropDraft?: string,
  isUndoable = false,
): Promise<void> {
  await portal.record(about, action, { dropDraft, isUndoable });
  const { isSafe, isReachable } = portal.getState();
  if (action.kind === 'signature')
    showSuccess(
      t('Signature Captured'),
      isSafe ? t('The signature is saved on this phone.') : t('Leave this page open until the signature is sent.'),
    );
  else if (isSafe && !isReachable && action.kind !== 'photo' && action.kind !== 'stopPhoto')
    showSuccess(t('Saved on this phone'), t('It is sent when the connection is back.'));
}

export const NO_CONNECTION = t('The server cannot be reached. Check your network and try again.');

/** Opens an order with its code; resolves to why it could not, or to nothing. */
export async function accessOrder(code: string): Promise<string | undefined> {
  if (code.trim() === '') {
    showError(t('Missing Code'), t('Please enter an access code'));
    return t('Please enter an access code');
  }
  try {
    const { order, isFromPhone } = await portal.openWithCode(code);
    showSuccess(
      t('Access Granted'),
      isFromPhone
        ? t('Opened from this phone, without a connection.')
        : t('Order {number} is open.', { number: formatTracking(order.trackingNumber) }),
      undefined,
      // The instructions may be as long as the screen.
      { isInHeader: true },
    );
    return undefined;
  } catch (error) {
    const reason = classifyAnswer(error) === 'unreachable' ? NO_CONNECTION : messageOf(error, t('Invalid access code'));
    showError(classifyAnswer(error) === 'unreachable' ? t('No Connection') : t('Access Denied'), reason);
    return reason;
  }
}

export async function openOwnOrder(row: OrderRow): Promise<void> {
  try {
    await portal.orders.openOwn(row);
  } catch (error) {
    showError(t('Access Denied'), messageOf(error));
  }
}
