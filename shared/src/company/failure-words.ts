// What an attempt can be and why it can fail, without a schema: the phone's portal loads these words.

/** Where something is attempted; `return` is the way back to the sender. */
export const attemptStops = ['pickup', 'delivery', 'return'] as const;
export type AttemptStop = (typeof attemptStops)[number];
export const stopNames: Readonly<Record<AttemptStop, string>> = {
  pickup: 'Pickup',
  delivery: 'Delivery',
  return: 'Return',
};
export const attemptOutcomes = ['done', 'partial', 'failed'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** With whom, or where, the items were left. */
export const places = ['recipient', 'neighbour', 'reception', 'mailbox', 'safe_place'] as const;
export type Place = (typeof places)[number];
/** In words, behind "Left" or "Delivered". */
export const placeWords: Readonly<Record<Place, string>> = {
  recipient: 'with the recipient',
  neighbour: 'with a neighbour',
  reception: 'at the reception',
  mailbox: 'in the mailbox',
  safe_place: 'in a safe place',
};

/** Who caused a failure. */
export const reasonParties = ['recipient', 'sender', 'carrier', 'weather', 'other'] as const;
export type ReasonParty = (typeof reasonParties)[number];
export const reasonStops = ['pickup', 'delivery', 'both'] as const;
export type ReasonStop = (typeof reasonStops)[number];

/** A reason as the phone offers it. */
export interface ReasonWords {
  code: string;
  name: string;
  party: ReasonParty;
  stop: ReasonStop;
  /** What must come with it. */
  rule: { photo: boolean; note: boolean };
  /** A sentence for the customer, without its full stop. */
  customerText: string;
}

const reason = (
  code: string,
  name: string,
  party: ReasonParty,
  stop: ReasonStop,
  customerText: string,
  rule: Partial<ReasonWords['rule']> = {},
): ReasonWords => ({ code, name, party, stop, customerText, rule: { photo: false, note: false, ...rule } });

/** What a new installation offers; the list itself is the company's to edit. */
export const starterReasons: readonly ReasonWords[] = [
  reason('not_home', 'Nobody home', 'recipient', 'both', 'Nobody was home', { photo: true }),
  reason('refused', 'Refused', 'recipient', 'both', 'The items were refused'),
  reason('wrong_address', 'Wrong address', 'sender', 'both', 'The address was not right', { photo: true }),
  reason('cannot_find', 'Cannot find the address', 'sender', 'both', 'The address could not be found'),
  reason('closed', 'Closed', 'recipient', 'both', 'It was closed', { photo: true }),
  reason('no_access', 'No access', 'recipient', 'both', 'There was no access', { photo: true }),
  reason('damaged', 'Damaged', 'carrier', 'both', 'An item is damaged', { photo: true }),
  reason('missing_item', 'Item missing', 'carrier', 'both', 'An item is missing', { note: true }),
  reason('wrong_item', 'Wrong item', 'sender', 'both', 'An item was not the right one', { photo: true }),
  reason('not_ready', 'Not ready', 'sender', 'pickup', 'The items were not ready'),
  reason('vehicle', 'Vehicle broke down', 'carrier', 'both', 'Our vehicle broke down'),
  reason('weather', 'Weather', 'weather', 'both', 'The weather did not allow it'),
  reason('no_time', 'No time left', 'carrier', 'both', 'We ran out of time'),
  reason('payment_missing', 'Payment missing', 'recipient', 'both', 'The payment is missing'),
  reason('other', 'Something else', 'other', 'both', 'Something came up', { note: true }),
];

/** What happened to an order in addition to its status; null while nothing went wrong. */
export const orderOutcomes = ['failed', 'partial', 'returning', 'returned'] as const;
export type OrderOutcome = (typeof orderOutcomes)[number];
export const resolutionKinds = ['retry', 'return', 'cancel'] as const;
export type ResolutionKind = (typeof resolutionKinds)[number];
