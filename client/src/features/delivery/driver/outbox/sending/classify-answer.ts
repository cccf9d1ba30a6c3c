import { isBeforePickup, orderFacts } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { HttpError, sentenceOf } from '../../../../../lib/api/http.ts';
import type { Entry, Refusal } from '../storing/entries.ts';

/** What a failed call means: the network, a server in trouble, a right that has run out, or a real no. */
export type AnswerClass = 'unreachable' | 'later' | 'reopen' | 'refused';

const TOO_LARGE = 413;
/** Cut off on the way, or someone else was changing the order at that moment. */
const passing = new Set(['BAD_FORM', 'BUSY']);

export function classifyAnswer(error: unknown): AnswerClass {
  // An aborted call, or an answer that is not ours: the sign-in page of a café's network answers 200 to everything.
  if (!(error instanceof HttpError) || error.status === 0) return 'unreachable';
  if (error.status === TOO_LARGE) return 'refused';
  if (error.code === 'UNKNOWN') return error.status >= 500 ? 'later' : 'unreachable';
  if (
    error.status >= 500 ||
    error.status === 408 ||
    error.status === 425 ||
    error.status === 429 ||
    passing.has(error.code)
  )
    return 'later';
  return error.status === 401 || error.status === 404 ? 'reopen' : 'refused';
}

/** The server's sentence, or an empty one for a proxy's HTML page: then the screen uses its own words. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof HttpError
    ? { message: sentenceOf(error.body) ?? '', status: error.status, code: error.code }
    : { message: '', status: 0, code: 'UNKNOWN' };

/** The order is cancelled, so a status or flag no longer matters and is dropped without asking. */
export const isMoot = (entry: Entry, { status }: Order): boolean =>
  status === 'cancelled' && (entry.kind === 'status' || entry.kind === 'flag');

/** Whether the order already is as this action wanted it: someone else did it, or the answer was lost long ago. */
export function isAlreadySo(entry: Entry, order: Order, itemId: number): boolean {
  if (entry.kind === 'status') return orderFacts[order.status].hasLeft;
  if (entry.kind === 'deleteItem') return order.items.every((item) => item.id !== itemId);
  if (entry.kind !== 'flag') return false;
  const item = order.items.find((candidate) => candidate.id === itemId);
  if (!item) return false;
  if (entry.stage === 'delivery') return item.isDelivered === entry.value;
  return item.isPickedUp === entry.value || (entry.value && !isBeforePickup(order.status));
}
