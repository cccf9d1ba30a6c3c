import { type EventObject, type EventType, eventObjects, eventTypes } from '@quickfleet/shared/messages/events';

/** What of the history says the same in another word. */
const renamed: Readonly<Record<string, EventType>> = {
  'order.reassigned': 'order.assigned',
  'attempt.failed': 'order.attempt_failed',
  'attempt.partial': 'order.attempt_failed',
  'attempt.late': 'order.evidence_late',
  'evidence.late': 'order.evidence_late',
  'quote.restored': 'quote.created',
  'customer.erased': 'customer.deleted',
  'quote.erased': 'quote.deleted',
};
/** What of the history changes nothing that a program reads. */
const silent = new Set([
  'email.resent',
  'evidence.sealed',
  'mails.off',
  'mails.on',
  'note.added',
  'note.deleted',
  'order.code_viewed',
  'order.customer_not_mailed',
  'order.recipient_not_mailed',
  'order.recipient_not_texted',
  'order.driver_not_mailed',
  'payment.confirmed',
  'promise.broken',
  'quote.confirmation_skipped',
  'quote.customer_not_mailed',
  'quote.priced_by_rule',
  'quote.mailed',
  'quote.reminded',
  'customer.exported',
  'customer.address_added',
  'customer.address_changed',
  'customer.address_removed',
  'customer.member_joined',
  'customer.member_changed',
  'customer.member_left',
  'customer.email_confirmed',
]);
/** Of an order's claims there are events of the claim. */
const isSilent = (action: string): boolean => silent.has(action) || action.startsWith('incident.');
const updated: Readonly<Partial<Record<EventObject, EventType>>> = {
  quote: 'quote.updated',
  order: 'order.updated',
  customer: 'customer.updated',
};

export const isEventObject = (subject: string): subject is EventObject =>
  eventObjects.some((known) => known === subject);
const isOf = (subject: EventObject, action: string): EventType | undefined =>
  eventTypes.find((type) => type === action && type.startsWith(`${subject}.`));

/** The type of event that a line of history is; whatever else changes an object is an update. */
export const typeOfAction = (subject: EventObject, action: string): EventType | undefined =>
  isOf(subject, action) ?? renamed[action] ?? (isSilent(action) ? undefined : updated[subject]);

/**
 * The types that one transaction says of one object: each once, in the order in which they happened, and that it was
 * updated only where nothing else says so.
 */
export function typesOf(subject: EventObject, actions: readonly string[]): EventType[] {
  const types = [...new Set(actions.flatMap((action) => typeOfAction(subject, action) ?? []))];
  return types.length > 1 ? types.filter((type) => type !== updated[subject]) : types;
}
