// What an attempt can be and why it can fail, without a schema: the phone's portal loads these words.
import { type Message, message, said } from '../../words/t.ts';

/** Where something is attempted; `return` is the way back to the sender. */
export const attemptStops = ['pickup', 'delivery', 'return'] as const;
export type AttemptStop = (typeof attemptStops)[number];
export const stopNames: Readonly<Record<AttemptStop, string>> = said({
  pickup: message('Pickup'),
  delivery: message('Delivery'),
  return: message('Return'),
});
export const attemptOutcomes = ['done', 'partial', 'failed'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** With whom, or where, the items were left. */
export const places = ['recipient', 'neighbour', 'reception', 'mailbox', 'safe_place'] as const;
export type Place = (typeof places)[number];
/** In words, behind "Left" or "Delivered". */
export const placeWords: Readonly<Record<Place, string>> = said({
  recipient: message('with the recipient'),
  neighbour: message('with a neighbour'),
  reception: message('at the reception'),
  mailbox: message('in the mailbox'),
  safe_place: message('in a safe place'),
});

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

/** Every language has its name and its sentence for the customer. */
interface StarterReason extends Omit<ReasonWords, 'name' | 'customerText'> {
  name: Message;
  customerText: Message;
}
const reason = (
  code: string,
  name: Message,
  party: ReasonParty,
  stop: ReasonStop,
  customerText: Message,
  rule: Partial<ReasonWords['rule']> = {},
): StarterReason => ({ code, name, party, stop, customerText, rule: { photo: false, note: false, ...rule } });

/** What a new installation offers; the list itself is the company's to edit. */
export const starterReasons: readonly StarterReason[] = [
  reason('not_home', message('Nobody home'), 'recipient', 'both', message('Nobody was home'), { photo: true }),
  reason('refused', message('Refused'), 'recipient', 'both', message('The items were refused')),
  reason('wrong_address', message('Wrong address'), 'sender', 'both', message('The address was not right'), {
    photo: true,
  }),
  reason(
    'cannot_find',
    message('Cannot find the address'),
    'sender',
    'both',
    message('The address could not be found'),
  ),
  reason('closed', message('Closed (place)'), 'recipient', 'both', message('It was closed'), { photo: true }),
  reason('no_access', message('No access'), 'recipient', 'both', message('There was no access'), { photo: true }),
  reason('damaged', message('Damaged'), 'carrier', 'both', message('An item is damaged'), { photo: true }),
  reason('missing_item', message('Item missing'), 'carrier', 'both', message('An item is missing'), { note: true }),
  reason('wrong_item', message('Wrong item'), 'sender', 'both', message('An item was not the right one'), {
    photo: true,
  }),
  reason('not_ready', message('Not ready'), 'sender', 'pickup', message('The items were not ready')),
  reason('vehicle', message('Vehicle broke down'), 'carrier', 'both', message('Our vehicle broke down')),
  reason('weather', message('Weather'), 'weather', 'both', message('The weather did not allow it')),
  reason('no_time', message('No time left'), 'carrier', 'both', message('We ran out of time')),
  reason('payment_missing', message('Payment missing'), 'recipient', 'both', message('The payment is missing')),
  reason('other', message('Something else'), 'other', 'both', message('Something came up'), { note: true }),
];

/** What happened to an order in addition to its status; null while nothing went wrong. */
export const orderOutcomes = ['failed', 'partial', 'returning', 'returned'] as const;
export type OrderOutcome = (typeof orderOutcomes)[number];
export const resolutionKinds = ['retry', 'return', 'cancel'] as const;
export type ResolutionKind = (typeof resolutionKinds)[number];
