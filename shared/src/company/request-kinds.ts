// What customers and recipients may ask for by the link in their mail. Without a schema: pages show it.

export const requestKinds = ['window', 'leave_at', 'note', 'contact', 'cancel'] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestStates = ['accepted', 'waiting', 'refused'] as const;
export type RequestState = (typeof requestStates)[number];
export const leavePlaces = ['neighbour', 'safe_place'] as const;
export type LeavePlace = (typeof leavePlaces)[number];

export const requestKindWords: Readonly<Record<RequestKind, string>> = {
  window: 'Another time',
  leave_at: 'Leave it for me',
  note: 'Note for the driver',
  contact: 'Another contact',
  cancel: 'Cancel the delivery',
};
export const leavePlaceWords: Readonly<Record<LeavePlace, string>> = {
  neighbour: 'Leave with a neighbour',
  safe_place: 'Leave at a safe place',
};
export const requestStateWords: Readonly<Record<RequestState, string>> = {
  accepted: 'Agreed',
  waiting: 'Waiting for our answer',
  refused: 'Not possible',
};
