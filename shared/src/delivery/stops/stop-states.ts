// Without a schema, for the phone.
export const stopStates = ['open', 'done', 'failed', 'part'] as const;
export type StopState = (typeof stopStates)[number];
export const stopNeeds = ['photo', 'signature', 'pin', 'scan', 'collect'] as const;
export type StopNeed = (typeof stopNeeds)[number];

/** What became of each order of a stop, as one word. */
export function stateOfStop(orders: readonly { isDone: boolean; isFailed: boolean }[]): StopState {
  if (orders.every(({ isDone }) => isDone)) return 'done';
  if (orders.some(({ isDone }) => isDone)) return 'part';
  return orders.every(({ isFailed }) => isFailed) ? 'failed' : 'open';
}
