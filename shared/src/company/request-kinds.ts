// What customers and recipients may ask for by the link in their mail. Without a schema: pages show it.
import { message, said } from '../words/t.ts';

export const requestKinds = ['window', 'leave_at', 'note', 'contact', 'cancel'] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestStates = ['accepted', 'waiting', 'refused'] as const;
export type RequestState = (typeof requestStates)[number];
export const leavePlaces = ['neighbour', 'safe_place'] as const;
export type LeavePlace = (typeof leavePlaces)[number];

export const requestKindWords: Readonly<Record<RequestKind, string>> = said({
  window: message('Another time'),
  leave_at: message('Leave it for me'),
  note: message('Note for the driver'),
  contact: message('Another contact'),
  cancel: message('Cancel the delivery'),
});
export const leavePlaceWords: Readonly<Record<LeavePlace, string>> = said({
  neighbour: message('Leave with a neighbour'),
  safe_place: message('Leave at a safe place'),
});
export const requestStateWords: Readonly<Record<RequestState, string>> = said({
  accepted: message('Agreed'),
  waiting: message('Waiting for our answer'),
  refused: message('Not possible'),
});
