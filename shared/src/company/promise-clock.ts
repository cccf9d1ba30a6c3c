/** By which hours promises are counted: all of them, or those in which the company is open. */
export const promiseClocks = ['clock', 'business'] as const;
export type PromiseClock = (typeof promiseClocks)[number];
